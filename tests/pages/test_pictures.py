"""Each page says what is kept beside its picture in the docs."""

from __future__ import annotations

from tests.pages.house import House
from tests.pages.pictures import FOLDER, MOST_BYTES, SHOTS, SIZES, evening, opened, words_of

ANEW = "look at the page, then: python -m tests.pages.pictures"


def test_every_page_says_what_its_picture_shows(house: House) -> None:
    for shot, path, credential in evening(house):
        page = opened(house, shot, path, credential, shot.home)
        kept = (FOLDER / f"{shot.name}.txt").read_text("utf-8")
        assert words_of(page) == kept, f"{shot.name}: {ANEW}"
        page.context.close()


def test_every_page_has_a_small_picture_of_each_size() -> None:
    for shot in SHOTS:
        for size in SIZES:
            picture = FOLDER / f"{shot.name}-{size}.png"
            assert 0 < picture.stat().st_size <= MOST_BYTES[size], f"{picture.name}: {ANEW}"
