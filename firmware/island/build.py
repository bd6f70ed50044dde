"""Written by ``python -m vulkar.link.image --write``: the hash of these sources."""

SOURCES = 0x5CE18193
