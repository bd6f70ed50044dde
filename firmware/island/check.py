"""Whether a configuration is possible: limits that no host can talk a controller out of."""

from island import wire
from island.config import MOST_SENSORS, Config

PULSE_MIN_US = 400  # no servo wants less or more, whatever a host says
PULSE_MAX_US = 2600
OPEN_MAX_MS = 3000
SETTLE_MAX_MS = 5000
SPEED_MIN_US_S = 100  # slower, a move would hold its pulse for minutes
BUDGET_MAX_MS = 30000  # half of the time
CHANNELS = 16  # of a PWM chip
CHIP_MIN_KHZ = 20000  # of its oscillator, nominally 25000: a wrong one makes every pulse wrong
CHIP_MAX_KHZ = 30000
SELECT_MOST = 8  # select lines: the tables of the scan double with each
PINS = tuple(range(23)) + (26, 27, 28)  # a Pico's; 23-25 are its own
ADC_PINS = (26, 27, 28, 29)
PI_PINS = tuple(range(2, 28))  # a Raspberry Pi's header; 0 and 1 belong to its add-on boards


def check(config: Config, on_pi: bool = False) -> int:
    """0, or what is impossible: its item in the high byte and its index in the low one.

    ``on_pi``: every pin of the header makes pulses of its own, and reads a switch where an RP2040
    would read its ADC; there are none of the chips that hang on an RP2040.
    """
    used: list[int] = []  # pins; 256 + PWM channel; 512 + a gate's servo; 768 + a chip's channel
    return (
        _servos(config, used, on_pi)
        or _gates(config, used)
        or _ways(config)
        or _inputs(config, used, on_pi)
        or _rest(config)
    )


def _servos(config: Config, used: list[int], on_pi: bool) -> int:
    known = PI_PINS if on_pi else PINS
    for i, (_, out, pin, low, high, speed, settle, budget) in enumerate(config.servos):
        bad = wire.C_SERVO << 8 | i
        if not PULSE_MIN_US <= low < high <= PULSE_MAX_US:
            return bad
        if speed < SPEED_MIN_US_S or settle > SETTLE_MAX_MS or budget > BUDGET_MAX_MS:
            return bad
        if (high - low) * 1000 // speed + settle > budget >> 1:  # a move that would never fit
            return bad
        if out == wire.OUT_CHIP:
            if config.pwm_chip is None or pin >= CHANNELS or 768 + pin in used:
                return bad
            used.append(768 + pin)
            continue
        channel = 256 + (pin if on_pi else pin & 15)  # GPIO n and n + 16 share a PWM channel
        if out != wire.OUT_PIN or pin not in known or channel in used:
            return bad
        used.append(channel)
        used.append(pin)
    return 0


def _gates(config: Config, used: list[int]) -> int:
    for i, (_, servo, closed, open_ms) in enumerate(config.gates):
        bad = wire.C_GATE << 8 | i
        if servo >= len(config.servos) or not 0 < open_ms <= OPEN_MAX_MS:
            return bad
        if 512 + servo in used or not _fits(config, servo, closed):
            return bad
        # only a pin's own PWM can be written from an interrupt, which closes the gate in time
        if config.servos[servo][1] != wire.OUT_PIN:
            return bad
        if open_ms + config.servos[servo][6] > config.servos[servo][7] >> 1:
            return bad
        used.append(512 + servo)
    return 0


def _ways(config: Config) -> int:
    counts = [0] * len(config.gates)
    for gate, way, pulse in config.ways:
        if gate >= len(counts) or way != counts[gate]:
            return wire.C_WAY << 8 | gate
        if not _fits(config, config.gates[gate][1], pulse):
            return wire.C_WAY << 8 | gate
        counts[gate] += 1
    return 0


def _fits(config: Config, servo: int, pulse: int) -> bool:
    return config.servos[servo][3] <= pulse <= config.servos[servo][4]


def _inputs(config: Config, used: list[int], on_pi: bool) -> int:
    """Every other pin: there, and used once."""
    if on_pi:
        for item, part in (
            (wire.C_PWM_CHIP, config.pwm_chip),
            (wire.C_SWITCHES, config.switches),
            (wire.C_LAMPS, config.lamps),
            (wire.C_SUPPLY, config.supply),
        ):
            if part is not None:
                return item << 8
    if len(config.select) > SELECT_MOST:
        return wire.C_CHAIN << 8
    known = PI_PINS if on_pi else PINS
    analogue = PI_PINS if on_pi else ADC_PINS
    pins = [pin for pin in (config.pins[0], config.pins[2]) if pin != wire.NO_PIN]
    pins += config.select + [marble[1] for marble in config.marbles] + config.adc
    if config.pwm_chip is not None:
        sda, scl, address, enable, khz = config.pwm_chip
        # of every four pins, the first two are bus 0 and the others bus 1; data is even
        if sda & 1 or scl != sda + 1 or not 0x40 <= address <= 0x7F or address == 0x70:
            return wire.C_PWM_CHIP << 8
        if not CHIP_MIN_KHZ <= khz <= CHIP_MAX_KHZ:
            return wire.C_PWM_CHIP << 8
        pins += [sda, scl, enable]
    if config.switches is not None:
        pins += config.switches[:3]
    if config.lamps is not None:
        pins.append(config.lamps[0])
    for pin in pins:
        if pin not in known or pin in used:
            return wire.C_PINS << 8 | pin
        used.append(pin)
    for pin in config.adc:
        if pin not in analogue:
            return wire.C_CHAIN << 8 | pin
    if config.supply is not None:
        pin, _, low_mv, sag_mv, _ = config.supply
        if pin not in ADC_PINS or pin in used or sag_mv > low_mv:
            return wire.C_SUPPLY << 8 | pin
    return 0


def _rest(config: Config) -> int:
    switches = 0 if config.switches is None else config.switches[3]
    if config.hall is not None:
        n = config.hall[0]
        if n > MOST_SENSORS or switches > n:
            return wire.C_HALL << 8
        if n - switches > len(config.adc) << len(config.select):
            return wire.C_HALL << 8
        for sensor in config.sensors:
            if sensor[0] >= n:
                return wire.C_SENSOR << 8 | sensor[0]
    elif switches:
        return wire.C_SWITCHES << 8
    if config.lamps is not None:
        _, count, budget_ma, _, dark_ma = config.lamps
        if not count or count * dark_ma > budget_ma:
            return wire.C_LAMPS << 8
    if config.fast_ms < 5 or config.slow_ms < config.fast_ms:
        return wire.C_RATE << 8
    return 0
