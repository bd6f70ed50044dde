"""What feeds the servos: the rail's switch and the PWM chip's output enable, always together."""

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Output, PwmChip


class Power:
    """Off until told otherwise. The board's resistors hold both off while nobody drives them."""

    def __init__(self, rail: "Output | None", on_level: int, chip: "PwmChip | None") -> None:
        self.on = False
        self._rail = rail
        self._on_level = on_level
        self._chip = chip

    def set(self, on: bool) -> None:
        self.on = on
        if self._rail is not None:
            self._rail.set(self._on_level if on else 1 - self._on_level)
        if self._chip is not None:
            self._chip.enable(on)
