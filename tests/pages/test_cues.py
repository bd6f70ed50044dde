"""Cues in a real browser: who plays what, volume and mute, and light that never flashes fast."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.house import House, alive
from tests.pages.prepared import hands, prepare, until
from vulkar.pages.__main__ import main
from vulkar.rules import Ask
from vulkar.rules.classic import Game

# The pitch of every tone that begins, and every picture of lamps that a show draws.
EARS = """
window.tones = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, at) {
  if (value >= 30) tones.push(value);
  return set.call(this, value, at);
};
window.lit = 0;
new MutationObserver((all) => (lit += all.filter((m) => m.target.matches?.("g.cues")).length))
  .observe(document, { childList: true, subtree: true });
"""
CALL, REFUSED, MINE = [523, 784], [196, 165], [277, 311]
OWN = """
[sound.mine]
notes = [{ for_ms = 50, hz = 277 }, { at_ms = 50, for_ms = 50, hz = 311 }]
[cue.rolled]
event = "rolled"
sound = "mine"
"""
FAST = """async (url) => {
  const { Shows } = await import(url);
  const times = [];
  const shows = new Shows(() => times.push(performance.now()));
  for (let k = 0; k < 40; k++) {
    shows.play({ priority: k, length_ms: 300, pictures: [[0, { HR1: `#0000${10 + k}` }]] });
    await new Promise((done) => setTimeout(done, 20));
  }
  return times.slice(1).map((at, k) => at - times[k]);
}"""


def to_roll(game: Game, ask: Ask) -> bool:
    """The first seat rolls next, a few questions on."""
    return ask.number >= 10 and ask.asker == 0 and ["roll"] in [list(v) for v in ask.legal]


def listening(house: House, path: str, session: str, **options: Any) -> Page:
    """A page on which sound was turned on, and whose first tones are over."""
    page = house.phone(session, **options)
    page.add_init_script(EARS)
    page.goto(house.url + path)
    alive(page)
    page.get_by_role("button", name="Sound on, screen awake").click()
    until(lambda: page.evaluate("vulkar.sounding() && tones.length === 2"))
    forget(page)
    return page


def tones(page: Page) -> list[int]:
    found: list[int] = page.evaluate("tones")
    return found


def forget(page: Page) -> None:
    page.evaluate("tones.length = 0")


@pytest.fixture(scope="module")
def house_of_file(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose owner has a cues file."""
    data = tmp_path_factory.mktemp("cues")
    (data / "cues.toml").write_text(OWN)
    house = House(data, browser, "--cues", str(data / "cues.toml"))
    yield house
    house.close()


def test_the_large_screen_plays_everybodys_cues_and_each_phone_its_own(house: House) -> None:
    sessions = prepare(house, to_roll, window_s=0.5)
    pages = [listening(house, f"/seat/{seat}", sessions[seat]) for seat in (0, 1)]
    screen = listening(house, "/island", sessions[0])
    calm = listening(house, "/island", sessions[0], reduced_motion="reduce")
    with hands(house):
        until(lambda: tones(pages[0]) == CALL)  # its question
        question = house.looks(sessions[0], "view", "?seat=0")["question"]["question"]
        answer = {"seat": 0, "question": question, "id": "1", "value": ["roll"]}
        house.does(sessions[0], "answer", answer)
        until(lambda: tones(screen)[:2] == MINE)  # the owner's own row
        until(lambda: tones(pages[0]) == [*CALL, *CALL])  # where to?
        view = house.looks(sessions[0], "view", "?seat=0")["question"]
        moves = [c["value"] for c in view["choices"] if c["value"][0] == "move"]
        answer |= {"question": view["question"], "id": "2", "value": moves[0]}
        house.does(sessions[0], "answer", answer)
        until(lambda: screen.evaluate("lit") > 0)  # the walk is shown
    assert {*tones(pages[0]), *tones(pages[1])} <= {*CALL}
    assert tones(calm)[:2] == MINE and calm.evaluate("lit") == 0


def test_a_refusal_is_heard_on_the_device_that_is_refused(house: House) -> None:
    keys = house.new_table()
    page = listening(house, "/seat/0", house.sit(keys[0]))
    other = listening(house, "/seat/1", house.sit(keys[1]))
    order = {"key": "k", "path": "/api/answer", "args": {"seat": 0, "question": "9"}, "id": True}
    page.evaluate("(order) => vulkar.press(order, { value: [] })", order)
    until(lambda: tones(page) == REFUSED)
    assert tones(other) == []


def test_mute_silences_and_the_device_keeps_volume_and_mute(house: House) -> None:
    page = listening(house, "/seat/0", house.sit(house.new_table()[0]))
    page.get_by_text("Menu", exact=True).click()
    expect(page.get_by_label("Volume")).to_have_value("50")
    page.get_by_label("Volume").fill("20")
    until(lambda: tones(page) == CALL)  # as loud as it is now
    page.get_by_label("Mute").check()
    forget(page)
    page.evaluate("vulkar.call('trigger')")
    page.evaluate("vulkar.sound('won')")
    assert tones(page) == []
    page.reload()
    alive(page)
    page.get_by_text("Menu", exact=True).click()  # a touch: sound is on again
    until(lambda: page.evaluate("vulkar.sounding()"))
    expect(page.get_by_label("Volume")).to_have_value("20")
    expect(page.get_by_label("Mute")).to_be_checked()
    assert tones(page) == []
    page.get_by_label("Mute").uncheck()
    until(lambda: tones(page) == CALL)


def test_a_page_without_sound_says_so_once_and_goes_on(house: House) -> None:
    page = house.open("/seat/0", house.sit(house.new_table()[0]))
    page.evaluate("vulkar.call('question')")
    note = page.locator("#vulkar-note")
    expect(note).to_contain_text("Sound is off on this device")
    note.click()
    page.evaluate("vulkar.call('question')")
    expect(note).to_be_empty()


def test_a_browser_without_audio_is_a_note(house: House) -> None:
    page = house.phone(house.sit(house.new_table()[0]))
    page.add_init_script("delete window.AudioContext")
    page.goto(house.url + "/seat/0")
    alive(page)
    page.get_by_role("button", name="Sound on, screen awake").click()
    expect(page.locator("#vulkar-note")).to_contain_text("This browser gives no sound")
    until(lambda: bool(page.evaluate("vulkar.kept()")))


def test_light_changes_at_most_six_times_a_second_whatever_shows_begin(house: House) -> None:
    page = house.open("/island", house.marshal())
    url = page.locator("script[src$='island.js']").get_attribute("src")
    assert url is not None
    gaps = page.evaluate(FAST, f"{house.url}{url.rpartition('/')[0]}/island-shows.js")
    assert len(gaps) >= 2 and min(gaps) >= 166


def test_a_cues_file_with_a_mistake_ends_the_web_process_with_one_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cues.toml"
    path.write_text("[cue.x]\nevent = 'trun'\n")
    assert main(["--cues", str(path), "--table", "t", "--listen", "127.0.0.1:0"]) == 1
    assert "(cues.value)" in capsys.readouterr().err
