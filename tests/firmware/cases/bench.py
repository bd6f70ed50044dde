"""A chip without hardware for the pure parts: it writes down what it is told. Both interpreters.

The same parts run on the simulated chip in tests/sim/chip, tests/island and test_lockstep.py.
"""

import struct

from island import wire
from island.session import Session


class Channel:
    def __init__(self, log, pin):
        self.log = log
        self.pin = pin
        self.ns = None

    def duty_ns(self, ns):
        self.ns = ns
        self.log.append((self.pin, ns))


class Level:
    def __init__(self, level):
        self.level = level

    def set(self, level):
        self.level = level

    def get(self):
        return self.level


class Once:
    def __init__(self):
        self.callback = None
        self.period_ms = 0

    def once(self, period_ms, callback):
        self.period_ms = period_ms
        self.callback = callback

    def cancel(self):
        self.callback = None

    def fire(self):
        callback = self.callback
        self.callback = None
        callback(self)


class Chip:
    platform = 2
    unique_id = b"BENCHCHP"
    cause = 1
    boot = 0x12345678

    def __init__(self):
        self.log = []
        self.channels = {}
        self.outputs = {}
        self.inputs = {}
        self.timers = []
        self.readings = [2048] * 128
        self.watchdog_ms = 0
        self.feeds = 0
        self.analogs = {}
        self.bus = None
        self.line = None
        self.switches = None

    def pwm(self, pin):
        self.channels[pin] = Channel(self.log, pin)
        return self.channels[pin]

    def output(self, pin, level):
        self.outputs[pin] = Level(level)
        return self.outputs[pin]

    def input(self, pin):
        self.inputs[pin] = self.inputs.get(pin) or Level(1)
        return self.inputs[pin]

    def timer(self):
        self.timers.append(Once())
        return self.timers[-1]

    def scan_init(self, select, adc):
        self.chain = (select, adc)

    def switch_init(self, load, clock, data, count, present):
        self.switches = (load, clock, data, count, present)

    def analog(self, pin):
        self.analogs[pin] = self.analogs.get(pin) or Level(2048)
        return self.analogs[pin]

    def pwm_chip(self, sda, scl, address, enable, khz):
        from chips_of import Bus

        from island.drivers.pca9685 import Pca9685

        self.bus = self.bus or Bus()
        return Pca9685(self.bus, address, self.output(enable, 1), khz)

    def lamps(self, pin, count):
        from chips_of import LampLine

        self.line = LampLine(count)
        return self.line

    def scan(self, buffer):
        for i in range(len(buffer)):
            buffer[i] = self.readings[i]

    def start_watchdog(self, timeout_ms):
        self.watchdog_ms = timeout_ms

    def feed(self):
        self.feeds += 1

    def free(self):
        return 100000


MOVES = (700, 2300, 2000, 100, 20000)  # min, max, speed, settle, budget


def items(servos=2, sensors=128):
    """A configuration: the last servo is the gate's, pins 9 beam, 14 rail, 15 stop.

    With more than 9 servos the beam is on 27, and there are neither rail nor stop.
    """
    out = [bytes([wire.C_BEGIN])]
    for i in range(servos):
        out.append(struct.pack(wire.F_C_SERVO, wire.C_SERVO, i, 0, i, *MOVES))
    gate = servos - 1
    out.append(struct.pack(wire.F_C_GATE, wire.C_GATE, 0, gate, 1500, 300))
    out.append(struct.pack(wire.F_C_WAY, wire.C_WAY, 0, 0, 1000))
    out.append(struct.pack(wire.F_C_WAY, wire.C_WAY, 0, 1, 2000))
    if sensors:
        out.append(bytes([wire.C_CHAIN, 7, 16, 17, 18, 19, 20, 21, 22, 26]))
        hall = struct.pack(wire.F_C_HALL, wire.C_HALL, sensors, 2048, 186, 74, 26, 8, 3)
        out.append(hall)
    out.append(struct.pack(wire.F_C_MARBLE, wire.C_MARBLE, 0, 9 if servos <= 9 else 27, 1))
    if servos <= 9:
        out.append(struct.pack(wire.F_C_PINS, wire.C_PINS, 14, 1, 15, 0))
    return out


def full():
    """Everything that a controller can hold: 16 servos, ten on the PWM chip; 128 sensors, 64 of
    them switches; 128 lamps; a supply."""
    out = [bytes([wire.C_BEGIN])]
    out.append(struct.pack(wire.F_C_PWM_CHIP, wire.C_PWM_CHIP, 6, 7, 0x40, 8, 25900))
    for i in range(16):
        where = (wire.OUT_PIN, i) if i < 6 else (wire.OUT_CHIP, i - 6)
        out.append(struct.pack(wire.F_C_SERVO, wire.C_SERVO, i, *where, *MOVES))
    for i in range(5):
        out.append(struct.pack(wire.F_C_GATE, wire.C_GATE, i, i, 1500, 300))
        out.append(struct.pack(wire.F_C_WAY, wire.C_WAY, i, 0, 1000))
        out.append(struct.pack(wire.F_C_MARBLE, wire.C_MARBLE, i, 9 + i, 1))
    out.append(bytes([wire.C_CHAIN, 6, 16, 17, 18, 19, 20, 21, 26]))
    out.append(struct.pack(wire.F_C_SWITCHES, wire.C_SWITCHES, 14, 15, 22, 64, 0))
    out.append(struct.pack(wire.F_C_HALL, wire.C_HALL, 128, 2048, 186, 74, 26, 8, 3))
    out.append(struct.pack(wire.F_C_PINS, wire.C_PINS, 27, 1, wire.NO_PIN, 0))
    out.append(struct.pack(wire.F_C_LAMPS, wire.C_LAMPS, 28, 128, 1500, 12, 1))
    out.append(struct.pack(wire.F_C_SUPPLY, wire.C_SUPPLY, 29, 9900, 4500, 4100, 60))
    return out


class Bench:
    """A session on a bench chip, with a clock that starts just before the ticks wrap."""

    def __init__(self, start_ms=(1 << 30) - 500):
        self.chip = Chip()
        self.ms = start_ms & (wire.TICKS - 1)
        self.session = Session(self.chip, self.ms)
        self.reader = wire.Reader(512)
        self.seq = 0
        self.heard = []
        self.drain()

    @property
    def board(self):
        return self.session.board

    @property
    def us(self):
        return self.ms * 1000 & (wire.TICKS - 1)

    def drain(self):
        while True:
            frame = self.session.output(self.ms, self.us)
            if frame is None:
                break
            self.heard += self.reader.feed(frame)

    def send(self, kind, payload=b"", seq=None):
        """Sends one frame and returns the answer (kind, payload)."""
        if seq is None:
            self.seq += 1
            seq = self.seq
        self.heard = []
        self.session.receive(wire.encode(kind, seq, payload), self.ms, self.us)
        self.session.step(self.ms, self.us)
        self.drain()
        for kind_back, seq_back, data in self.heard:
            if seq_back == seq and kind_back not in (wire.EVENT, wire.HEARTBEAT, wire.STATS):
                return kind_back, data
        return None

    def command(self, kind, payload=b"", seq=None):
        """The result and detail of a command."""
        kind_back, data = self.send(kind, payload, seq)
        assert kind_back == wire.ACK, kind_back
        return struct.unpack(wire.F_ACK, data)

    def result(self, kind, payload=b""):
        return self.command(kind, payload)[0]

    def configure(self, payloads):
        import binascii

        crc = 0
        for payload in payloads:
            crc = binascii.crc32(payload, crc)
            result = self.result(wire.CONFIG, payload)
            if result != wire.OK:
                return result
        return self.result(wire.SEAL, struct.pack(wire.F_SEAL, crc, 1))

    def ready(self):
        assert self.configure(items()) == wire.OK
        assert self.result(wire.ARM) == wire.OK
        self.run(50)

    def run(self, span_ms, step_ms=10, host=True):
        """Lets time pass, with a host that speaks or one that is silent; returns the events."""
        events = []
        for _ in range(span_ms // step_ms):
            self.ms = (self.ms + step_ms) & (wire.TICKS - 1)
            if host:
                self.session.receive(wire.encode(wire.HEARTBEAT, 0), self.ms, self.us)
            self.session.step(self.ms, self.us)
            self.heard = []
            self.drain()
            for kind, _, data in self.heard:
                if kind == wire.EVENT:
                    number, _, what, index, value = struct.unpack(wire.F_EVENT, data)
                    events.append((what, index, value))
                    if not host:
                        continue
                    ack = bytes([number & 255, number >> 8])
                    self.session.receive(wire.encode(wire.EVENT_ACK, 0, ack), self.ms, self.us)
        return events

    def servo(self, index, pulse):
        return self.command(wire.SERVO, struct.pack(wire.F_SERVO, index, pulse))

    def release(self, number, way=0, attempt=0, gate=0, seq=None, boot=Chip.boot & 0xFFFF):
        payload = struct.pack(wire.F_RELEASE, gate, way, attempt, number, boot)
        return self.command(wire.RELEASE, payload, seq)

    def openings(self):
        """How often the gate's servo was told one of its two open pulses."""
        pin = 1
        return sum(1 for p, ns in self.chip.log if p == pin and ns in (1000000, 2000000))
