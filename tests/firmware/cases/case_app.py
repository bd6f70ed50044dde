"""What the loop does with exceptions and Ctrl-C, on both interpreters."""

import sys

from types_of import module

from bench import Bench, items
from island import wire

sys.modules["machine"] = module(mem32={}, PWM=None, Pin=None, Timer=None)
sys.modules["hallscan"] = module()

from island import app  # noqa: E402


class Loop(app.App):
    """The loop on a bench's session: each pass raises what is next, and then the loop ends."""

    def __init__(self, bench, raises):
        self.hardware = bench.chip
        self.session = bench.session
        self.ended = False
        self._raised = 0
        self.raises = list(raises)

    def pass_once(self):
        if self.raises:
            raise self.raises.pop(0)
        self.ended = True


def case_outputs_are_off_before_the_traceback_and_lack_of_memory_for_it_ends_nothing():
    bench = Bench()
    bench.ready()
    bench.servo(0, 1500)
    seen = []

    def no_memory(error):
        seen.append((bench.board.fault, bench.chip.channels[0].ns))
        raise MemoryError

    whole = app._traceback
    app._traceback = no_memory
    try:
        Loop(bench, [ValueError("no")]).run()
    finally:
        app._traceback = whole
    assert seen == [(wire.FAULT_CODE, 0)]
    assert bench.session.text_lost == 1
    assert bench.send(wire.PING, b"x") == (wire.PONG, b"x")


def case_ctrl_c_in_the_middle_of_latching_does_not_leave_the_loop():
    bench = Bench()
    bench.ready()
    bench.servo(0, 1500)
    board = bench.board
    whole = board.cut
    left = [1, 1]

    def cut():
        if left:
            left.pop()
            raise KeyboardInterrupt
        whole()

    board.cut = cut
    loop = Loop(bench, [KeyboardInterrupt()])
    loop.run()
    assert loop.ended and board.fault == wire.FAULT_KEYBOARD and not left
    assert bench.chip.channels[0].ns == 0


def case_ctrl_c_leaves_only_before_the_watchdog_runs():
    bench = Bench()
    try:
        Loop(bench, [KeyboardInterrupt()]).run()
        raise AssertionError
    except KeyboardInterrupt:
        pass
    assert bench.configure(items()) == wire.OK
    assert bench.result(wire.CONFIG, bytes([wire.C_BEGIN])) == wire.OK
    loop = Loop(bench, [KeyboardInterrupt()])
    loop.run()
    assert loop.ended and bench.board.fault == wire.FAULT_KEYBOARD


def case_the_end_silences_even_if_cutting_fails():
    machine = sys.modules["machine"]
    machine.mem32.clear()

    class Broken:
        def __init__(self, hardware):
            self.session = self
            self.board = self

        def run(self):
            return 0

        def cut(self):
            raise ValueError

    whole = app.App, app.Hardware
    app.App, app.Hardware = Broken, lambda: None
    try:
        app.main()
        raise AssertionError
    except ValueError:
        pass
    finally:
        app.App, app.Hardware = whole
    assert len(machine.mem32) == 9  # eight PWM slices, and every pin an input
