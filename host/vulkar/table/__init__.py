"""One running game: rules, island, seats and journal joined.

``table.py`` is the loop, ``players.py`` who decides, ``journal.py`` what is kept on disk.
"""
