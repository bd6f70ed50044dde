"""What no journal and no reader could hold is refused before anything is done with it."""

import asyncio
import math

import pytest

from tests.service.quickhouse import house_at, marshal_of
from vulkar.errors import VulkarError
from vulkar.service.plain import MOST_LEVELS, check_plain


def nested(levels):
    value = []
    for _ in range(levels - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, -math.inf, "\ud800", {"\udfff": 1}, {"a": [{"b": math.nan}]}, ["x\ud83d"],
     nested(MOST_LEVELS + 1), {"a": nested(MOST_LEVELS)}],
)  # fmt: skip
def test_what_is_not_plain_is_refused(value):
    with pytest.raises(VulkarError) as error:
        check_plain("word", {"seat": 0, "value": value})
    assert (error.value.code, error.value.params["arg"]) == ("op.args", "value")


def test_a_name_that_is_not_plain_is_shown_as_ascii():
    with pytest.raises(VulkarError) as error:
        check_plain("word", {"\ud800": 1})
    assert str(error.value.params["arg"]).isascii()


@pytest.mark.parametrize(
    "value", [None, True, 0, 1.5, 10**400, "\U0001f30b é", nested(MOST_LEVELS), {"a": [{}]}]
)
def test_what_is_plain_passes(value):
    check_plain("word", {"value": value})


def test_the_house_refuses_half_a_sign_before_it_is_hashed(tmp_path):
    async def main():
        house = await house_at(tmp_path)
        marshal = await marshal_of(house)
        assert await marshal.refused("join.look", key="\ud800") == "op.args"
        assert await marshal.refused("marshal.enter", pin="\ud800") == "op.args"
        await house.close()

    asyncio.run(main())
