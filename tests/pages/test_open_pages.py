"""Which page makes room for a new one."""

from __future__ import annotations

import pytest

from vulkar.errors import VulkarError
from vulkar.pages.open_pages import OpenPages


def test_a_sessions_oldest_page_without_a_socket_makes_room_for_its_next() -> None:
    opened = OpenPages(each=3, most=100)
    assert [opened.add(name, "anna") for name in "abc"] == [[], [], []]
    opened.connected("a", 1)
    assert opened.add("d", "anna") == ["b"]
    assert opened.add("e", "ben") == []
    assert len(opened) == 4


def test_a_page_that_is_looked_at_makes_room_for_nobody() -> None:
    opened = OpenPages(each=2, most=3)
    for name, session in (("a", "anna"), ("b", "anna"), ("c", "ben")):
        opened.add(name, session)
        opened.connected(name, 1)
    for session in ("anna", "carl"):
        with pytest.raises(VulkarError, match="Too many pages"):
            opened.add("d", session)
    opened.connected("c", -1)  # ben's phone sleeps
    assert opened.add("d", "carl") == ["c"]


def test_memory_is_bounded_whoever_asks() -> None:
    opened = OpenPages()
    for n in range(1000):
        opened.add(str(n), f"session {n % 300}")
    assert len(opened) == 128


def test_a_page_is_for_its_session_only_and_for_as_long_as_it_is_open() -> None:
    opened = OpenPages()
    opened.add("a", "anna")
    opened.check("a", "anna")
    for session in ("ben", None):
        with pytest.raises(VulkarError) as other:
            opened.check("a", session)
        assert other.value.code == "page.other"
    opened.gone("a")
    opened.gone("a")
    with pytest.raises(VulkarError) as gone:
        opened.check("a", "anna")
    assert gone.value.code == "page.gone"
