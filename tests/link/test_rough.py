"""Exactly once on the wire, whatever the order of damaged frames, reconnects and reboots."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from link.lossy import Faults
from link.rough import Rough
from vulkar.link import wire

SHARE = st.sampled_from((0.0, 0.05, 0.2))
FAULTS = st.builds(
    Faults, drop=SHARE, double=SHARE, corrupt=SHARE, delay=SHARE, delay_ms=st.just(900)
)
STEP = st.sampled_from(("release", "release", "reconnect", "reboot", "new", "wait"))


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(0, 2**32 - 1), FAULTS, st.lists(STEP, min_size=3, max_size=8))
def test_a_release_opens_its_gate_once_in_each_memory(
    seed: int, faults: Faults, steps: list[str]
) -> None:
    """A host that repeats itself is safe as long as the controller remembers, and one that asks
    afterwards learns the truth; a command for an earlier boot is never carried out."""
    pair = Rough(seed, faults)
    number, opened, old_boot = 1, 0, None
    for step in steps:
        if step == "new":
            number += 1
            opened = 0
        elif step == "wait":
            pair.run(1500)
        elif step == "reconnect":
            pair.reconnect()
        elif step == "reboot":
            old_boot = pair.boot
            pair.reboot()
            opened = 0
            before = pair.all_openings
            pair.ask(wire.ARM)
            assert pair.release(number + 500, old_boot) != wire.OK
            pair.run(1000)
            assert pair.all_openings == before
        else:
            before = pair.all_openings
            armed = pair.result(pair.ask(wire.ARM))
            result = pair.release(number)
            pair.run(1500)  # whatever is late has come
            now = pair.all_openings - before
            assert now + opened <= 1
            opened += now
            if result == wire.OK:
                assert opened == 1
            elif armed == wire.OK and faults == Faults(delay_ms=900):
                raise AssertionError("a sound cable refuses nothing")
            phase = pair.phase(number)
            if phase >= 0:
                assert (phase != wire.NEVER) == (opened == 1)


def test_what_an_old_connection_left_on_the_cable_is_not_carried_out() -> None:
    pair = Rough(1, Faults())
    for kind in (wire.ARM, wire.DISARM) * 3:
        pair.ask(kind)
    left = wire.encode(wire.ARM, (pair.host._seq + 1) & 0xFFFF)
    pair.reconnect()
    pair.firmware.receive(left, pair.ms, 0)
    assert pair.firmware.board.state == wire.READY
    assert pair.firmware.answered.stale == 1
    assert pair.result(pair.ask(wire.ARM)) == wire.OK
