"""What items add to the state of a game: small integers with their own copy."""

from __future__ import annotations

from typing import Any

Path = tuple[int, ...]
TRACK_LENGTH = 8  # spaces of its way that a piece is remembered by


class ItemState:
    """All that is public, too: items, ghosts, dolls and the anchor lie open on the table."""

    __slots__ = (
        "anchor",  # 1 while an anchor hangs on the boat
        "cursed",  # space + 1 of the doll that stopped the active piece, until it has paid
        "die",  # the last die of a roll frame before it was doubled
        "dolls",  # (space, seat that left it) of each doll on the board
        "fallen",  # 1 for a seat that lies with its jewel beside it
        "haunted",  # 1 for a seat with a ghost
        "held",  # each seat's items as bits
        "lit",  # 1 while a torch waits for the roll for a cave
        "redirect",  # seat + 1 that turns a fireball with its staff, 0 if none
        "rolled",  # 1 once the active seat made a rolled move in this turn
        "track",  # the last spaces each piece came over, its own last
        "value",  # last result of an item roll, or the seats that a shield saved
    )

    def __init__(self, seats: int) -> None:
        self.anchor = self.cursed = self.die = self.lit = self.redirect = 0
        self.rolled = self.value = 0
        self.dolls: tuple[tuple[int, int], ...] = ()
        self.fallen = [0] * seats
        self.haunted = [0] * seats
        self.held = [0] * seats
        self.track: list[Path] = [()] * seats

    def copy(self) -> ItemState:
        """An independent state with equal content."""
        new: ItemState = object.__new__(ItemState)
        new.anchor = self.anchor
        new.cursed = self.cursed
        new.die = self.die
        new.dolls = self.dolls
        new.fallen = self.fallen[:]
        new.haunted = self.haunted[:]
        new.held = self.held[:]
        new.lit = self.lit
        new.redirect = self.redirect
        new.rolled = self.rolled
        new.track = self.track[:]
        new.value = self.value
        return new

    def key(self) -> tuple[Any, ...]:
        """All content as one comparable value."""
        return tuple(
            tuple(v) if isinstance(v := getattr(self, name), list) else v for name in self.__slots__
        )

    def has(self, seat: int, item: int) -> bool:
        """Whether a seat holds an item."""
        return bool(self.held[seat] >> item & 1)

    def count(self, seat: int) -> int:
        """How many items a seat holds."""
        return self.held[seat].bit_count()

    def walked(self, pawn: int, start: int, path: Path, back: bool) -> None:
        """Remembers the way of a piece, for those who are thrown back along it."""
        before = self.track[pawn]
        if back:
            rest = before[: -len(path)]
            before = rest if rest and rest[-1] == path[-1] else path[-1:]
        else:
            if not before or before[-1] != start:
                before = (start,)
            before = (*before, *path)
        self.track[pawn] = before[-TRACK_LENGTH:]

    def new_turn(self) -> None:
        """Forgets what holds for one turn only."""
        self.rolled = self.cursed = self.lit = self.redirect = 0
