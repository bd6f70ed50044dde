"""The wire, one source for both ends: frames, kinds, results, payload layouts.

A frame is one line: 0x02, the stuffed body, 0x0A. The body is kind (1 byte), sequence number
(2 bytes), payload (at most 21 bytes) and a CRC-32 of all that, little-endian. The bytes 0x03,
0x0A and 0x7D never appear inside a frame: each is sent as 0x7D and a second byte. A line without
0x02, or what stands before it, is console text. Runs under MicroPython and CPython alike, so it
keeps to what both know.
"""

import binascii
import struct

PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 0

MAX_PAYLOAD = 21  # every byte stuffed: 2 * (3 + 21 + 4) + 2 = 58 encoded bytes, under 60
MAX_ENCODED = 58
MAX_COMMAND = 24  # encoded bytes of a command where possible: reading costs 100 us a byte

# --- kinds: commands (host to controller) ---------------------------------------------------
HELLO = 0x10  # part u8 -> HELLO
CONFIG = 0x11  # item u8, fields by item -> ACK
SEAL = 0x12  # crc u32, epoch u32 -> ACK
ARM = 0x13  # -> ACK
DISARM = 0x14  # -> ACK
ESTOP = 0x15  # -> ACK
CLEAR = 0x16  # -> ACK
HEARTBEAT = 0x17  # (both ways, never answered)
PING = 0x18  # any payload -> PONG with the same payload
SERVO = 0x19  # index u8, pulse_us u16 -> ACK, detail = number of the move
RELEASE = 0x1A  # gate, way, attempt u8, release_id u32, boot u16 -> ACK, detail = t_us of opening
RELEASE_STATUS = 0x1B  # attempt u8, release_id u32 -> RELEASE_STATUS
WATCH = 0x1C  # 1 start, 0 stop -> ACK
WATCH_REPORT = 0x1D  # sensor u8 -> WATCH_REPORT
SNAPSHOT = 0x1E  # -> SNAPSHOT
RAW = 0x1F  # first u8 -> RAW
SCAN = 0x20  # 1 fast, 0 slow -> ACK
EVENT_ACK = 0x21  # number u16: all up to it are known (never answered)
REBOOT = 0x22  # -> ACK, then a reset
MAINTENANCE = 0x23  # -> ACK, then the REPL; only before the seal
STATS = 0x24  # (controller to host, once a second)
LAMPS = 0x25  # first u8, count u8, red u8, green u8, blue u8 -> ACK
SAGGED = 0x26  # age_ms u32 of a supply dip that reset this controller -> ACK
SERVO_STATE = 0x27  # index u8 -> SERVO_STATE
INJECT = 0x28  # BENCH_KEY; then first sensor u8, readings u16 -> ACK. Test bench, island/inject.py
REGISTERS = 0x29  # pin u8 -> REGISTERS: pin u8, then of its PWM slice: csr, div, cc, top u32

# --- kinds: answers and what comes unasked (controller to host) -----------------------------
ACK = 0x30  # result u8, detail u32
PONG = 0x31
EVENT = 0x32  # number u16, t_us u32, kind u8, index u8, value u16

# --- layouts --------------------------------------------------------------------------------
F_ACK = "<BI"
F_EVENT = "<HIBBH"
F_HELLO0 = "<BBBIIBHIBH"  # part, major, minor, firmware, boot, cause, caps, config crc, state, seq
F_HELLO1 = "<BB8sHIB"  # part, platform, unique id, free heap in 16-byte blocks, epoch, its count
F_HEARTBEAT = "<BBHHHHI"  # state, flags, boot (low half), oldest, next event, quiet_ms, t_us
F_SEAL = "<II"
F_SERVO = "<BH"
F_SERVO_STATE = "<BHB"  # index, pulse_us (0: nobody knows), 1 while it is driven
F_REGISTERS = "<BIIII"
F_RELEASE = "<BBBIH"
F_RELEASE_ASK = "<BI"
F_RELEASE_STATUS = "<BIIB"  # phase, release_id, t_us, what the beam saw
F_WATCH_REPORT = "<BHHHHHB"  # sensor, baseline, low, high, last, first_ms, flags
F_SNAPSHOT = "<BBH16s"  # state, marble bits, number of the next event, hall bits
# part 0; frames in, short, wrong sum, too long, stale, repeated, out; events again; lines lost
F_STATS0 = "<BHHHHHHHHH"
# part 1, longest pass us, scan us, free heap in 16-byte blocks, events lost, supply mV
F_STATS1 = "<BHHHHH"
F_LAMPS = "<BBBBB"
F_SAGGED = "<I"

# --- results of a command -------------------------------------------------------------------
OK = 0
BAD_KIND = 1
BAD_PAYLOAD = 2
NOT_SEALED = 3
NOT_ARMED = 4
LIMIT = 5
BAD_INDEX = 6
BUSY = 7
LATCHED = 8
BAD_CRC = 9
OTHER_BOOT = 10
WRONG_STATE = 11
BAD_CONFIG = 12
TOO_MANY = 13
WEAK = 14  # the supply is below its fault threshold; detail: mV
HOT = 15  # the duty budget of the servo is spent; detail: ms until the move fits

# --- states ---------------------------------------------------------------------------------
UNSEALED = 0
READY = 1
ARMED = 2
SAFE = 4
ESTOPPED = 5
FAULTED = 6

# --- kinds of event -------------------------------------------------------------------------
EV_STATE = 1  # index: state, value: fault code
EV_HALL = 2  # index: sensor, value: 1 present, 0 gone
EV_SUPPLY = 3  # index: SUPPLY_GOOD, SUPPLY_LOW or SUPPLY_SAG, value: mV
EV_MARBLE = 4  # index: source, value: 1 home, 0 away
EV_SERVO = 5  # index: servo, value: low half of the number of the move
EV_GATE = 6  # index: gate, value: phase of the release
EV_WATCH = 7  # value: 1 the baseline is taken
EV_DIP = 8  # index: sensor, value: counts

# --- phases of a release --------------------------------------------------------------------
NEVER = 0  # not known to this controller since it booted
OPEN = 1
CLOSED = 2
CUT = 4  # an emergency stop or a fault took the pulse away before the gate was closed

# --- what the beam of its source saw of a release -------------------------------------------
BEAM_HOME = 1  # the marble lay in its cradle when the gate began to open
BEAM_LEFT = 2  # and has left it since


# --- the supply -----------------------------------------------------------------------------
SUPPLY_GOOD = 0
SUPPLY_LOW = 1  # below the warning threshold
SUPPLY_SAG = 2  # below the fault threshold: outputs off, disarmed

# --- fault codes ----------------------------------------------------------------------------
FAULT_CODE = 1  # an exception in the firmware: its traceback is on the console
FAULT_TIMER = 2  # the hard timer of a gate did not fire
FAULT_POWER = 3  # the supply sagged twice within its window
FAULT_KEYBOARD = 4  # a raw 0x03 on the line
FAULT_PWM_CHIP = 5  # the PWM chip does not answer

# --- capabilities, flags --------------------------------------------------------------------
CAP_SERVO = 1
CAP_GATE = 2
CAP_HALL = 4
CAP_WATCH = 8
CAP_MARBLE = 16
CAP_ESTOP = 32
CAP_WATCHDOG = 64
CAP_PWM_CHIP = 128
CAP_SWITCHES = 256
CAP_LAMPS = 512
CAP_SUPPLY = 1024
CAPS = 2047
CAP_BENCH = 0x8000  # readings are played by the host: not for play
BENCH_KEY = b"bench!"
FLAG_WATCHING = 1
FLAG_FAST = 2
FLAG_SUPPLY_LOW = 4
WATCH_FLAT = 1
WATCH_PRESENT = 2
NO_TIME = 0xFFFF

# --- items of a configuration, in the order in which they are sent ---------------------------
C_BEGIN = 0  # forgets what went before
C_SERVO = 1  # index u8, out u8, pin or channel u8, min_us, max_us, speed_us_s, settle_ms,
#              budget_ms (u16 each): the most time with pulses in any minute
C_GATE = 2  # index u8, servo u8, closed_us u16, open_ms u16
C_WAY = 4  # gate u8, way u8, open_us u16
C_PWM_CHIP = 3  # sda u8, scl u8, address u8, output enable pin u8 (low is on), oscillator_khz u16
C_CHAIN = 5  # number of select pins u8, the pins, the ADC pins
C_HALL = 6  # sensors u8, zero u16, above u16, below u16, dip u16, still u16, debounce u8
C_SENSOR = 7  # sensor u8, zero u16, above u16, below u16
C_MARBLE = 8  # index u8, pin u8, level when home u8
C_PINS = 9  # rail pin u8, its on level u8, e-stop pin u8, its stop level u8 (pin 255: none)
C_SWITCHES = 10  # load pin u8, clock pin, data pin, count, level while a magnet is there
C_RATE = 11  # fast_ms u8, slow_ms u8
C_LAMPS = 12  # pin u8, count u8, budget_ma u16, mA of one colour at its brightest u8, mA dark u8
C_SUPPLY = 13  # ADC pin u8, mv of a full-scale reading u16, low_mv u16, sag_mv u16, window_s u16
F_C_SERVO = "<BBBBHHHHH"
F_C_PWM_CHIP = "<BBBBBH"
F_C_GATE = "<BBBHH"
F_C_WAY = "<BBBH"
F_C_HALL = "<BBHHHHHB"
F_C_SENSOR = "<BBHHH"
F_C_MARBLE = "<BBBB"
F_C_PINS = "<BBBBB"
F_C_SWITCHES = "<BBBBBB"
F_C_RATE = "<BBB"
F_C_LAMPS = "<BBBHBB"
F_C_SUPPLY = "<BBHHHH"
NO_PIN = 255
OUT_PIN = 0  # where a servo's pulses come from: a pin of the controller
OUT_CHIP = 1  # or a channel of the PWM chip, which no gate may use

# --- numbers of commands ---------------------------------------------------------------------
REMEMBERED = 16  # commands whose answers the controller keeps; an older number is not carried out
AHEAD = 64  # a new connection begins so far behind the newest number that was used

# --- time -----------------------------------------------------------------------------------
SILENCE_MS = 1000  # host silent so long: disarmed, state SAFE
BEAT_MS = 125  # the host speaks at least so often
CHIP_BEAT_MS = 250  # and the controller so often
TICKS = 1 << 30  # t_us counts modulo this
WATCHDOG_MS = 4000

# --- why a frame was discarded --------------------------------------------------------------
BAD_SHORT = 0
BAD_SUM = 1
BAD_LONG = 2

TEXT = -1  # the kind under which the reader gives console text


def encode(kind: int, seq: int, payload: bytes = b"") -> bytes:
    """One frame, ready to be written. ``payload`` holds at most :data:`MAX_PAYLOAD` bytes."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError("payload too long")
    body = struct.pack("<BH", kind, seq) + payload
    body += struct.pack("<I", binascii.crc32(body))
    body = body.replace(b"\x7d", b"\x7d\x5d").replace(b"\x03", b"\x7d\x23")
    return b"\x02" + body.replace(b"\x0a", b"\x7d\x2a") + b"\n"


def decode(body: bytes) -> tuple[int, int, bytes] | None:
    """Kind, sequence number and payload of what stood between 0x02 and the newline.

    ``None`` where the checksum is wrong; the caller looked at the length.
    """
    body = body.replace(b"\x7d\x2a", b"\x0a").replace(b"\x7d\x23", b"\x03")
    body = body.replace(b"\x7d\x5d", b"\x7d")
    end = len(body) - 4
    if end < 3 or end > 3 + MAX_PAYLOAD:
        return None
    if binascii.crc32(body[:end]) != struct.unpack("<I", body[end:])[0]:
        return None
    return body[0], body[1] | body[2] << 8, body[3:end]


class Reader:
    """Turns bytes, in pieces of any size, into frames and console text.

    ``limit`` is the longest line kept. ``bad`` counts discarded frames by reason.
    """

    def __init__(self, limit: int) -> None:
        self.bad = [0, 0, 0]
        self.good = 0
        self._limit = limit
        self._line = b""
        self._skip = False

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Frames as ``(kind, seq, payload)``, console text as ``(TEXT, 0, line)``, in order."""
        out: list[tuple[int, int, bytes]] = []
        self._line += data
        while True:
            end = self._line.find(b"\n")
            if end < 0:
                break
            line = self._line[:end]
            self._line = self._line[end + 1 :]
            if self._skip:
                self._skip = False
                self._frame(line, out)
            elif line:
                self._take(line, out)
        if len(self._line) > self._limit:
            if self._skip or self._line.find(b"\x02") >= 0:
                if not self._skip:
                    self.bad[BAD_LONG] += 1
                self._skip = True
                self._line = self._line[-MAX_ENCODED:]  # a good frame may have begun in it
            else:
                out.append((TEXT, 0, self._line))
                self._line = b""
        return out

    def _take(self, line: bytes, out: list[tuple[int, int, bytes]]) -> None:
        start = line.find(b"\x02")
        text = (line if start < 0 else line[:start]).strip(b"\r")
        if text:
            out.append((TEXT, 0, text))
        if start < 0:
            return
        reason = BAD_SHORT if len(line) - start < 8 else BAD_SUM
        if not self._frame(line, out):
            self.bad[reason] += 1

    def _frame(self, line: bytes, out: list[tuple[int, int, bytes]]) -> bool:
        """A frame that lost its newline is followed by the next one in the same line."""
        start = line.find(b"\x02")
        while start >= 0:
            frame = decode(line[start + 1 :])
            if frame is not None:
                self.good += 1
                out.append(frame)
                return True
            start = line.find(b"\x02", start + 1)
        return False


def unpack(layout: str, payload: bytes) -> tuple[int, ...] | None:
    """The fields of a payload; None if its size is not the layout's."""
    if len(payload) != struct.calcsize(layout):
        return None
    return struct.unpack(layout, payload)
