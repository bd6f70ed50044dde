"""Chips beside the controller. Each driver is pure: a bus or a line comes in as an argument."""
