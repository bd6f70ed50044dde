"""Reads the whole hall field on an RP2040: multiplexers by SIO, the ADC by its registers.

The chip's half of the seam; a simulator puts a module of this name earlier on the path. It is
viper on registers because plain bytecode takes 16 ms for 128 sensors. Reading ``adc * 2**s +
code`` is ADC pin number ``adc`` with ``code`` on the ``s`` select lines, lowest bit first.
Behind those come switches on a chain of 74HC165: the chip nearest to the controller first, its
input H first; they read 4095 while a magnet is there, else 0.
Register addresses: RP2040 data sheet, SIO 2.3.1.7 and ADC 4.9.6.
"""

from array import array

from machine import ADC, Pin

try:
    import micropython
except ImportError:
    from island import cpython as micropython  # type: ignore[no-redef]
    from island.cpython import ptr16, ptr32

_set = array("I", bytes(4))  # of each code: pins that go high, pins that go low
_clear = array("I", bytes(4))
_channels = array("I", bytes(4))
_sizes = array("I", bytes(12))  # number of codes, of channels, of switches
_chain = array("I", bytes(16))  # masks of load, clock and data; the level while a magnet is there


def init(select_pins: list[int], adc_pins: list[int]) -> None:
    """Claims the pins and prepares what each code sets and clears."""
    global _set, _clear, _channels
    every = 0
    for pin in select_pins:
        Pin(pin, Pin.OUT, value=0)
        every |= 1 << pin
    for pin in adc_pins:
        ADC(Pin(pin)).read_u16()  # switches the ADC and the pin's analogue input on
    codes = 1 << len(select_pins)
    _set = array("I", bytes(4 * codes))
    _clear = array("I", bytes(4 * codes))
    for code in range(codes):
        high = 0
        for bit, pin in enumerate(select_pins):
            if code >> bit & 1:
                high |= 1 << pin
        _set[code] = high
        _clear[code] = every & ~high
    _channels = array("I", [pin - 26 for pin in adc_pins])
    _sizes[0] = codes
    _sizes[1] = len(adc_pins)
    _sizes[2] = 0


def switch_init(load: int, clock: int, data: int, count: int, present: int) -> None:
    """Claims the chain's pins: load (low takes the inputs over), clock (rising), serial data."""
    Pin(load, Pin.OUT, value=1)
    Pin(clock, Pin.OUT, value=0)
    Pin(data, Pin.IN)
    _chain[0] = 1 << load
    _chain[1] = 1 << clock
    _chain[2] = 1 << data
    _chain[3] = present
    _sizes[2] = count


def scan(buf: "array[int]") -> None:
    """Fills ``buf`` (16-bit, one 12-bit reading a sensor)."""
    sizes = _sizes
    analog = len(buf) - sizes[2]
    for channel in range(sizes[1]):
        _select_channel(_channels[channel])
        start = channel * sizes[0]
        count = min(sizes[0], analog - start)
        if count > 0:
            _sweep(buf, _set, _clear, start << 16 | count)
    if sizes[2]:
        _shift(buf, _chain, analog << 16 | sizes[2])


@micropython.viper
def _select_channel(channel):
    cs = ptr32(0x4004C000)  # ADC_CS: enable, input
    cs[0] = 1 | int(channel) << 12


@micropython.viper
def _sweep(buf, high, low, where):
    reading = ptr16(buf)
    set_to = ptr32(high)
    clear_to = ptr32(low)
    gpio = ptr32(0xD0000000)  # SIO: word 5 sets outputs, word 6 clears them
    adc = ptr32(0x4004C000)  # word 0 control and status, word 1 result
    start = int(where) >> 16
    for code in range(int(where) & 0xFFFF):
        gpio[6] = clear_to[code]
        gpio[5] = set_to[code]
        for _ in range(40):  # about 2 us for the two levels of multiplexers to settle
            pass
        adc[0] = int(adc[0]) | 4
        while not int(adc[0]) & 0x100:
            pass
        reading[start + code] = adc[1]


@micropython.viper
def _shift(buf, chain, where):
    reading = ptr16(buf)
    word = ptr32(chain)
    gpio = ptr32(0xD0000000)  # SIO: word 1 reads all pins, word 5 sets outputs, word 6 clears them
    load = int(word[0])
    clock = int(word[1])
    data = int(word[2])
    gpio[6] = load
    for _ in range(4):  # 100 ns and more for the inputs to be taken over
        pass
    gpio[5] = load
    start = int(where) >> 16
    for i in range(int(where) & 0xFFFF):
        level = 1 if int(gpio[1]) & data else 0
        reading[start + i] = 4095 if level == int(word[3]) else 0
        gpio[5] = clock
        for _ in range(2):
            pass
        gpio[6] = clock
