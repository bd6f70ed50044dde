"""Disputed readings of any ruleset as typed options; a preset chooses one reading of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

from vulkar.errors import VulkarError

O = TypeVar("O", bound=Any)  # a frozen dataclass: one field an option  # noqa: E741


class About(NamedTuple):
    """``reason``: of the first preset. ``differs``: of a preset that reads it otherwise.

    ``sources`` are rulebook lines, or ``row n`` of the open points. ``may_not_end``: readings under
    which a game can go on for ever.
    """

    question: str
    reason: str
    sources: str
    differs: str = ""
    may_not_end: tuple[object, ...] = ()


@dataclass(frozen=True)
class OptionSet(Generic[O]):
    """All options of a ruleset.

    ``presets``: by name, the first one is played where none is named; their type is a frozen
    dataclass whose fields are the options, each a ``bool`` or a ``Literal``. ``about``: one for
    each field. ``groups``: option that a group begins with -> name of the group, in their order.
    ``endless``: presets under which a game may go on for ever whatever their single readings.
    """

    presets: Mapping[str, O]
    about: Mapping[str, About]
    groups: Mapping[str, str] = field(default_factory=dict)
    endless: tuple[str, ...] = ()
    # reading type hints takes a hundred times as long as a move, so it is done once
    _readings: dict[str, tuple[object, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        hints = get_type_hints(type(self.presets[self.first]))
        names = (f.name for f in fields(self.presets[self.first]))
        readings = {n: (True, False) if hints[n] is bool else get_args(hints[n]) for n in names}
        object.__setattr__(self, "_readings", readings)

    @property
    def first(self) -> str:
        """The preset that is played where none is named."""
        return next(iter(self.presets))

    @property
    def names(self) -> tuple[str, ...]:
        """The options."""
        return tuple(self._readings)

    def choices(self, name: str) -> tuple[object, ...]:
        """All readings of an option, for example ``("touch", "knockdown")``."""
        return self._readings[name]

    def make(self, preset: str, changes: Mapping[str, object] | None = None) -> O:
        """The options of ``preset`` with ``changes`` applied.

        Raises ``VulkarError`` with code ``preset.unknown``, ``option.unknown`` or ``option.value``.
        """
        if preset not in self.presets:
            raise VulkarError("preset.unknown", preset=preset, known=", ".join(self.presets))
        if not changes:
            return self.presets[preset]
        for name, value in changes.items():
            if name not in self._readings:
                raise VulkarError("option.unknown", option=name)
            if not self.allows(name, value):
                allowed = self.choices(name)
                raise VulkarError("option.value", option=name, value=value, allowed=allowed)
        return replace(self.presets[preset], **changes)

    def allows(self, name: str, value: object) -> bool:
        """Whether an option has this reading. 1 is not True."""
        readings = self.choices(name)
        return any(value is r or (isinstance(r, str) and value == r) for r in readings)

    def parse(self, preset: str, texts: Sequence[str]) -> dict[str, object]:
        """``["items=both", "jewel_one_way=off"]`` as values, checked against the preset.

        Raises ``VulkarError`` as :meth:`make` does.
        """
        options: dict[str, object] = {}
        for text in texts:
            name, _, reading = (part.strip() for part in text.partition("="))
            readings = self._readings.get(name, ())
            options[name] = next((c for c in readings if said(c) == reading), reading)
        self.make(preset, options)
        return options

    def reason(self, name: str, preset: str) -> str:
        """Why a preset reads an option as it does."""
        about = self.about[name]
        return about.differs if about.differs and self.differs(name, preset) else about.reason

    def differs(self, name: str, preset: str) -> bool:
        """Whether a preset reads an option otherwise than the first one."""
        theirs, ours = self.presets[preset], self.presets[self.first]
        return bool(getattr(theirs, name) != getattr(ours, name))

    def may_not_end(self, options: O) -> tuple[str, ...]:
        """The options whose chosen reading can keep a game from ending, as ``name=value``."""
        return tuple(
            f"{name}={getattr(options, name)}"
            for name, about in self.about.items()
            if getattr(options, name) in about.may_not_end
        )


def said(value: object) -> str:
    """A reading as people write it: on, off, or its own word."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
