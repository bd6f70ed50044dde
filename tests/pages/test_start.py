"""The button that starts sound and keeps the screen awake."""

from __future__ import annotations

from tests.pages.house import House


def test_one_touch_starts_sound_and_keeps_the_screen_on_and_another_ends_both(house: House) -> None:
    page = house.open("/seat/0", house.sit(house.new_table()[0]))
    button = page.get_by_role("button", name="Sound on, screen awake")
    assert button.get_attribute("aria-pressed") == "false"
    assert not page.evaluate("vulkar.sounding() || vulkar.kept()")
    button.click()
    page.wait_for_function("() => vulkar.sounding() && vulkar.kept()")
    assert button.get_attribute("aria-pressed") == "true"
    page.get_by_text("the screen stays awake").wait_for(state="attached")
    button.click()
    page.wait_for_function("() => !vulkar.sounding() && !vulkar.kept()")


def test_without_a_wake_lock_a_silent_video_keeps_the_screen_on(house: House) -> None:
    """As on a phone that opened the table by http."""
    page = house.phone(house.sit(house.new_table()[0]))
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    page.goto(house.url + "/seat/0")
    page.wait_for_function("() => window.vulkar?.kept && vulkar.connected()")
    page.get_by_role("button", name="Sound on, screen awake").click()
    page.wait_for_function("() => vulkar.kept() === 'video'")
    assert page.evaluate("document.querySelector('video').muted")


def test_a_call_is_heard_and_felt(house: House) -> None:
    page = house.phone(house.sit(house.new_table()[0]))
    page.add_init_script("window.felt = []; navigator.vibrate = (ms) => felt.push(ms)")
    page.goto(house.url + "/seat/0")
    page.wait_for_function("() => window.vulkar?.call && vulkar.connected()")
    page.evaluate("vulkar.call()")
    assert page.evaluate("felt") == [[120, 60, 120]]
