"""The hall field on both interpreters: viper under MicroPython, plain Python under CPython."""

import struct

from bench import Chip
from island import wire
from island.events import KEPT, Events
from island.field import Field

N = 128


class Rig:
    def __init__(self, n=N, debounce=3):
        self.chip = Chip()
        self.events = Events()
        self.field = Field(n, self.chip, self.events, debounce)
        self.field.dips(26, 8)
        for i in range(n):
            self.field.limits(i, 2048, 186, 74)
        self.ms = 0

    def step(self, count=1):
        for _ in range(count):
            self.ms += 10
            self.field.step(self.ms, self.ms * 1000)
        out = []
        while self.events.oldest != self.events.next:
            at = self.events.oldest % KEPT
            what = self.events._what
            out.append((what[2 * at], what[2 * at + 1], self.events._value[at]))
            self.events.acknowledge(self.events.oldest)
        return out

    def watch(self, sensor):
        return struct.unpack(wire.F_WATCH_REPORT, self.field.report(sensor))


def case_a_magnet_of_either_pole_is_present_after_debouncing():
    for reading in (2048 + 187, 2048 - 187):
        rig = Rig()
        rig.step(5)
        rig.chip.readings[127] = reading
        assert rig.step(2) == []
        assert rig.step() == [(wire.EV_HALL, 127, 1)]
        assert rig.step(5) == []


def case_between_the_thresholds_nothing_changes():
    rig = Rig()
    rig.chip.readings[5] = 2048 + 186
    assert rig.step(9) == []
    rig.chip.readings[5] = 2048 + 300
    assert rig.step(3) == [(wire.EV_HALL, 5, 1)]
    rig.chip.readings[5] = 2048 + 74
    assert rig.step(9) == []
    rig.chip.readings[5] = 2048 + 73
    assert rig.step(3) == [(wire.EV_HALL, 5, 0)]


def case_a_flicker_shorter_than_the_debounce_is_no_event():
    rig = Rig()
    rig.step(5)
    for _ in range(10):
        rig.chip.readings[9] = 2048 + 400
        assert rig.step(2) == []
        rig.chip.readings[9] = 2048
        assert rig.step(1) == []
    rig.chip.readings[9] = 2048 + 400
    assert rig.step(4) == [(wire.EV_HALL, 9, 1)]


def case_the_last_state_equals_the_level_after_any_burst():
    seed = 12345
    rig = Rig(n=4)
    told = {}
    for _ in range(200):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        sensor = seed >> 8 & 3
        rig.chip.readings[sensor] = 2048 + (400 if seed >> 12 & 1 else 0)
        for _, index, value in rig.step(1 + (seed >> 16 & 3)):
            told[index] = value
    for _, index, value in rig.step(3):
        told[index] = value
    for sensor in range(4):
        level = 1 if rig.chip.readings[sensor] > 2048 else 0
        assert told.get(sensor, 0) == level
        assert (rig.field.bits()[0] >> sensor & 1) == level


def case_a_watch_tells_baseline_dip_extremes_last_and_time():
    rig = Rig()
    rig.chip.readings[7] = 2370
    rig.step(5)
    rig.field.watch(True)
    assert rig.step(7) == []
    assert rig.field.quiet_ms(rig.ms) == 0
    assert rig.step() == [(wire.EV_WATCH, 0, 1)]
    assert rig.step(20) == []
    assert rig.field.quiet_ms(rig.ms) == 200
    rig.chip.readings[7] = 2270
    assert rig.step() == [(wire.EV_DIP, 7, 50)]
    rig.chip.readings[7] = 2410
    assert rig.step(2) == []
    assert rig.field.quiet_ms(rig.ms) == 0
    sensor, base, low, high, last, first_ms, flags = rig.watch(7)
    assert (sensor, base, low, high, last, first_ms) == (7, 2370, 2320, 2410, 2410, 210)
    assert flags == wire.WATCH_PRESENT
    sensor, base, low, high, last, first_ms, flags = rig.watch(8)
    assert (base, low, high, last, first_ms) == (2048, 2048, 2048, 2048, wire.NO_TIME)
    assert flags == wire.WATCH_FLAT


def case_a_watch_that_lasts_for_weeks_stays_quiet_and_late():
    rig = Rig(n=1)
    rig.field.watch(True)
    rig.step(8)
    for _ in range(40):  # 13 days: more than the ticks take to wrap
        for _ in range(480):
            rig.ms = (rig.ms + 60_000) % wire.TICKS
            rig.field.step(rig.ms, 0)
        assert rig.field.quiet_ms(rig.ms) == 0xFFFF
    rig.chip.readings[0] = 2300
    rig.step(2)
    assert rig.watch(0)[5] == 0xFFFE and rig.field.quiet_ms(rig.ms) == 0


def case_a_single_wild_reading_is_halved_by_the_mean():
    rig = Rig()
    rig.field.watch(True)
    rig.step(8)
    rig.chip.readings[0] = 2048 + 50
    assert rig.step() == []
    rig.chip.readings[0] = 2048
    assert rig.step(3) == []
    assert rig.watch(0)[2:4] == (2048, 2073)


def case_noise_in_the_baseline_is_enough_not_to_be_flat():
    rig = Rig()
    rig.field.watch(True)
    rig.step(3)
    rig.chip.readings[3] += 1
    rig.step()
    rig.chip.readings[3] -= 1
    rig.step(6)
    assert rig.watch(3)[6] == 0 and rig.watch(4)[6] == wire.WATCH_FLAT


def case_a_baseline_is_the_rounded_mean_of_eight():
    rig = Rig()
    rig.field.watch(True)
    for value in (4095, 4095, 4095, 4095, 4095, 4095, 4095, 4094):
        rig.chip.readings[0] = value
        rig.step()
    assert rig.watch(0)[1] == 4095


def case_a_second_watch_starts_afresh_and_a_stopped_one_keeps_its_results():
    rig = Rig()
    rig.field.watch(True)
    rig.step(8)
    rig.chip.readings[0] = 2300
    assert (wire.EV_DIP, 0, 126) in rig.step(2)
    rig.field.watch(False)
    before = rig.watch(0)
    rig.chip.readings[0] = 2048
    rig.step(5)
    assert rig.watch(0) == before and before[5] != wire.NO_TIME
    rig.field.watch(True)
    rig.step(12)
    assert rig.watch(0)[1:6] == (2048, 2048, 2048, 2048, wire.NO_TIME)


def hold(rig, sensor, reading, seconds):
    """The reading stays for so long at the slow rate; what was told meanwhile."""
    rig.chip.readings[sensor] = reading
    out = []
    for _ in range(10 * seconds):
        rig.ms += 100
        rig.field.step(rig.ms, rig.ms * 1000)
        out += rig.step(0)
    return out


def zero_of(rig, sensor):
    return rig.field.rows[sensor]


def case_zero_follows_a_drift_of_hours_and_makes_no_event():
    rig = Rig(n=2)
    rig.field.limits(0, 2048, 60, 40)  # a sensor whose thresholds a drift could cross
    rig.field.limits(1, 2048, 60, 40)
    rig.step(5)
    told = []
    for reading in range(2048, 2065):
        told += hold(rig, 0, reading, 20)
    for reading in range(2064, 2031, -1):
        told += hold(rig, 0, reading, 20)
    assert told == []
    assert abs(zero_of(rig, 0) - 2032) <= 2
    assert rig.step(3) == []
    rig.chip.readings[0] = 2032 + 62  # a weak magnet is still seen from where zero is now
    assert rig.step(3) == [(wire.EV_HALL, 0, 1)]


def case_zero_does_not_walk_away_to_a_magnet_that_lies_beside_its_sensor():
    for reading in (2048 + 70, 2048 - 70):
        rig = Rig(n=1)
        rig.step(5)
        assert hold(rig, 0, reading, 600) == []
        assert abs(zero_of(rig, 0) - 2048) == 37  # half of the distance that counts as gone
        assert hold(rig, 0, 2048, 300) == []
        assert abs(zero_of(rig, 0) - 2048) <= 1


def case_zero_stays_under_a_pawn_and_in_a_watch():
    rig = Rig(n=2)
    rig.step(5)
    told = hold(rig, 0, 2048 + 320, 600)
    assert told == [(wire.EV_HALL, 0, 1)] and zero_of(rig, 0) == 2048
    rig.field.watch(True)
    hold(rig, 1, 2048 + 30, 600)
    assert zero_of(rig, 1) == 2048


def case_zero_follows_however_long_the_controller_runs_or_a_watch_lasted():
    late = Rig(n=1)
    late.ms = 7 * 86_400_000  # sealed after a week, when half of the ticks have gone by
    hold(late, 0, 2048 + 30, 200)
    assert zero_of(late, 0) > 2050
    watched = Rig(n=1)
    watched.step(1)
    watched.field.watch(True)
    watched.step(8)
    for _ in range(7 * 1440):
        watched.ms += 60_000
        watched.field.step(watched.ms, 0)
    watched.field.watch(False)
    hold(watched, 0, 2048 + 30, 200)
    assert zero_of(watched, 0) > 2050


def case_noise_around_zero_leaves_it():
    seed = 4711
    rig = Rig(n=1)
    rig.step(5)
    for _ in range(6000):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        rig.chip.readings[0] = 2048 + (seed >> 8) % 3 + (seed >> 16) % 3 - 2
        rig.ms += 100
        rig.field.step(rig.ms, rig.ms * 1000)
    assert abs(zero_of(rig, 0) - 2048) <= 2


def case_zero_ignores_what_is_too_far_for_drift():
    for reading in (2048 + 120, 2048 - 120):
        rig = Rig(n=1)
        rig.step(5)
        assert hold(rig, 0, reading, 600) == []
        assert zero_of(rig, 0) == 2048
