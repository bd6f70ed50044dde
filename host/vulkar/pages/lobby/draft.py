"""A table that somebody is making up in the lobby, before it is made. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from vulkar.texts import Text

OPEN: Final = "open"
PHONE: Final = "phone"
USUAL: Final = (OPEN, OPEN, "simple")


@dataclass(slots=True)
class SeatDraft:
    """One seat. An empty ``name`` leaves it to whoever sits down, or to the pawn."""

    kind: str = OPEN
    name: str = ""
    hand: str = PHONE


@dataclass(slots=True)
class Draft:
    """``offer``: what ``rules.options`` told. ``options``: only what differs from the preset."""

    offer: Mapping[str, Any]
    ruleset: str = ""
    preset: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seats: list[SeatDraft] = field(default_factory=lambda: [SeatDraft(kind) for kind in USUAL])
    choice_time: str = ""
    times: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.choose_rules(self.ruleset or str(self.offer["rulesets"][0]["id"]))
        self.choice_time = self.choice_time or str(self.offer["choice_times"][0]["id"])

    @property
    def rules(self) -> Mapping[str, Any]:
        """What the chosen ruleset offers."""
        return next(each for each in self.offer["rulesets"] if each["id"] == self.ruleset)

    def choose_rules(self, ruleset: str) -> None:
        """Another ruleset, with its first preset unless it has the one that is chosen.

        Seats stay where it has such seats.
        """
        self.ruleset = ruleset
        known = [str(preset["id"]) for preset in self.rules["presets"]]
        self.choose_preset(self.preset if self.preset in known else known[0])
        self.seat_them(len(self.seats))
        kinds = [str(kind["id"]) for kind in self.rules["kinds"]]
        for seat in self.seats:
            seat.kind = seat.kind if seat.kind in kinds else OPEN

    def choose_preset(self, preset: str) -> None:
        """Another preset, as it is."""
        self.preset, self.options = preset, {}

    def choose_option(self, option: str, index: int) -> None:
        """The reading of that index."""
        row = next(row for row in self.rules["options"] if row["id"] == option)
        value = row["readings"][index]["value"]
        if value == self.usual(option):
            self.options.pop(option, None)
        else:
            self.options[option] = value

    def usual(self, option: str) -> Any:
        """What the preset has."""
        presets = self.rules["presets"]
        return next(each for each in presets if each["id"] == self.preset)["values"][option]

    def reading(self, option: str) -> Any:
        """What is chosen."""
        return self.options.get(option, self.usual(option))

    def groups(self) -> Iterator[tuple[Text, list[Mapping[str, Any]]]]:
        """The options of each group, in their order."""
        rows: list[Mapping[str, Any]] = []
        for row in self.rules["options"]:
            if rows and row["group"] != rows[0]["group"]:
                yield rows[0]["group"], rows
                rows = []
            rows.append(row)
        if rows:
            yield rows[0]["group"], rows

    def seat_them(self, count: int) -> None:
        """As many seats; those that stay are as they were."""
        count = min(self.rules["most"], max(self.rules["least"], count))
        self.seats = self.seats[:count]
        while len(self.seats) < count:
            self.seats.append(SeatDraft())

    def choose_kind(self, seat: int, kind: str) -> None:
        """A person or a bot. A bot has no cards of paper, and nobody has any beside one."""
        self.seats[seat].kind = kind
        if kind != OPEN:
            for each in self.seats:
                each.hand = PHONE

    @property
    def may_be_paper(self) -> bool:
        """Whether cards may be real ones."""
        return len(self.rules["hands"]) > 1 and all(seat.kind == OPEN for seat in self.seats)

    def choose_time(self, name: str, seconds: str) -> None:
        """A time as it was typed; what is no number leaves what was agreed before."""
        bounds = self.offer["times"][name]
        try:
            value = float(seconds.replace(",", "."))
        except ValueError:
            return
        self.times[name] = min(bounds["most"], max(bounds["least"], value))

    def args(self) -> dict[str, Any]:
        """The arguments of ``table.create``."""
        seats = []
        for seat in self.seats:
            row = {"kind": seat.kind, "hand": seat.hand}
            if seat.name.strip():
                row["name"] = seat.name.strip()
            seats.append(row)
        rules = {"ruleset": self.ruleset, "preset": self.preset, "options": dict(self.options)}
        return rules | {"seats": seats, "choice_time": self.choice_time, **self.times}
