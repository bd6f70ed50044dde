"""The name of a controller's memory is the same for every connection of one game."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from vulkar.link import connect, wire

FIRST = struct.pack(wire.F_HELLO0, 0, 1, 0, 0, 0xFFFFFF00, 1, 0, 0, 0, 0)
HELLO = connect.hello_of(FIRST, struct.pack(wire.F_HELLO1, 1, 1, bytes(8), 0, 5, 0))


@pytest.mark.parametrize("before", [0, 1, 254, 255])
def test_a_game_finds_its_memory_again_however_many_there_were_since_the_start(before: int) -> None:
    found = replace(HELLO, epochs=before, epoch=5)
    again = replace(HELLO, epochs=(before + 1) & 0xFF, epoch=6)  # as the firmware counts
    assert connect.memory_of(found, 6) == connect.memory_of(again, 6)
    assert connect.memory_of(found, 5) != connect.memory_of(found, 6)
