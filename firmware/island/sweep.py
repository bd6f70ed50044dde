"""The passes over a scanned field, as viper: presence with hysteresis, slow drift, the watch.

Everything of a sensor lies in one array of 16-bit rows, ``row * n + sensor``, since a viper
function takes few arguments. Under CPython the same code runs as plain Python.

The viper functions name the rows by their numbers: a module's name would be looked up as an object
for each sensor and scan. The names are for the other files; rows 3, 9 and 10 need none there.
"""

try:
    import micropython
except ImportError:
    from island import cpython as micropython  # type: ignore[no-redef]
    from island.cpython import ptr16

ZERO = 0  # reading without a magnet, as it is believed now
ABOVE = 1  # so far from zero: present
BELOW = 2  # nearer than this: gone
# 3: scans that contradict the state in a row
STATE = 4  # 1 present
TOLD = 5  # the state of the last event
BASE = 6  # sum, then mean, of the readings before the watch
LOW = 7  # lowest and highest mean of two readings in the watch
HIGH = 8
# 9: last reading
# 10: mean of two readings when it last moved
FIRST = 11  # ms from the start of the watch to the first deviation, 0xFFFF none
LIVE = 12  # 1 the reading changed at all
DIPPED = 13  # 1 a dip not yet told
LAST = 14  # newest mean of two readings
ORIGIN = 15  # reading without a magnet, as it was configured
LEAN = 16  # LEAN_EVEN plus how often the reading was above zero more than below
ROWS = 17
LEAN_EVEN = 0x8000
LEAN_MOST = 32  # so many looks in one direction move zero by a count
BASE_SHIFT = 3  # a baseline is the mean of 8 scans


@micropython.viper
def presence(scan, rows, n: int, debounce: int) -> int:
    """Counts contradictions and flips states; the number of sensors that flipped."""
    reading = ptr16(scan)
    row = ptr16(rows)
    flipped = 0
    for i in range(n):
        distance = int(reading[i]) - int(row[i])
        if distance < 0:
            distance = 0 - distance
        state = int(row[4 * n + i])
        if state:
            against = 1 if distance < int(row[2 * n + i]) else 0
        else:
            against = 1 if distance > int(row[n + i]) else 0
        if against:
            count = int(row[3 * n + i]) + 1
            if count >= debounce:
                row[4 * n + i] = 1 - state
                flipped += 1
                count = 0
            row[3 * n + i] = count
        else:
            row[3 * n + i] = 0
    return flipped


@micropython.viper
def drift(scan, rows, n: int):
    """One look at every empty sensor: zero follows what it reads, slowly and not far.

    A reading within a count of zero says nothing. Zero stays within half of ``BELOW`` of where it
    was configured, so that a magnet which lies beside a sensor is not taken for none.
    """
    reading = ptr16(scan)
    row = ptr16(rows)
    for i in range(n):
        if int(row[4 * n + i]) == 0:
            zero = int(row[i])
            away = int(reading[i]) - zero
            below = int(row[2 * n + i])
            lean = int(row[16 * n + i])
            if away > 1 and away < below:
                lean += 1
            elif away < -1 and 0 - away < below:
                lean -= 1
            moved = zero - int(row[15 * n + i])
            if lean >= 0x8020:
                lean = 0x8000
                if moved < below >> 1:
                    row[i] = zero + 1
            elif lean <= 0x7FE0:
                lean = 0x8000
                if 0 - moved < below >> 1:
                    row[i] = zero - 1
            row[16 * n + i] = lean


@micropython.viper
def baseline(scan, rows, n: int, first: int):
    """Adds one scan to the sums of the baseline; ``first`` starts them."""
    reading = ptr16(scan)
    row = ptr16(rows)
    for i in range(n):
        value = int(reading[i])
        if first:
            row[6 * n + i] = value
            row[12 * n + i] = 0
        else:
            row[6 * n + i] = int(row[6 * n + i]) + value
            if value != int(row[9 * n + i]):
                row[12 * n + i] = 1
        row[9 * n + i] = value


@micropython.viper
def begin(rows, n: int):
    """Turns the sums of 8 scans into baselines and clears the watch."""
    row = ptr16(rows)
    for i in range(n):
        base = (int(row[6 * n + i]) + 4) >> 3
        row[6 * n + i] = base
        row[7 * n + i] = base
        row[8 * n + i] = base
        row[10 * n + i] = base
        row[14 * n + i] = base
        row[11 * n + i] = 0xFFFF
        row[13 * n + i] = 0


@micropython.viper
def watch(scan, rows, n: int, now_ms: int) -> int:
    """One scan of the watch. Bit 0: some mean moved more than ``still``; bit 1: a new dip.

    The thresholds ``dip`` and ``still`` (counts) stand behind the last row.
    """
    reading = ptr16(scan)
    row = ptr16(rows)
    dip = int(row[17 * n])
    still = int(row[17 * n + 1])
    seen = 0
    for i in range(n):
        value = int(reading[i])
        last = int(row[9 * n + i])
        if value != last:
            row[12 * n + i] = 1
            row[9 * n + i] = value
        mean = (value + last) >> 1
        row[14 * n + i] = mean
        if mean < int(row[7 * n + i]):
            row[7 * n + i] = mean
        if mean > int(row[8 * n + i]):
            row[8 * n + i] = mean
        moved = mean - int(row[10 * n + i])
        if moved < 0:
            moved = 0 - moved
        if moved > still:
            seen |= 1
            row[10 * n + i] = mean
        away = mean - int(row[6 * n + i])
        if away < 0:
            away = 0 - away
        if away >= dip and int(row[11 * n + i]) == 0xFFFF:
            row[11 * n + i] = now_ms
            row[13 * n + i] = 1
            seen |= 2
    return seen


@micropython.viper
def next_told(rows, n: int, start: int) -> int:
    """The first sensor from ``start`` on whose state was not told yet; ``n`` for none.

    Bytecode that looks at 128 sensors would take longer than all the rest of a pass.
    """
    row = ptr16(rows)
    for i in range(start, n):
        if int(row[4 * n + i]) != int(row[5 * n + i]):
            return i
    return n


@micropython.viper
def next_dipped(rows, n: int, start: int) -> int:
    """The first sensor from ``start`` on with a dip that was not told yet; ``n`` for none."""
    row = ptr16(rows)
    for i in range(start, n):
        if int(row[13 * n + i]):
            return i
    return n


@micropython.viper
def states(rows, out, n: int):
    """Sets bit ``i`` of the zeroed 16-bit words where sensor ``i`` is present."""
    row = ptr16(rows)
    word = ptr16(out)
    for i in range(n):
        if int(row[4 * n + i]):
            word[i >> 4] = int(word[i >> 4]) | 1 << (i & 15)
