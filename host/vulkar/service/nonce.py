"""Nonces: a trigger shows by one that whoever pulled it saw the table as it is now. Pure.

A nonce is made anew each second for one seat and one fireball, and is taken for 3 s, once. It is
computed, not stored; the secret is drawn at the start of the table and is never written down, so
that no nonce outlives its process.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

RENEW_MS: Final = 1_000
GOOD_MS: Final = 3_000  # after it was made


class Nonces:
    """``secret``: at least 16 random bytes. Times in ms of any clock that does not go back.

    A scope names what a nonce is good for.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._used: dict[str, int] = {}  # nonce -> when it would be too old anyway

    def of(self, scope: str, now_ms: int) -> str:
        """The nonce of this second."""
        return self._at(scope, now_ms // RENEW_MS)

    def is_good(self, scope: str, nonce: str, now_ms: int) -> bool:
        """Whether it was made for ``scope``, less than 3 s ago, and has not been used."""
        newest = now_ms // RENEW_MS
        seconds = range(newest - GOOD_MS // RENEW_MS + 1, newest + 1)
        said = nonce.encode()
        made = [hmac.compare_digest(self._at(scope, s).encode(), said) for s in seconds]
        return any(made) and nonce not in self._used

    def use(self, nonce: str, now_ms: int) -> None:
        """It is good no more."""
        self._used = {old: until for old, until in self._used.items() if until > now_ms}
        self._used[nonce] = now_ms + GOOD_MS

    def _at(self, scope: str, second: int) -> str:
        text = f"{second}/{scope}".encode()
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()[:32]
