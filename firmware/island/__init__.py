"""The controller: one loop, generic until the host configures and seals it.

``app`` joins the hardware to ``session`` (bytes) and ``board`` (servos, gates, halls, latches).
"""
