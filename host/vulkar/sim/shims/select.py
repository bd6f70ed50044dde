# mypy: ignore-errors
"""``select`` of the simulated chip: ``poll`` over stdin and stdout, the only sleep there is."""

from chipcore import core, cost
from chipwire import FOREVER

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16
_POLL = cost("poll")
_BYTE = cost("byte")
_FRAME = cost("frame_out")


class _Poll:
    def __init__(self):
        self._entries = []

    def register(self, obj, eventmask=POLLIN | POLLOUT):
        if obj.fileno() not in (0, 1):
            raise OSError(22)
        for entry in self._entries:
            if entry[0] is obj:
                entry[1] = eventmask
                return
        self._entries.append([obj, eventmask])

    def modify(self, obj, eventmask):
        for entry in self._entries:
            if entry[0] is obj:
                entry[1] = eventmask
                return
        raise OSError(2)

    def unregister(self, obj):
        self._entries = [e for e in self._entries if e[0] is not obj]

    def _ready(self):
        found = []
        for obj, mask in self._entries:
            bits = 0
            # stdin and stdout are one USB port; each of them may be asked for either
            if mask & POLLIN and core.has_input():
                bits |= POLLIN
            if mask & POLLOUT and core.has_room():
                bits |= POLLOUT
            if bits:
                found.append((obj, bits))
        for _, bits in found:
            if bits & POLLIN:
                core.charge(_BYTE)
            if bits & POLLOUT:
                core.charge(_FRAME)
                core.out = True
        return found

    def poll(self, timeout=-1):
        if core.out:
            core.flush()
        core.charge(_POLL)
        found = self._ready()
        if found or timeout == 0:
            return found
        wants = 0
        for _, mask in self._entries:
            wants |= mask
        until = FOREVER if timeout is None or timeout < 0 else core.time_us() + timeout * 1000
        core.sleep(until, bool(wants & POLLIN), bool(wants & POLLOUT))
        return self._ready()

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout))


def poll():
    return _Poll()
