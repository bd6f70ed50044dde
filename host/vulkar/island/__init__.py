"""A board as a table sees it: roll, expect, observe, and the people around it.

``port.py`` is all that a table may ask; ``serial.py`` is a board behind a link, real or simulated.
What sensors mean is pure: ``detect.py`` after a roll, ``check.py`` at rest.
"""
