"""The ring of events on both interpreters."""

import struct

from island import wire
from island.events import AGAIN_MS, KEPT, WINDOW, Events


def numbers(events, now_ms):
    out = []
    while True:
        frame = events.frame(now_ms)
        if frame is None:
            return out
        (_, _, data) = wire.Reader(64).feed(frame)[0]
        out.append(struct.unpack(wire.F_EVENT, data)[0])


def case_a_window_is_sent_then_acknowledgements_open_it():
    events = Events()
    for i in range(10):
        events.add(wire.EV_HALL, i, 1, i)
    assert numbers(events, 0) == list(range(WINDOW))
    assert numbers(events, 1) == []
    events.acknowledge(3)
    assert numbers(events, 2) == [6, 7, 8, 9]
    events.acknowledge(9)
    assert events.oldest == events.next == 10 and numbers(events, 999) == []


def case_what_is_not_acknowledged_is_sent_again_in_order():
    events = Events()
    for i in range(3):
        events.add(wire.EV_HALL, i, 1, i)
    assert numbers(events, 0) == [0, 1, 2]
    assert numbers(events, AGAIN_MS - 1) == []
    assert numbers(events, AGAIN_MS) == [0, 1, 2]
    assert events.again == 3


def case_only_what_was_sent_before_counts_as_sent_again():
    events = Events()
    events.add(wire.EV_HALL, 0, 1, 0)
    events.acknowledge(0)  # told by a snapshot instead
    for i in range(KEPT + 1):
        events.add(wire.EV_HALL, 0, i & 1, i)  # and one is lost unsent
    sent = 0
    while events.oldest != events.next:
        sent += len(numbers(events, 0))
        events.acknowledge((events.oldest + WINDOW - 1) & 0xFFFF)
        if (events.next - events.oldest) & 0xFFFF < WINDOW:
            sent += len(numbers(events, 0))
            events.acknowledge((events.next - 1) & 0xFFFF)
    assert (sent, events.again) == (KEPT, 0)


def case_nonsense_acknowledgements_change_nothing():
    events = Events()
    for i in range(3):
        events.add(wire.EV_HALL, i, 1, i)
    numbers(events, 0)
    events.acknowledge(40)
    events.acknowledge(0xFFFF)
    assert (events.oldest, events.next) == (0, 3)
    events.acknowledge(1)
    events.acknowledge(0)
    assert (events.oldest, events.next) == (2, 3)


def case_a_full_ring_loses_the_oldest_and_says_so():
    events = Events()
    for i in range(KEPT + 5):
        events.add(wire.EV_HALL, i % 128, 1, i)
    assert (events.oldest, events.next, events.lost) == (5, KEPT + 5, 5)
    assert numbers(events, 0) == list(range(5, 5 + WINDOW))


def case_numbers_wrap():
    events = Events()
    for i in range(65536 - 3):
        events.add(wire.EV_HALL, 0, 1, 0)
        events.acknowledge(i)
    for i in range(6):
        events.add(wire.EV_HALL, i, 1, 0)
    assert numbers(events, 0) == [65533, 65534, 65535, 0, 1, 2]
    events.acknowledge(0)
    assert (events.oldest, events.next) == (1, 3)


def case_stamp_kind_index_and_value_survive():
    events = Events()
    events.add(wire.EV_DIP, 127, 65535, wire.TICKS - 1)
    (_, _, data) = wire.Reader(64).feed(events.frame(0))[0]
    assert struct.unpack(wire.F_EVENT, data) == (0, wire.TICKS - 1, wire.EV_DIP, 127, 65535)
