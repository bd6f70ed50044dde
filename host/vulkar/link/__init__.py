"""The cable to the controller: frames, the host end of the session, a serial port, the controller.

``wire.py`` is the firmware's own file. Bytes and time go in, signals come out; only
``connection.py`` and ``serialport.py`` know an event loop.
"""
