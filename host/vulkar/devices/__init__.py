"""Devices of an island over the link: idol, diverters, gates and hall field.

Each is a small state machine whose table is data (``machine.py`` runs and draws it).
``board.py`` reads the description of the electronics that they stand on.
"""
