"""Starts the controller. Whatever happens, its outputs are off when this file is left.

After MAINTENANCE it just ends, which leaves the prompt to whoever has the port.
"""

from island.silence import silence

silence()

import machine  # noqa: E402

from island import app, wire  # noqa: E402

if app.main() == wire.REBOOT:
    machine.reset()
