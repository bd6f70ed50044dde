"""Digital inputs: marble beams and the emergency stop line."""

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Input


class Beam:
    """A marble beam, believed once two readings agree. ``home``: 1, 0, or -1 not yet known."""

    def __init__(self, pin: "Input", level: int) -> None:
        self.home = -1
        self._pin = pin
        self._level = level  # while the marble is home
        self._last = -1

    def changed(self) -> bool:
        home = 1 if self._pin.get() == self._level else 0
        news = home == self._last and home != self.home
        self._last = home
        if news:
            self.home = home
        return news


class StopLine:
    """The emergency stop line; none is one that never stops."""

    def __init__(self, pin: "Input | None", level: int) -> None:
        self._pin = pin
        self._level = level

    @property
    def stops(self) -> bool:
        return self._pin is not None and self._pin.get() == self._level
