"""A nonce is good for 3 s, once, for one scope, in one process."""

from __future__ import annotations

import pytest

from vulkar.service.nonce import Nonces

NOW_MS = 5_000_000


def test_it_is_renewed_each_second_and_good_for_three() -> None:
    nonces = Nonces(b"secret")
    nonce = nonces.of("0/f1", NOW_MS)
    assert nonces.of("0/f1", NOW_MS + 999) == nonce != nonces.of("0/f1", NOW_MS + 1000)
    assert nonces.is_good("0/f1", nonce, NOW_MS + 2999)
    assert not nonces.is_good("0/f1", nonce, NOW_MS + 3000)
    assert not nonces.is_good("0/f1", nonces.of("0/f1", NOW_MS + 1000), NOW_MS)


@pytest.mark.parametrize("scope", ["1/f1", "0/f2", "0/f11", ""])
def test_it_is_good_for_its_own_scope_only(scope: str) -> None:
    nonces = Nonces(b"secret")
    assert not nonces.is_good("0/f1", nonces.of(scope, NOW_MS), NOW_MS)


def test_it_is_used_once() -> None:
    nonces = Nonces(b"secret")
    nonce = nonces.of("0/f1", NOW_MS)
    nonces.use(nonce, NOW_MS)
    assert not nonces.is_good("0/f1", nonce, NOW_MS + 2999)
    assert nonces.is_good("0/f1", nonces.of("0/f1", NOW_MS + 1000), NOW_MS + 1000)


def test_another_process_knows_none_of_it() -> None:
    nonce = Nonces(b"before").of("0/f1", NOW_MS)
    assert not Nonces(b"after").is_good("0/f1", nonce, NOW_MS)


@pytest.mark.parametrize("nonce", ["", "ü", "\x00", "0" * 32])
def test_what_is_no_nonce_is_no_good(nonce: str) -> None:
    assert not Nonces(b"secret").is_good("0/f1", nonce, NOW_MS)


def test_used_ones_are_forgotten_once_they_are_too_old_anyway() -> None:
    nonces = Nonces(b"secret")
    for second in range(1000):
        nonces.use(nonces.of("0/f1", second * 1000), second * 1000)
    assert len(nonces._used) <= 3
