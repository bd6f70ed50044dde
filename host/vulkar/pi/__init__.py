"""The Raspberry Pi's own pins: the firmware as a process of its own, and the Pi's own health.

``board`` keeps the process and the servo rail, ``process`` is the firmware's end, ``machine`` and
``hallscan`` take the place of MicroPython's modules of these names. Imported only by ``cli``.
"""
