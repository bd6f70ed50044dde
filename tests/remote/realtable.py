"""The real table process of the tests, without a board."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import PIPE, Running


class RealTable:
    """``python -m vulkar.service --manual`` on a new data folder, as ``vulkar serve`` starts it.

    ``more``: further arguments.
    """

    def __init__(self, data: Path, *more: str) -> None:
        self._more = more
        data.mkdir(parents=True, exist_ok=True)
        self.data = data
        self.path = data / "table.sock"
        self.pin = ""
        self.start_key = ""
        self.marshal: str | None = None  # a marshal's credential, once there is one
        self.start()

    def start(self) -> None:
        with (self.data / "table.log").open("ab") as log:
            args = ("--data", self.data, "--manual", *self._more)
            self.process = Running("table", "vulkar.service", args, stdout=PIPE, stderr=log)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            word, *rest = line.split()
            if word == "pin":
                self.pin = rest[0]
            elif word == "start":
                self.start_key = rest[0]
            elif word == "ready":
                return
        raise AssertionError((self.data / "table.log").read_text("utf-8"))

    def stop(self, hard: bool = False) -> None:
        self.process.kill() if hard else self.process.terminate()
        self.process.wait(20)
