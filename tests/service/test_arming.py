"""What arms the board, what ends it, and what it says where it is not armed."""

from __future__ import annotations

import pytest

from vulkar.errors import VulkarError
from vulkar.service.arming import LAPSE_MS, Arming, Unarmed


def why(arming: Arming, now_ms: int) -> str | None:
    error = arming.why(now_ms)
    return error and error.code


def test_at_the_start_nothing_is_armed() -> None:
    assert why(Arming(), 0) == Unarmed.START and Arming().until_ms(0) is None


def test_it_lapses_after_ten_minutes_without_an_action_at_the_board() -> None:
    arming = Arming()
    arming.arm(0)
    assert arming.is_armed(LAPSE_MS - 1)
    arming.act(LAPSE_MS - 1)
    assert arming.until_ms(LAPSE_MS) == 2 * LAPSE_MS - 1
    assert not arming.is_armed(2 * LAPSE_MS - 1)
    assert why(arming, 2 * LAPSE_MS) == Unarmed.LAPSED


def test_an_action_arms_nothing() -> None:
    arming = Arming()
    arming.act(0)
    assert not arming.is_armed(0)
    arming.arm(0)
    arming.act(LAPSE_MS)  # a moment too late
    assert not arming.is_armed(LAPSE_MS)


@pytest.mark.parametrize("reason", [Unarmed.DISARMED, Unarmed.STOPPED])
def test_it_is_disarmed_until_it_is_armed_anew(reason: Unarmed) -> None:
    arming = Arming()
    arming.arm(0)
    arming.disarm(reason)
    arming.act(1)
    assert why(arming, 1) == reason
    arming.arm(2)
    assert arming.is_armed(2)


def test_where_there_is_a_key_nothing_is_armed_without_it() -> None:
    arming = Arming()
    arming.key(False, 0)
    with pytest.raises(VulkarError) as caught:
        arming.arm(0)
    assert caught.value.code == "arming.key" and not arming.is_armed(0)
    arming.key(True, 1)
    assert arming.is_armed(1)
    arming.disarm()
    assert why(arming, 2) == Unarmed.DISARMED
    arming.arm(3)
    arming.key(False, 4)
    arming.disarm()
    assert why(arming, 5) == Unarmed.KEY


def test_a_key_that_is_on_at_the_start_has_to_be_turned() -> None:
    arming = Arming()
    arming.see_key(True)
    assert why(arming, 0) == Unarmed.START
    arming.key(False, 0)
    arming.key(True, 0)
    assert arming.is_armed(0)


def test_a_key_that_is_on_lapses_too_and_arms_when_it_is_turned_again() -> None:
    arming = Arming()
    arming.key(True, 0)
    assert why(arming, LAPSE_MS) == Unarmed.LAPSED
    arming.key(False, LAPSE_MS)
    arming.key(True, LAPSE_MS)
    assert arming.is_armed(LAPSE_MS)
