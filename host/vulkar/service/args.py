"""The arguments of an operation, each checked as it is read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from vulkar.errors import VulkarError

MISSING: Final[Any] = object()


class Args:
    """Reads arguments by name and kind. Raises ``VulkarError("op.args")`` for a wrong one.

    A ``default`` stands for an argument that is missing or null.
    """

    def __init__(self, op: str, data: dict[str, Any]) -> None:
        self._op = op
        self._data = data

    def text(self, name: str, most: int = 64, default: Any = MISSING) -> str:
        """Text of 1 to ``most`` characters."""
        value = self._value(name, default)
        if value is not default and not (isinstance(value, str) and 1 <= len(value) <= most):
            raise self.wrong(name, f"text of 1 to {most} characters")
        return value  # type: ignore[no-any-return]

    def whole(self, name: str, low: int, high: int, default: Any = MISSING) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self._value(name, default)
        if value is not default and not (type(value) is int and low <= value <= high):
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return value  # type: ignore[no-any-return]

    def number(self, name: str, low: float, high: float, default: Any = MISSING) -> float:
        """A number from ``low`` to ``high``."""
        value = self._value(name, default)
        fits = type(value) in (int, float) and low <= value <= high
        if value is not default and not fits:
            raise self.wrong(name, f"a number from {low:g} to {high:g}")
        return float(value) if fits else value

    def flag(self, name: str, default: bool = False) -> bool:
        """true or false."""
        value = self._value(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def one_of(self, name: str, known: Collection[str], default: Any = MISSING) -> str:
        """One of some words."""
        value = self._value(name, default)
        if value is not default and not (isinstance(value, str) and value in known):
            raise self.wrong(name, "one of " + ", ".join(known))
        return value  # type: ignore[no-any-return]

    def rows(self, name: str, most: int, default: Any = MISSING) -> list[dict[str, Any]]:
        """A list of up to ``most`` objects."""
        value = self._value(name, default)
        fits = isinstance(value, list) and len(value) <= most
        if value is not default and not (fits and all(isinstance(row, dict) for row in value)):
            raise self.wrong(name, f"a list of up to {most} objects")
        return value  # type: ignore[no-any-return]

    def table(self, name: str, most: int, default: Any = MISSING) -> dict[str, Any]:
        """An object of up to ``most`` entries."""
        value = self._value(name, default)
        if value is not default and not (isinstance(value, dict) and len(value) <= most):
            raise self.wrong(name, f"an object of up to {most} entries")
        return value  # type: ignore[no-any-return]

    def any(self, name: str) -> Any:
        """Any JSON value, null included."""
        if name not in self._data:
            raise self.wrong(name, "a value")
        return self._data[name]

    def has(self, name: str) -> bool:
        """Whether it is there, and not null."""
        return self._data.get(name) is not None

    def wrong(self, name: str, wanted: str) -> VulkarError:
        """The error of an argument that is not ``wanted``."""
        return VulkarError("op.args", op=self._op, arg=name, wanted=wanted)

    def _value(self, name: str, default: Any) -> Any:
        value = self._data.get(name)
        if value is None:
            if default is MISSING:
                raise self.wrong(name, "there")
            return default
        return value
