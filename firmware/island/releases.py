"""The last releases and how far they got: what makes letting a marble go happen once."""

from island import ticks, wire
from island.gate import Gate

KEPT = 16
LEAVE_MS = 6000  # a marble may leave so long after its gate began to open


class Release:
    """One opening of one gate."""

    def __init__(self, key: tuple[int, int], gate: Gate, t_us: int, now_ms: int, beam: int) -> None:
        self.key = key  # release_id, attempt
        self.gate = gate
        self.t_us = t_us
        self.since_ms = now_ms
        self.phase = wire.OPEN
        self.beam = beam


class Releases:
    """Survives new sessions of one game; another epoch (game) starts with an empty memory."""

    def __init__(self) -> None:
        self.of_epoch = 0
        self.epochs = 0  # how often the memory began anew since the boot
        self._kept: list[Release] = []

    def epoch(self, number: int) -> None:
        if number != self.of_epoch:
            self.of_epoch = number
            self.epochs = (self.epochs + 1) & 0xFF
            self._kept = []

    def find(self, key: tuple[int, int]) -> "Release | None":
        """The release with this key, or None."""
        for release in self._kept:
            if release.key == key:
                return release
        return None

    def add(self, key: tuple[int, int], gate: Gate, t_us: int, now_ms: int, home: bool) -> None:
        """``home``: the beam saw the marble in its cradle when the gate began to open."""
        if len(self._kept) >= KEPT:
            self._kept.pop(0)
        self._kept.append(Release(key, gate, t_us, now_ms, wire.BEAM_HOME if home else 0))

    def phase(self, gate: Gate, phase: int) -> None:
        """The newest release of ``gate`` got so far."""
        for release in self._kept:
            if release.gate is gate and release.phase == wire.OPEN:
                release.phase = phase

    def left(self, gate: Gate, now_ms: int) -> None:
        """The beam of ``gate`` saw its marble leave: a release of late let it go, else a hand."""
        for release in self._kept[::-1]:
            if release.gate is gate:
                # in ms: microseconds wrap so soon that a release of 9 minutes ago seems to come
                recent = 0 <= ticks.diff(now_ms, release.since_ms) <= LEAVE_MS
                if release.beam and (release.phase == wire.OPEN or recent):
                    release.beam |= wire.BEAM_LEFT
                return
