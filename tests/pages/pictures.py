"""Pictures of every page and what each says, in one set game: ``python -m tests.pages.pictures``.

They lie in docs/images/pages: NAME-SIZE.png, and NAME.txt with the words of the page at the size
that it is made for. What differs from run to run (addresses, times, measured figures) is masked.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.pages.house import ARGUMENTS, CHROMIUM, House, alive
from tests.pages.prepared import hands, prepare, until
from vulkar.rules import Ask
from vulkar.rules.classic import Game

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "images" / "pages"
SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1180},
    "4k": {"width": 3840, "height": 2160},
}
WIDEST: Final = 1280  # pixels of a picture that is kept
MOST_BYTES: Final = {"phone": 60_000, "tablet": 150_000, "4k": 150_000}
LATE: Final = 40  # the number of a question at which the game is well under way
MASKS: Final = (
    (re.compile(r"https?://\S+"), "ADDRESS"),
    (re.compile(r"\b\d{1,2} \w{3,4} \d{4}, \d\d:\d\d"), "DAY"),
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d)?\b"), "TIME"),
    (re.compile(r"\b\d+(\.\d+)? (ms|s|min|h)\b"), "SPAN"),
)


@dataclass(frozen=True)
class Shot:
    """A page to take: where it is, who looks, and at which size its words are kept."""

    name: str
    path: str
    who: str | None
    home: str  # the size it is made for
    press: str = ""  # a button to press first


# In the order of the evening: the board is looked over; Anna's turn; the game is over; a new table.
ASKED: Final = (
    Shot("marshal", "/marshal", "marshal", "tablet"),
    Shot("board", "/board", "marshal", "tablet"),
)
RUNNING: Final = (
    Shot("seat", "/seat/0", "anna", "phone"),
    Shot("menu", "/?menu", "anna", "phone"),
    Shot("island", "/island", "anna", "4k"),
)
OVER: Final = (
    Shot("history", "/history", "marshal", "tablet"),
    Shot("replay", "/history/{number}", "marshal", "tablet"),
)
WAITING: Final = (
    Shot("join", "/join/{key}", None, "phone"),
    Shot("lobby", "/lobby", "marshal", "tablet", press="Show a code for each phone"),
)
SHOTS: Final = ASKED + RUNNING + OVER + WAITING


def theme_of(shot: Shot, size: str) -> str:
    """Light and dark in turn, so that each page and each size is seen in both."""
    odd = (SHOTS.index(shot) + list(SIZES).index(size)) % 2
    return "dark" if odd else "light"


def late_with_a_card(game: Game, ask: Ask) -> bool:
    """Anna's turn before her roll, some turns on, with a card that she may play."""
    words = [value[0] for value in ask.legal]
    return ask.number >= LATE and ask.asker == 0 and "roll" in words and "play" in words


def evening(house: House) -> Iterator[tuple[Shot, str, str | None]]:
    """Each page with its path and whose credential opens it, while the table is as it shows."""
    people = prepare(house, late_with_a_card)
    for seat, credential in enumerate(people):
        house.open(f"/seat/{seat}", credential)  # somebody without a page is soon said to be gone
    sessions = {"anna": people[0], "marshal": house.marshal()}
    found = {"number": house.state()["table"]["number"], "key": ""}
    for shot in SHOTS:
        if shot is RUNNING[0]:
            with hands(house):
                until(lambda: house.looks(people[0], "view", "?seat=0")["question"] is not None)
        if shot is OVER[0]:
            house.marshal_does("table/abandon")
        if shot is WAITING[0]:
            found["key"] = house.new_table()[0]
        yield shot, shot.path.format(**found), sessions[shot.who] if shot.who else None


def opened(house: House, shot: Shot, path: str, credential: str | None, size: str) -> Page:
    """The page at a size; some of it may still be on its way."""
    options = {"viewport": SIZES[size], "color_scheme": theme_of(shot, size)}
    page = house.open(path, credential, reduced_motion="reduce", **options)
    if credential is not None:
        alive(page)
    if shot.press:
        page.get_by_role("button", name=shot.press).click()
        expect(page.get_by_role("img", name="Code for").first).to_be_visible()
    return page


def words_of(page: Page) -> str:
    """What the page says, a line for each piece of text, without what differs from run to run."""
    text = page.locator("body").inner_text()
    for found, instead in MASKS:
        text = found.sub(instead, text)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line) + "\n"


def small(png: bytes, most_bytes: int) -> bytes:
    """The picture at most 1280 pixels wide, in as many colours as fit."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if picture.width > WIDEST:
        height = round(picture.height * WIDEST / picture.width)
        picture = picture.resize((WIDEST, height), Image.Resampling.LANCZOS)
    for colours in (128, 64, 32, 16):
        out = io.BytesIO()
        # No dithering: it makes even ground large, and text rough.
        reduced = picture.quantize(colours, dither=Image.Dither.NONE)
        reduced.save(out, "PNG", optimize=True)
        if out.tell() <= most_bytes:
            return out.getvalue()
    raise ValueError(f"a picture of {out.tell()} bytes; {most_bytes} are allowed")


def take(browser: Browser, data: Path) -> None:
    """Takes every picture, and writes it with its words."""
    house = House(data, browser)
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        for shot, path, credential in evening(house):
            for size in SIZES:
                page = opened(house, shot, path, credential, size)
                page.wait_for_timeout(700)  # pieces that the table sends after the page
                png = small(page.screenshot(animations="disabled"), MOST_BYTES[size])
                (FOLDER / f"{shot.name}-{size}.png").write_bytes(png)
                if size == shot.home:
                    (FOLDER / f"{shot.name}.txt").write_text(words_of(page), "utf-8")
                page.context.close()
                print(f"{shot.name}-{size}.png {theme_of(shot, size)} {len(png)}", flush=True)
    finally:
        house.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        take(browser, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
