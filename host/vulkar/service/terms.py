"""What was agreed when a table was made: rules, seats, and how long people may take."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from vulkar.bots import check_name
from vulkar.maps import IslandMap
from vulkar.rules import Ruleset, rulesets
from vulkar.service.args import Args
from vulkar.service.names import clean_name
from vulkar.table.games import build_game, map_sha
from vulkar.table.journal import Setup

OPEN: Final = "open"  # the kind of a seat that a person or a program takes by its key
PERSON: Final = "human"  # the same in a journal, so that a game can be played on at a terminal
CHOICE_TIMES: Final = ("off", "gentle", "strict")
WINDOW_S: Final = 8.0
CHOICE_S: Final = 60.0
HOLD_S: Final = 5.0
BOT_AFTER_S: Final = 0.0
LEAST_WINDOW_S: Final = 0.5  # without any time the pauses would tell who could act
# Each with the least and the most that may be agreed on, and what it is else.
TIMES_S: Final = {
    "window_s": (LEAST_WINDOW_S, 60.0, WINDOW_S),
    "choice_s": (5.0, 3600.0, CHOICE_S),
    "bot_after_s": (0.0, 3600.0, BOT_AFTER_S),
    "hold_s": (0.0, 60.0, HOLD_S),
}


@dataclass(frozen=True)
class Terms:
    """The terms of one table; one entry for each seat in ``kinds``, ``hands``, ``names``, pawns.

    ``choice_time``: off, gentle (after ``choice_s`` everybody is told who thinks) or strict (then
    a bot chooses). ``bot_after_s``: when a bot plays for somebody who is gone; 0: never.
    """

    ruleset: str
    preset: str
    options: dict[str, object]
    kinds: tuple[str, ...]
    hands: tuple[str, ...]
    names: tuple[str, ...]
    pawns: tuple[str, ...]
    window_s: float
    choice_time: str
    choice_s: float
    bot_after_s: float
    hold_s: float = HOLD_S  # how long a fireball's facts may be corrected before they count

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        read: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**read)

    @property
    def rules(self) -> Ruleset:
        """The ruleset itself."""
        return rulesets.get(self.ruleset)

    @property
    def people(self) -> frozenset[int]:
        """The seats that are not a bot's."""
        return frozenset(seat for seat, kind in enumerate(self.kinds) if kind == OPEN)

    def setup(self, island_map: IslandMap, board_id: str, seed: int) -> Setup:
        """What the journal of a game on these terms begins with."""
        return Setup(
            ruleset=self.ruleset,
            preset=self.preset,
            map_id=island_map.id,
            map_sha=map_sha(island_map),
            board_id=board_id,
            seed=seed,
            seats=tuple(PERSON if kind == OPEN else kind for kind in self.kinds),
            pawns=self.pawns,
            options=self.options,
            hands=self.hands if "paper" in self.hands else (),
        )


def read_terms(args: Args, island_map: IslandMap, board_id: str) -> Terms:
    """The terms that somebody asks for. Raises ``VulkarError`` if no game can have them."""
    names = tuple(rulesets.MODULES)
    rules = rulesets.get(args.one_of("ruleset", names, default=rulesets.DEFAULT))
    least, most, called = rules.seats
    rows = [Args("table.create", row) for row in args.rows("seats", most)]
    if len(rows) < least:
        raise args.wrong("seats", f"a list of {least} to {most} seats")
    kinds = tuple(row.text("kind", 20) for row in rows)
    for kind in kinds:
        if kind != OPEN:
            check_name(kind, rules.name)
    pawns = args.any("pawns") if args.has("pawns") else list(called[: len(kinds)])
    if not isinstance(pawns, list) or len(pawns) != len(kinds):
        raise args.wrong("pawns", "as many names as there are seats")
    if not all(isinstance(pawn, str) and 1 <= len(pawn) <= 20 for pawn in pawns):
        raise args.wrong("pawns", "names of 1 to 20 characters")
    preset = args.text("preset", default=rules.options.first)
    options = args.table("options", 64, default={})
    rules.options.make(preset, options)
    terms = Terms(
        ruleset=rules.name,
        preset=preset,
        options=options,
        kinds=kinds,
        hands=tuple(row.one_of("hand", rules.hands, default=rules.hands[0]) for row in rows),
        names=tuple(
            clean_name(row.text("name", 40, default=pawn)) or pawn
            for row, pawn in zip(rows, pawns, strict=True)
        ),
        pawns=tuple(pawns),
        choice_time=args.one_of("choice_time", CHOICE_TIMES, default=CHOICE_TIMES[0]),
        **{name: args.number(name, *limits) for name, limits in TIMES_S.items()},
    )
    if "paper" in terms.hands and set(kinds) != {OPEN}:  # who would tell a bot what it drew?
        raise args.wrong("seats", "people only where there are paper cards")
    build_game(island_map, terms.setup(island_map, board_id, 0))  # whatever else does not fit
    return terms
