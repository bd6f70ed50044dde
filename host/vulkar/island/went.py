"""Whether a roll's marble has been let go, after a link, a host or a controller was lost.

The controller's memory decides, then the beam of the marble's cradle; where neither can, people
are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from vulkar.link.events import ReleaseStatus


class Went(StrEnum):
    """What is known of a release."""

    NO = "no"  # its gate never opened for it
    STAYED = "stayed"  # its gate opened, and the marble lies in its cradle all the same
    YES = "yes"  # the marble was let go
    UNKNOWN = "unknown"  # only people can tell


@dataclass(slots=True)
class ReleaseBook:
    """What this host has done about its orders, over however many connections.

    ``unknown`` are the releases about which people had to be asked.
    """

    unknown: list[int] = field(default_factory=list)
    _begun: set[int] = field(default_factory=set)
    _left: set[int] = field(default_factory=set)
    _sent: dict[int, set[int]] = field(default_factory=dict)

    def begin(self, release_id: int) -> None:
        """The order has not been carried out; from here on this host knows all that is sent."""
        self._begun.add(release_id)

    def send(self, release_id: int, memory: int | None) -> None:
        """A RELEASE is about to be sent to the controller whose memory has this name."""
        self._sent.setdefault(release_id, set()).add(-1 if memory is None else memory)

    def sent(self, release_id: int) -> bool:
        """This host has asked for it, of a controller or of people."""
        return release_id in self._sent

    def take_back(self, release_id: int) -> None:
        """It did not go, and whoever was asked for it will not do it any more."""
        self._sent.pop(release_id, None)
        self._begun.add(release_id)

    def leave(self, release_id: int) -> None:
        """The marble was seen to leave, or people say so."""
        self._left.add(release_id)

    def left(self, release_id: int) -> bool:
        return release_id in self._left

    def never_sent(self, release_id: int) -> bool:
        """True only where this host surely never asked for it."""
        return release_id in self._begun and release_id not in self._sent

    def sent_only_to(self, release_id: int, memory: int | None) -> bool:
        """Whatever this host has sent went to the controller with this memory."""
        return self._sent.get(release_id, set()) <= {-1 if memory is None else memory}


def decide(
    seen: Sequence[ReleaseStatus], *, left: bool, remembered: bool, never_sent: bool, home: bool
) -> Went:
    """What became of a release.

    ``seen`` is what the controller remembers of each attempt, ``remembered`` whether its memory
    goes back to before the order, ``home`` what the beam says now.
    """
    if left or any(status.left for status in seen):
        return Went.YES
    opened = [status for status in seen if status.phase != "never"]
    if opened:
        # the beam must have seen the marble before: else it sees nothing, or there was none
        sees = all(status.home for status in opened)
        return Went.STAYED if sees and home else Went.UNKNOWN
    if remembered or never_sent:
        return Went.NO
    return Went.UNKNOWN
