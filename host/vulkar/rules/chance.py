"""Chance as a source of answers: dice, the order of the deck, blind picks.

Every answer is a function of the seed, of a stream (``die``, ``deck`` or ``pick``) and of the
ordinal in that stream, so a game that is played again with one answer changed meets the same luck.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from vulkar.rules.core import CHANCE, Answer, Ask

STREAMS: Final = {"die": "die", "draw": "deck", "pick": "pick"}


class Chance:
    """Answers what a game asks of chance."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def number(self, stream: str, ordinal: int) -> float:
        """The ``ordinal``-th number of a stream, in [0, 1)."""
        key = f"{self.seed}/{stream}/{ordinal}".encode()
        return (int.from_bytes(blake2b(key, digest_size=8).digest(), "big") >> 11) / 2**53

    def answer(self, ask: Ask) -> Answer:
        """A legal answer to a chance ask.

        ``ask.data["ordinal"]`` counts within the stream; ``ask.data["counts"]``, where given, are
        the weights of ``ask.legal`` (how often each kind of card lies in the pile).
        """
        assert ask.asker == CHANCE, ask
        u = self.number(STREAMS[ask.kind], ask.data["ordinal"])
        counts = ask.data.get("counts")
        if counts is None:
            return ask.legal[int(u * len(ask.legal))]
        left = u * sum(counts)
        for value, count in zip(ask.legal, counts, strict=True):
            left -= count
            if left < 0:
                return value
        return ask.legal[-1]
