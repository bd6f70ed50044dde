"""Starts the controller. Whatever happens, its outputs are off when this file is left.

After MAINTENANCE it just ends, which leaves the prompt to whoever has the port.
"""

from island.silence import silence

silence()

import gc  # noqa: E402

import machine  # noqa: E402

if hasattr(gc, "threshold"):  # code loaded into a scattered heap leaves no room for long arrays
    gc.threshold(4096)

from island import app, wire  # noqa: E402

if hasattr(gc, "threshold"):
    gc.threshold(-1)  # from here on the loop collects, once a second

if app.main() == wire.REBOOT:
    machine.reset()
