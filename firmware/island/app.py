"""The one loop: sleep until a byte or a deadline, read, act, write one frame.

The watchdog is fed once every part has reported in.
"""

import gc
import select
import sys

from island import rollcall, ticks, wire
from island.chip import Hardware
from island.session import Session
from island.silence import silence

READ_MOST = 16  # bytes a pass
COLLECT_MS = 1000
STUBBORN = 20  # passes in a row that raise: nothing is to be saved, let the watchdog reset


class App:
    """Owns stdin and stdout. Any exception turns the outputs off and is latched as a fault."""

    def __init__(self, hardware: Hardware) -> None:
        self.hardware = hardware
        self.session = Session(hardware, ticks.ms())
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poller = select.poll()
        self._poller.register(sys.stdin, select.POLLIN)
        self._poller.register(sys.stdout, 0)
        self._more = select.poll()
        self._more.register(sys.stdin, select.POLLIN)
        self._asking = False
        self._rest = b""
        self._raised = 0
        self._collect_ms = ticks.ms()
        self.ended = False

    def run(self) -> int:
        """Until REBOOT or MAINTENANCE (returned), or a Ctrl-C before the watchdog runs."""
        while not self.session.leave and not self.ended:
            try:
                self.pass_once()
                self._raised = 0
                if self.session.board.roll.complete():
                    self.hardware.feed()
            except KeyboardInterrupt:
                if not self.session.board.guarded:
                    raise
                self._latch(wire.FAULT_KEYBOARD)
            except Exception as error:
                self._latch(wire.FAULT_CODE)
                self._raised += 1
                if self._raised >= STUBBORN:
                    raise
                self._tell(error)
        return self.session.leave

    def _latch(self, code: int) -> None:
        """Outputs off first, even if Ctrl-C comes again and again meanwhile."""
        while True:
            try:
                self.session.board.latch(code)
                return
            except KeyboardInterrupt:
                pass

    def _tell(self, error: Exception) -> None:
        """The traceback to the host, where memory allows; Ctrl-C is latched already."""
        try:
            self.session.say(_traceback(error))
        except (Exception, KeyboardInterrupt):
            self.session.text_lost += 1

    def pass_once(self) -> None:
        """Sleeps, then one round of input, action and output."""
        session = self.session
        roll = session.board.roll
        now_ms = ticks.ms()
        if not self._rest:
            self._rest = session.output(now_ms, ticks.us()) or b""
            if session.leave:
                return
        roll.report(rollcall.WRITE)
        writing = len(self._rest) > 0
        if writing != self._asking:
            self._asking = writing
            self._poller.modify(sys.stdout, select.POLLOUT if writing else 0)
        data = b""
        ready = self._poller.poll(session.wait_ms(now_ms, writing))
        start_us = ticks.us()
        now_ms = ticks.ms()
        for stream, mask in ready:
            if stream is sys.stdout:
                if mask & select.POLLOUT and writing:
                    sent = self._out.write(self._rest) or 0
                    self._rest = self._rest[sent:]
            elif mask:
                data = self._read()
        roll.report(rollcall.READ)
        if data:
            session.receive(data, now_ms, start_us)
        session.step(now_ms, start_us)
        if ticks.diff(now_ms, self._collect_ms) >= 0:
            self._collect_ms = ticks.add(now_ms, COLLECT_MS)
            gc.collect()
        spent_us = ticks.diff(ticks.us(), start_us)
        if spent_us > session.longest_us:
            session.longest_us = spent_us

    def _read(self) -> bytes:
        """What has arrived, a byte at a time: a longer read could block on half a frame."""
        data = b""
        for _ in range(READ_MOST):
            byte = self._in.read(1)
            if not byte:  # end of file: only where stdin is a pipe
                self.ended = True
                break
            data += byte
            if not self._more.poll(0):
                break
        return data


def _traceback(error: Exception) -> str:
    import io

    text = io.StringIO()
    if hasattr(sys, "print_exception"):
        sys.print_exception(error, text)
    else:
        import traceback  # type: ignore[import-not-found]

        traceback.print_exception(error, file=text)
    return str(text.getvalue())


def main() -> int:
    """Runs until told to leave; every output is off afterwards, whatever happened."""
    app = App(Hardware())
    try:
        return app.run()
    finally:
        try:
            app.session.board.cut()
        finally:
            silence()
