"""The two session ends through reconnects and reboots, over the cable that lies (``lossy.py``)."""

from __future__ import annotations

import struct
import zlib

from link.lossy import BENCH, Faults, Pair
from vulkar.link import wire
from vulkar.link.session import HostSession
from vulkar.link.signals import Answered

EPOCH = 1


class Rough(Pair):
    """A pair whose host may open the port anew and whose controller may lose its memory.

    ``boots`` counts openings of the gate by the number of the boot in which they happened.
    """

    def __init__(self, seed: int, faults: Faults) -> None:
        super().__init__(seed, Faults())
        self.boots: list[int] = []
        self.boot = 0
        self._faults = faults
        self.connect()

    @property
    def all_openings(self) -> int:
        return sum(self.boots) + self.openings()

    def reconnect(self) -> None:
        """A new host session; what the cable still carries arrives all the same."""
        self.host = HostSession()
        self.answers.clear()
        self.connect()

    def reboot(self) -> None:
        """The controller loses its power and its memory, and the cable what it carried."""
        self.boots.append(self.openings())
        self.chip = BENCH.Chip()
        self.chip.boot = BENCH.Chip.boot + len(self.boots)
        self._timers.clear()
        self.firmware = BENCH.Session(self.chip, self.ms)
        self.there.flying.clear()
        self.back.flying.clear()
        self.reconnect()

    def connect(self) -> None:
        """Greets, configures and seals over a sound cable, as a controller object does."""
        self.there.faults = self.back.faults = Faults()
        hello = self.ask(wire.HELLO, b"\x00")
        assert isinstance(hello, Answered)
        fields = struct.unpack(wire.F_HELLO0, hello.payload)
        self.boot = fields[4]
        self.host.resume(fields[9])
        self.host.start_beating(self.now)
        assert self.result(self.ask(wire.DISARM)) == wire.OK
        crc = 0
        for payload in BENCH.items(sensors=4):
            crc = zlib.crc32(payload, crc)
            if fields[7] == 0:
                assert self.result(self.ask(wire.CONFIG, payload)) == wire.OK
        assert self.result(self.ask(wire.SEAL, struct.pack(wire.F_SEAL, crc, EPOCH))) == wire.OK
        self.run(100)
        snapshot = self.ask(wire.SNAPSHOT)
        assert isinstance(snapshot, Answered)
        self.host.synchronise(struct.unpack(wire.F_SNAPSHOT, snapshot.payload)[2], self.now)
        self.there.faults = self.back.faults = self._faults

    def release(self, number: int, boot: int | None = None) -> int:
        """The result of asking for a release; -1 where no answer came."""
        low = (self.boot if boot is None else boot) & 0xFFFF
        return self.result(
            self.ask(wire.RELEASE, struct.pack(wire.F_RELEASE, 0, 0, 0, number, low))
        )

    def phase(self, number: int) -> int:
        """What the controller remembers of a release; -1 where no answer came."""
        answer = self.ask(wire.RELEASE_STATUS, struct.pack(wire.F_RELEASE_ASK, 0, number))
        if not isinstance(answer, Answered):
            return -1
        return int(struct.unpack(wire.F_RELEASE_STATUS, answer.payload)[0])
