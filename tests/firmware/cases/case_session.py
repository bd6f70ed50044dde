"""Seal, arm, latches, silence, releases: the controller as a whole, on both interpreters."""

import struct

from bench import Bench, items
from island import wire


def case_nothing_moves_before_the_seal_and_arm():
    bench = Bench()
    assert bench.servo(0, 1500)[0] == wire.NOT_SEALED
    assert bench.release(1)[0] == wire.NOT_SEALED
    assert bench.result(wire.ARM) == wire.NOT_SEALED
    assert bench.configure(items()) == wire.OK
    assert bench.servo(0, 1500)[0] == wire.NOT_ARMED
    assert bench.release(1)[0] == wire.NOT_ARMED
    bench.run(500)
    assert [ns for _, ns in bench.chip.log if ns] == []
    assert bench.chip.outputs[14].level == 0
    assert bench.result(wire.ARM) == wire.OK
    assert bench.chip.outputs[14].level == 1
    assert bench.servo(0, 1500)[0] == wire.OK


def case_the_watchdog_starts_at_the_seal():
    bench = Bench()
    bench.run(1000)
    assert bench.chip.watchdog_ms == 0
    bench.ready()
    assert bench.chip.watchdog_ms == wire.WATCHDOG_MS


def case_a_move_ends_in_one_event_with_its_number():
    bench = Bench()
    bench.ready()
    assert bench.servo(0, 1500) == (wire.OK, 1)
    events = bench.run(1500)
    assert [e for e in events if e[0] == wire.EV_SERVO] == [(wire.EV_SERVO, 0, 1)]
    assert bench.chip.channels[0].ns == 0


def case_limits_are_checked_at_each_move_and_a_gate_is_no_servo():
    bench = Bench()
    bench.ready()
    assert bench.servo(0, 699) == (wire.LIMIT, 699)
    assert bench.servo(0, 2301)[0] == wire.LIMIT
    assert bench.servo(1, 1500)[0] == wire.BAD_INDEX
    assert bench.servo(7, 1500)[0] == wire.BAD_INDEX


def case_a_repeated_command_is_answered_again_and_not_done_again():
    bench = Bench()
    bench.ready()
    first = bench.release(77, seq=500)
    for _ in range(5):
        assert bench.release(77, seq=500) == first
    assert bench.openings() == 1


def case_a_repeated_move_is_no_second_move():
    bench = Bench()
    bench.ready()
    payload = struct.pack(wire.F_SERVO, 0, 1500)
    assert bench.command(wire.SERVO, payload, seq=500) == (wire.OK, 1)
    assert bench.command(wire.SERVO, payload, seq=500) == (wire.OK, 1)
    assert bench.command(wire.SERVO, payload, seq=501) == (wire.OK, 2)


def case_the_same_release_under_another_number_is_not_done_again():
    bench = Bench()
    bench.ready()
    first = bench.release(77)
    bench.chip.timers[0].fire()
    bench.run(300)
    assert bench.release(77) == first
    assert bench.openings() == 1
    assert bench.release(77, attempt=1)[0] == wire.OK
    assert bench.openings() == 2


def case_a_release_is_remembered_by_its_game_only():
    bench = Bench()
    bench.ready()
    bench.release(77)
    bench.chip.timers[0].fire()
    bench.run(300)
    crc = bench.board.config.crc
    assert bench.result(wire.SEAL, struct.pack(wire.F_SEAL, crc, 1)) == wire.OK
    bench.release(77)
    assert bench.openings() == 1
    assert bench.result(wire.SEAL, struct.pack(wire.F_SEAL, crc, 2)) == wire.OK
    assert bench.release(77)[0] == wire.OK
    assert bench.openings() == 2


def status(bench, number, attempt=0):
    kind, data = bench.send(wire.RELEASE_STATUS, struct.pack(wire.F_RELEASE_ASK, attempt, number))
    assert kind == wire.RELEASE_STATUS
    return struct.unpack(wire.F_RELEASE_STATUS, data)[0]


def case_how_far_a_release_got():
    bench = Bench()
    bench.ready()
    assert status(bench, 5) == wire.NEVER
    bench.release(5)
    assert status(bench, 5) == wire.OPEN
    bench.chip.timers[0].fire()
    bench.run(20)
    assert status(bench, 5) == wire.CLOSED
    bench.run(300)
    bench.release(6)
    assert bench.result(wire.ESTOP) == wire.OK
    assert status(bench, 6) == wire.CUT
    assert status(bench, 5) == wire.CLOSED


def case_a_gate_that_is_open_or_closing_is_busy():
    bench = Bench()
    bench.ready()
    bench.release(1)
    assert bench.release(2)[0] == wire.BUSY
    bench.chip.timers[0].fire()
    bench.run(20)
    assert bench.release(2)[0] == wire.BUSY
    bench.run(200)
    assert bench.release(2)[0] == wire.OK
    assert bench.openings() == 2


def case_arming_closes_a_gate_that_was_cut_and_never_opens_one():
    for how in ("stop", "fault", "boot"):
        bench = Bench()
        if how == "boot":  # a reset in mid-opening looks like any start
            assert bench.configure(items()) == wire.OK
            assert bench.result(wire.ARM) == wire.OK
        else:
            bench.ready()
            bench.run(200)
            bench.release(1)
            if how == "stop":
                assert bench.result(wire.ESTOP) == wire.OK
            else:
                bench.board.latch(wire.FAULT_CODE)
            assert bench.chip.channels[1].ns == 0
            assert bench.result(wire.CLEAR) == wire.OK
            bench.run(100)
            assert bench.chip.channels[1].ns == 0  # not before it is armed
            assert bench.result(wire.ARM) == wire.OK
        opened = bench.openings()
        assert bench.chip.channels[1].ns == 1500000, how
        events = bench.run(200)
        assert bench.chip.channels[1].ns == 0
        assert bench.openings() == opened
        assert [e for e in events if e[0] in (wire.EV_GATE, wire.EV_SERVO)] == []
        if how == "stop":
            assert status(bench, 1) == wire.CUT
        del bench.chip.log[:]
        assert bench.result(wire.DISARM) == wire.OK
        assert bench.result(wire.ARM) == wire.OK
        bench.run(100)
        assert [(p, ns) for p, ns in bench.chip.log if ns] == []  # known to be closed


def case_disarmed_while_a_gate_closes_the_rail_waits_for_it():
    bench = Bench()
    assert bench.configure(items()) == wire.OK
    assert bench.result(wire.ARM) == wire.OK
    assert bench.result(wire.DISARM) == wire.OK
    assert bench.chip.channels[1].ns == 1500000 and bench.chip.outputs[14].level == 1
    bench.run(200)
    assert bench.chip.channels[1].ns == 0 and bench.chip.outputs[14].level == 0


def case_a_release_right_after_arming_does_not_wait():
    bench = Bench()
    assert bench.configure(items()) == wire.OK
    assert bench.result(wire.ARM) == wire.OK
    assert bench.release(1)[0] == wire.OK
    assert bench.release(2)[0] == wire.BUSY
    assert bench.openings() == 1
    bench.chip.timers[0].fire()
    bench.run(200)
    assert bench.chip.channels[1].ns == 0 and status(bench, 1) == wire.CLOSED


def case_a_silent_host_disarms():
    bench = Bench()
    bench.ready()
    bench.servo(0, 700)
    bench.run(wire.SILENCE_MS - 20, host=False)
    assert bench.board.state == wire.ARMED
    assert bench.servo(0, 2300)[0] == wire.OK
    bench.run(wire.SILENCE_MS - 10, host=False)
    bench.board.servos[0].move(700, bench.ms)
    assert bench.board.state == wire.ARMED and bench.chip.channels[0].ns
    bench.run(20, host=False)
    assert bench.board.state == wire.SAFE
    assert bench.chip.channels[0].ns == 0 and bench.chip.outputs[14].level == 0
    assert bench.servo(0, 1600)[0] == wire.NOT_ARMED
    assert bench.result(wire.ARM) == wire.OK
    assert bench.board.state == wire.ARMED


def case_an_open_gate_is_closed_after_a_disarm_too():
    bench = Bench()
    bench.ready()
    bench.servo(0, 1500)
    bench.release(1)
    assert bench.result(wire.DISARM) == wire.OK
    assert bench.chip.channels[0].ns == 0
    assert bench.chip.outputs[14].level == 1  # the rail stays for the gate
    bench.chip.timers[0].fire()
    bench.run(200)
    assert bench.chip.channels[1].ns == 0
    assert bench.chip.outputs[14].level == 0


def case_an_emergency_stop_is_latched():
    bench = Bench()
    bench.ready()
    bench.servo(0, 1500)
    bench.release(1)
    assert bench.result(wire.ESTOP) == wire.OK
    assert [c.ns for c in bench.chip.channels.values()] == [0, 0]
    assert bench.chip.outputs[14].level == 0
    assert bench.chip.timers[0].callback is None
    assert bench.result(wire.ARM) == wire.LATCHED
    assert bench.servo(0, 1500)[0] == wire.LATCHED
    assert bench.result(wire.CLEAR) == wire.OK
    assert bench.board.state == wire.READY
    assert bench.servo(0, 1500)[0] == wire.NOT_ARMED


def case_the_line_stops_and_keeps_the_latch_while_it_is_down():
    bench = Bench()
    bench.ready()
    bench.servo(0, 1500)
    bench.chip.inputs[15].level = 0
    events = bench.run(20)
    assert (wire.EV_STATE, wire.ESTOPPED, 0) in events
    assert bench.chip.channels[0].ns == 0
    assert bench.result(wire.CLEAR) == wire.LATCHED
    bench.chip.inputs[15].level = 1
    assert bench.result(wire.CLEAR) == wire.OK
    assert bench.result(wire.ARM) == wire.OK


def case_maintenance_stays_refused_while_the_watchdog_runs_though_the_seal_is_open():
    bench = Bench()
    bench.ready()
    assert bench.result(wire.DISARM) == wire.OK
    assert bench.result(wire.CONFIG, bytes([wire.C_BEGIN])) == wire.OK
    assert not bench.board.sealed
    assert bench.result(wire.MAINTENANCE) == wire.WRONG_STATE


def case_a_crash_turns_everything_off_and_is_told_line_by_line():
    bench = Bench()
    bench.ready()
    bench.servo(0, 1500)
    bench.board.latch(wire.FAULT_CODE)
    bench.session.say("Traceback:\n  " + "x" * 100 + "\nValueError: no")
    events = bench.run(20)
    text = b"".join(data for kind, _, data in bench.heard if kind == wire.TEXT)
    assert (wire.EV_STATE, wire.FAULTED, wire.FAULT_CODE) in events or text
    assert bench.chip.channels[0].ns == 0 and bench.chip.outputs[14].level == 0
    assert bench.send(wire.PING, b"x") == (wire.PONG, b"x")
    assert bench.send(wire.HELLO, b"\x00")[0] == wire.HELLO
    assert bench.result(wire.ARM) == wire.LATCHED
    assert bench.result(wire.CLEAR) == wire.OK
    assert bench.result(wire.ARM) == wire.OK


def case_console_lines_fit_a_frame_and_have_a_limit():
    bench = Bench()
    bench.session.say("y" * 10000)
    lines = 0
    while True:
        line = bench.session.output(bench.ms, 0)
        if line is None:
            break
        assert len(line) < 60 and line[-1] == 10
        lines += 1
    assert lines == 24 and bench.session.text_lost == 1


def case_a_gate_whose_timer_fails_is_a_fault():
    bench = Bench()
    bench.ready()
    bench.release(1)
    bench.run(400)
    assert bench.board.fault == wire.FAULT_TIMER
    assert bench.board.state == wire.FAULTED


def case_marbles_are_debounced():
    bench = Bench()
    bench.ready()
    bench.run(200)
    assert bench.board.parts.marble_bits() == 1
    beam = bench.chip.inputs[9]
    for level in (0, 1, 0, 1):
        beam.level = level
        assert bench.run(10) == []
    beam.level = 0
    assert bench.run(20) == [(wire.EV_MARBLE, 0, 0)]
    assert bench.board.parts.marble_bits() == 0


def case_heartbeats_stop_when_nobody_listens_and_events_come_again():
    bench = Bench()
    bench.ready()
    bench.run(4000, host=False)
    bench.heard = []
    bench.run(1000, host=False)
    assert bench.heard == []
    events = bench.run(100)
    assert (wire.EV_STATE, wire.SAFE, 0) in events


def case_an_idle_controller_sleeps():
    bench = Bench()
    assert bench.session.wait_ms(bench.ms, False) > 200
    bench.ready()
    bench.result(wire.DISARM)
    bench.result(wire.SCAN, b"\x00")
    bench.run(1000)
    assert bench.session.wait_ms(bench.ms, False) >= 1
    assert bench.session.wait_ms(bench.ms, True) > 0


def case_scanning_is_fast_when_armed_and_slow_at_rest():
    bench = Bench()
    bench.ready()
    count = bench.board.field.scans
    bench.run(1000)
    assert bench.board.field.scans - count == 100
    bench.result(wire.SCAN, b"\x00")
    count = bench.board.field.scans
    bench.run(1000)
    assert 9 <= bench.board.field.scans - count <= 11


def case_a_snapshot_waits_for_the_first_settled_field():
    bench = Bench()
    bench.chip.readings[64] = 2400
    assert bench.configure(items()) == wire.OK
    assert bench.send(wire.SNAPSHOT)[0] == wire.ACK
    bench.run(60)
    kind, data = bench.send(wire.SNAPSHOT)
    assert kind == wire.SNAPSHOT
    state, marbles, number, bits = struct.unpack(wire.F_SNAPSHOT, data)
    assert state == wire.READY and marbles == 1 and number == bench.session.events.next
    assert bits == bytes(8) + b"\x01" + bytes(7)


def case_a_configuration_is_opened_only_when_disarmed():
    bench = Bench()
    bench.ready()
    assert bench.result(wire.CONFIG, bytes([wire.C_BEGIN])) == wire.WRONG_STATE
    assert bench.result(wire.DISARM) == wire.OK
    assert bench.result(wire.CONFIG, items()[1]) == wire.WRONG_STATE
    assert bench.configure(items()) == wire.OK


def case_maintenance_needs_a_reboot_first():
    bench = Bench()
    bench.ready()
    assert bench.result(wire.MAINTENANCE) == wire.WRONG_STATE
    assert bench.result(wire.REBOOT) == wire.OK
    assert bench.session.output(bench.ms, 0) is None and bench.session.leave == wire.REBOOT
    fresh = Bench()
    assert fresh.result(wire.MAINTENANCE) == wire.OK
    assert fresh.session.output(fresh.ms, 0) is None
    assert fresh.session.leave == wire.MAINTENANCE


def case_hello_names_the_newest_command_for_the_next_host():
    bench = Bench()
    bench.command(wire.DISARM, seq=65535)
    bench.command(wire.DISARM, seq=1)
    bench.command(wire.DISARM, seq=65534)
    _, data = bench.send(wire.HELLO, b"\x00", seq=9)
    assert struct.unpack(wire.F_HELLO0, data)[9] == 1


def case_unknown_and_malformed_commands_are_answered():
    bench = Bench()
    assert bench.result(0x2F) == wire.BAD_KIND
    assert bench.result(wire.ARM, b"x") == wire.BAD_PAYLOAD
    assert bench.result(wire.SERVO, b"x") == wire.BAD_PAYLOAD
    assert bench.result(wire.RELEASE) == wire.BAD_KIND
    assert bench.board.fault == 0


def case_no_command_of_any_kind_or_size_raises():
    bench = Bench()
    bench.ready()
    for kind in range(256):
        if kind in (wire.REBOOT, wire.MAINTENANCE, wire.HEARTBEAT, wire.EVENT_ACK):
            continue
        for size in range(22):
            bench.send(kind, b"\x00" * size)
            bench.send(kind, b"\xff" * size)
    assert bench.board.fault == 0
    assert bench.openings() <= 1


def case_a_command_too_old_to_be_a_repeat_is_not_carried_out():
    bench = Bench()
    bench.ready()
    assert bench.result(wire.DISARM) == wire.OK
    first = bench.seq + 1
    for _ in range(wire.REMEMBERED):
        assert bench.result(wire.CLEAR) == wire.OK
    assert bench.send(wire.ARM, seq=first - 1) is None
    assert bench.board.state == wire.READY and bench.session.answered.stale == 1
    assert bench.result(wire.ARM) == wire.OK


def case_a_command_that_was_lost_may_come_behind_newer_ones():
    bench = Bench()
    bench.ready()
    missing = bench.seq + 1
    bench.seq += 1
    for _ in range(wire.REMEMBERED - 1):
        assert bench.result(wire.CLEAR) == wire.OK
    assert bench.release(5, seq=missing)[0] == wire.OK
    assert bench.openings() == 1


def case_the_first_command_of_a_start_may_have_any_number():
    for seq in (1, 40000, 65535):
        bench = Bench()
        assert bench.command(wire.CLEAR, seq=seq)[0] == wire.OK
        assert bench.command(wire.CLEAR, seq=(seq + 1) & 0xFFFF)[0] == wire.OK


def case_a_release_for_an_earlier_start_is_refused():
    bench = Bench()
    bench.ready()
    assert bench.release(5, boot=(bench.chip.boot + 1) & 0xFFFF)[0] == wire.OTHER_BOOT
    assert bench.openings() == 0
    assert bench.release(5)[0] == wire.OK


def beam_of(bench, number):
    ask = struct.pack(wire.F_RELEASE_ASK, 0, number)
    return struct.unpack(wire.F_RELEASE_STATUS, bench.send(wire.RELEASE_STATUS, ask)[1])[3]


def case_a_release_remembers_that_its_marble_left():
    bench = Bench()
    bench.ready()
    bench.run(100)
    beam = bench.chip.inputs[9]
    assert bench.release(1)[0] == wire.OK
    assert beam_of(bench, 1) == wire.BEAM_HOME
    beam.level = 0
    bench.run(100)
    assert beam_of(bench, 1) == wire.BEAM_HOME | wire.BEAM_LEFT
    bench.chip.timers[0].fire()
    bench.run(500)
    # released without a marble in its cradle: the beam can tell nothing
    assert bench.release(2)[0] == wire.OK
    assert beam_of(bench, 2) == 0


def case_a_hand_that_takes_a_stuck_marble_out_later_is_no_release():
    bench = Bench()
    bench.ready()
    bench.run(100)
    assert bench.release(1)[0] == wire.OK
    bench.chip.timers[0].fire()
    bench.run(8000)
    bench.chip.inputs[9].level = 0
    bench.run(100)
    assert beam_of(bench, 1) == wire.BEAM_HOME


def case_nor_is_a_hand_after_so_long_that_microseconds_have_wrapped():
    bench = Bench()
    bench.ready()
    bench.run(100)
    assert bench.release(1)[0] == wire.OK
    bench.chip.timers[0].fire()
    bench.run(1000)
    for _ in range(4):
        bench.ms = (bench.ms + 9 * 60000) & (wire.TICKS - 1)
        bench.run(500)
        bench.chip.inputs[9].level = 0
        bench.run(500)
        assert beam_of(bench, 1) == wire.BEAM_HOME
        bench.chip.inputs[9].level = 1
        bench.run(500)


def case_heartbeats_tell_the_time_and_statistics_both_parts():
    bench = Bench()
    bench.ready()
    bench.session.receive(b"\x02abcdefghijk\n", bench.ms, bench.us)
    kinds, parts, stamps = [], [], []
    for _ in range(300):
        bench.run(10)
        for kind, _, data in bench.heard:
            kinds.append(kind)
            if kind == wire.STATS:
                parts.append(data[0])
                if data[0] == 0:
                    counts = struct.unpack(wire.F_STATS0, data)
            if kind == wire.HEARTBEAT:
                stamps.append(struct.unpack(wire.F_HEARTBEAT, data)[6])
    assert parts.count(0) in (2, 3, 4) and parts.count(1) in (2, 3, 4)
    assert counts[3] == 1 and counts[1] > 100
    for before, after in zip(stamps, stamps[1:]):  # noqa: B905, RUF007 (MicroPython knows neither)
        assert abs((after - before) % wire.TICKS - 1000 * wire.CHIP_BEAT_MS) < 20000
