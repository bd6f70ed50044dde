"""Each page says what is kept beside its picture in the docs."""

from __future__ import annotations

import time

from tests.pages.house import House
from tests.pages.pictures import FOLDER, MOST_BYTES, SHOTS, SIZES, evening, opened, words_of

PATIENCE_S = 5.0  # for what the table sends after the page
ANEW = "look at the page, then: python -m tests.pages.pictures"


def test_every_page_says_what_its_picture_shows(house: House) -> None:
    for shot, path, credential in evening(house):
        page = opened(house, shot, path, credential, shot.home)
        kept = (FOLDER / f"{shot.name}.txt").read_text("utf-8")
        end = time.monotonic() + PATIENCE_S
        while (words := words_of(page)) != kept and time.monotonic() < end:
            time.sleep(0.05)
        assert words == kept, f"{shot.name}: {ANEW}"
        page.context.close()


def test_every_page_has_a_small_picture_of_each_size() -> None:
    for shot in SHOTS:
        for size in SIZES:
            picture = FOLDER / f"{shot.name}-{size}.png"
            assert 0 < picture.stat().st_size <= MOST_BYTES[size], f"{picture.name}: {ANEW}"
