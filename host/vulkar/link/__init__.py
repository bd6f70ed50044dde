"""The cable to the controller: frames, the session's host end, a serial port, the controller object.

``wire.py`` is the firmware's own file. Bytes and time go in, signals come out; only
``connection.py`` and ``serialport.py`` know an event loop.
"""
