"""Which picture the lamps show when. Pure: times in ms of any clock that does not go back."""

from __future__ import annotations

from typing import NamedTuple

from vulkar.cues.flashes import GAP_MS
from vulkar.cues.playing import Frames, Picture


class _Running(NamedTuple):
    begun_ms: int
    frames: Frames


class LampPlayer:
    """One show at a time above what the lamps tell at rest.

    A picture follows another one after ``GAP_MS`` at the earliest, whatever is asked for meanwhile:
    what came in between is never shown, the newest is.
    """

    def __init__(self) -> None:
        self._rest: Picture = {}
        self._running: _Running | None = None
        self._shown: Picture = {}
        self._free_ms = 0

    def rest(self, picture: Picture) -> None:
        """What the lamps tell from now on while no show runs."""
        self._rest = dict(picture)

    def play(self, frames: Frames, now_ms: int) -> None:
        """Begins a show, unless one of a higher priority runs."""
        running = self._running
        over = running is None or now_ms >= running.begun_ms + running.frames.length_ms
        if over or running is None or frames.priority >= running.frames.priority:
            self._running = _Running(now_ms, frames)

    def stop(self) -> None:
        """Ends the show."""
        self._running = None

    def look(self, now_ms: int) -> Picture | None:
        """The picture to show now; None if it is shown already, or is to wait."""
        wanted = self._wanted(now_ms)
        if wanted == self._shown or now_ms < self._free_ms:
            return None
        self._shown = wanted
        self.seen(now_ms)
        return wanted

    def seen(self, now_ms: int) -> None:
        """The last picture came to be seen only now."""
        self._free_ms = now_ms + GAP_MS

    def next_ms(self, now_ms: int) -> int | None:
        """When to look again, if nothing else happens."""
        if self._wanted(now_ms) != self._shown:
            return max(self._free_ms, now_ms)
        if self._running is None:
            return None
        begun_ms, frames = self._running
        moments = [begun_ms + at_ms for at_ms, _ in frames.pictures]
        ahead = [m for m in (*moments, begun_ms + frames.length_ms) if m > now_ms]
        return min(ahead) if ahead else None

    def _wanted(self, now_ms: int) -> Picture:
        if self._running is None:
            return self._rest
        begun_ms, frames = self._running
        if now_ms >= begun_ms + frames.length_ms:
            self._running = None
            return self._rest
        past = [picture for at_ms, picture in frames.pictures if begun_ms + at_ms <= now_ms]
        return {**self._rest, **past[-1]} if past else self._rest
