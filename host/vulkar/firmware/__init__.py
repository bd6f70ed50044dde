"""Puts the firmware on a controller: compiled, whole or not at all, with a way back.

``install`` says in which order; ``slots`` what lies on the board; ``prompt`` and ``reach`` talk.
"""
