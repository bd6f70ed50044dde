"""Compares what a scenario expects with a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.items.kinds import ids
from vulkar.rules.core import Event
from vulkar.rules.scenario.words import answer_of, asker_name, said

if TYPE_CHECKING:
    from vulkar.rules.classic import Game
    from vulkar.rules.classic.scenario.schema import Check

Expected = str | Mapping[str, object]


def differences(check: Check, g: Game, events: Sequence[Event]) -> list[str]:
    """What is not as ``check`` says: ``pawns.red: is VP1, expected VP2``."""
    out: list[str] = []
    for key in check.model_fields_set:
        out += CHECKS[key](g, events, getattr(check, key))
    return out


def _differ(key: str, found: object, expected: object) -> list[str]:
    if found == expected:
        return []
    return [f"{key}: is {_text(found)}, expected {_text(expected)}"]


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def _by_pawn(key: str, of: Callable[[Game, int], object]) -> Callable[..., list[str]]:
    def check(g: Game, events: Sequence[Event], expected: Mapping[str, object]) -> list[str]:
        del events
        out = []
        for pawn, value in expected.items():
            found = of(g, g.seats.index(pawn))
            if isinstance(value, list):
                assert isinstance(found, list)
                found, value = sorted(found), sorted(value)
            out += _differ(f"{key}.{pawn}", found, value)
        return out

    return check


def _plain(key: str, of: Callable[[Game], object]) -> Callable[..., list[str]]:
    def check(g: Game, events: Sequence[Event], expected: object) -> list[str]:
        del events
        found = of(g)
        if isinstance(expected, list):
            assert isinstance(found, list)
            found, expected = sorted(found), sorted(expected)
        return _differ(key, found, expected)

    return check


def _jewel(g: Game) -> str:
    return g.seats[g.s.owner] if g.s.owner >= 0 else g.board.names[g.s.jewel_at]


def _pawns_where(values: Iterable[object], g: Game) -> list[str]:
    return [pawn for pawn, yes in zip(g.seats, values, strict=False) if yes]


def _legal(g: Game) -> list[str]:
    return [said(a) for a in g.ask.legal] if g.ask is not None else []


def _ends(g: Game) -> list[str]:
    if g.ask is None or g.ask.kind not in ("move", "rest", "slide"):
        return []
    return list(dict.fromkeys(a[1][-1] for a in g.ask.legal))


def _offered(key: str, wanted: bool, of: Callable[[Game], list[str]]) -> Callable[..., list[str]]:
    """Whether each of some answers (or ends of moves) is offered, or none of them is."""

    def check(g: Game, events: Sequence[Event], expected: Sequence[str]) -> list[str]:
        del events
        found = of(g)
        names = [said(answer_of(tuple(e.split()))) if " " in e else e for e in expected]
        word = "is not" if wanted else "is"
        return [f"{key}: {n} {word} offered" for n in names if (n in found) != wanted]

    return check


def _may(g: Game, events: Sequence[Event], expected: Sequence[str]) -> list[str]:
    del events
    wanted = sorted(said(answer_of(tuple(e.split()))) for e in expected)
    return _differ("may", sorted(_legal(g)), wanted)


def matches(event: Event, expected: Expected) -> bool:
    """Whether an event is of that kind and has those data."""
    if isinstance(expected, str):
        return event.kind == expected
    data = {"kind": event.kind, **event.data}
    if event.audience is not None:
        data["seen_by"] = list(event.audience)
    return all(key in data and _same(data[key], value) for key, value in expected.items())


def _same(found: object, expected: object) -> bool:
    if isinstance(expected, str) and expected == "nobody":
        return found is None
    if isinstance(found, tuple):
        return list(found) == expected
    return found == expected


def _events(g: Game, events: Sequence[Event], expected: Sequence[Expected]) -> list[str]:
    """All of them, in this order; others may lie between."""
    del g
    at = 0
    for wanted in expected:
        while at < len(events) and not matches(events[at], wanted):
            at += 1
        if at == len(events):
            return [f"events: {wanted} did not happen (in this order)"]
        at += 1
    return []


def _never(g: Game, events: Sequence[Event], expected: Sequence[Expected]) -> list[str]:
    del g
    return [f"never: {w} did happen" for w in expected if any(matches(e, w) for e in events)]


def _state(g: Game, events: Sequence[Event], expected: Mapping[str, object]) -> list[str]:
    """Public facts by the name that ``view`` gives them, for example ``double``."""
    del events
    visible = g.view(0).visible
    return [d for k, v in expected.items() for d in _differ(f"state.{k}", visible.get(k), v)]


def _hand(g: Game, seat: int) -> list[str]:
    return [KINDS[k] for k in g.s.hands[seat]]


def _discards(g: Game) -> list[str]:
    return [KINDS[k] for k, count in enumerate(g.s.discard) for _ in range(count)]


def _asked(g: Game) -> str:
    return asker_name(g.ask, g.seats) if g.ask is not None else "nobody"


CHECKS: Final[dict[str, Callable[..., list[str]]]] = {
    "pawns": _by_pawn("pawns", lambda g, seat: g.board.names[g.s.pos[seat]]),
    "hands": _by_pawn("hands", _hand),
    "cards": _by_pawn("cards", lambda g, seat: len(g.s.hands[seat])),
    "bonus_turns": _by_pawn("bonus_turns", lambda g, seat: g.s.bonus[seat]),
    "items": _by_pawn("items", lambda g, seat: ids(g.s.inv.held[seat]) if g.s.inv else []),
    "haunted": _plain("haunted", lambda g: _pawns_where(g.s.inv.haunted if g.s.inv else [], g)),
    "lying": _plain("lying", lambda g: list(g.lying())),
    "tokens": _plain("tokens", lambda g: _pawns_where((t == 1 for t in g.s.token), g)),
    "discards": _plain("discards", _discards),
    "jewel": _plain("jewel", _jewel),
    "turn": _plain("turn", lambda g: g.seats[g.s.active]),
    "asked": _plain("asked", _asked),
    "question": _plain("question", lambda g: g.ask.kind if g.ask else "nothing"),
    "may": _may,
    "may_also": _offered("may_also", True, _legal),
    "may_not": _offered("may_not", False, _legal),
    "ends": _plain("ends", _ends),
    "ends_not": _offered("ends_not", False, _ends),
    "events": _events,
    "never": _never,
    "winners": _plain(
        "winners", lambda g: [g.seats[i] for i in g.result.winners] if g.result else []
    ),
    "state": _state,
}
