"""Starts the controller. Whatever happens, its outputs are off when this file is left."""

import sys

import machine

from island import app, wire

leave = app.main()
if leave == wire.REBOOT:
    machine.reset()
elif leave == wire.MAINTENANCE:
    sys.exit()
