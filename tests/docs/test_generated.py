"""Pages that come from code are current."""

from __future__ import annotations

import pytest

from tests.docs.generate import PAGES, REFERENCE


@pytest.mark.parametrize("name", sorted(PAGES))
def test_page_is_current(name: str) -> None:
    committed = (REFERENCE / name).read_text(encoding="utf-8")
    assert committed == PAGES[name](), "run: python -m tests.docs.generate"
