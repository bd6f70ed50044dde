"""Makes of a checked configuration the parts that it describes. Nothing moves yet."""

from island import wire
from island.config import Config
from island.duty import Duty
from island.events import Events
from island.field import Field
from island.gate import Gate
from island.inputs import Beam, StopLine
from island.power import Power
from island.servo import Servo
from island.supply import Supply

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.drivers.ws2812 import Lamps
    from island.parts import Chip, PwmChip

SWITCH_HALF = 2048  # a switch reads 0 or 4095


class Parts:
    """What hangs on the controller. Without a configuration: nothing."""

    def __init__(self) -> None:
        self.servos: list[Servo] = []
        self.gates: list[Gate] = []
        self.gate_servos: list[int] = []
        self.marbles: list[Beam] = []
        self.field: Field | None = None
        self.lamps: "Lamps | None" = None
        self.supply = Supply()
        self.stop_line = StopLine(None, 0)
        self.pwm_chip: "PwmChip | None" = None
        self.power = Power(None, 0, None)

    def unsealed(self) -> "Parts":
        """What stays while the seal is open: the stop line, and what is known of the supply."""
        parts = Parts()
        parts.stop_line = self.stop_line
        parts.supply = self.supply
        return parts

    @property
    def settled(self) -> bool:
        """Every input has been read often enough for its state to mean something."""
        for marble in self.marbles:
            if marble.home < 0:
                return False
        return self.field is None or self.field.settled

    @property
    def gate_busy(self) -> bool:
        """Some gate is open or closing."""
        for gate in self.gates:
            if gate.busy:
                return True
        return False

    def marble_bits(self) -> int:
        """Bit n: marble n is home."""
        bits = 0
        for i, marble in enumerate(self.marbles):
            if marble.home == 1:
                bits |= 1 << i
        return bits


def assemble(config: Config, make: "Chip", events: Events, now_ms: int) -> Parts | None:
    """None if the PWM chip does not answer. It is asleep and cut off before anything else."""
    parts = Parts()
    rail, rail_on, stop, stop_level = config.pins
    if config.pwm_chip is not None:
        parts.pwm_chip = make.pwm_chip(*config.pwm_chip)
        if not parts.pwm_chip.start():
            return None
    rail_out = None if rail == wire.NO_PIN else make.output(rail, 1 - rail_on)
    parts.power = Power(rail_out, rail_on, parts.pwm_chip)
    parts.stop_line = StopLine(None if stop == wire.NO_PIN else make.input(stop), stop_level)
    for _, out, pin, low, high, speed, settle, budget in config.servos:
        if out == wire.OUT_CHIP and parts.pwm_chip is not None:
            channel = parts.pwm_chip.channel(pin)
        else:
            channel = make.pwm(pin)
        duty = Duty(budget, now_ms)
        parts.servos.append(Servo(channel, low, high, speed, settle, duty))
    for _, servo, closed, open_ms in config.gates:
        parts.gates.append(Gate(parts.servos[servo], make.timer(), closed, open_ms))
    parts.gate_servos = [gate[1] for gate in config.gates]
    for gate, _, pulse in config.ways:
        parts.gates[gate].ways.append(pulse)
    parts.marbles = [Beam(make.input(pin), home) for _, pin, home in config.marbles]
    if config.hall is not None:
        parts.field = _field(config, make, events)
    if config.lamps is not None:
        from island.drivers.ws2812 import Lamps  # drivers take memory only where they are needed

        pin, count, budget_ma, full_ma, dark_ma = config.lamps
        parts.lamps = Lamps(make.lamps(pin, count), count, budget_ma, full_ma, dark_ma, now_ms)
    if config.supply is not None:
        pin, full_mv, low_mv, sag_mv, window_s = config.supply
        parts.supply = Supply(make.analog(pin), full_mv, low_mv, sag_mv, window_s * 1000)
    return parts


def _field(config: Config, make: "Chip", events: Events) -> Field:
    """Analogue sensors first, then the switches behind the shift registers, in one numbering."""
    assert config.hall is not None
    n, zero, above, below, dip, still, debounce = config.hall
    make.scan_init(config.select, config.adc)
    switches = 0
    if config.switches is not None:
        switches = config.switches[3]
        make.switch_init(*config.switches)
    field = Field(n, make, events, debounce)
    field.dips(dip, still)
    field.switches = switches
    for i in range(n):
        if i < n - switches:
            field.limits(i, zero, above, below)
        else:
            field.limits(i, 0, SWITCH_HALF, SWITCH_HALF)
    for sensor, zero, above, below in config.sensors:
        field.limits(sensor, zero, above, below)
    return field
