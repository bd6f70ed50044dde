"""Faults brought about on purpose: cables that lie, ports that vanish, worlds that are counted.

``cable.py`` damages frames of any transport, ``cradles.py`` is a quick world that counts marbles,
``ptycable.py`` pulls the plug of a real PTY, ``run.py`` and ``campaign.py`` put a whole host stack
and the real firmware through all of it.
"""
