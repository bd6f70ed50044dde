"""A device's machine: what the table says happens, and no callback can leave it stuck."""

from __future__ import annotations

import asyncio

import pytest

from vulkar.devices.machine import ANY, Machined, Step, Table
from vulkar.errors import VulkarError

LAMP = Table(
    "lamp",
    ("off", "on", "broken"),
    (
        Step("switch_on", ("off",), "on", "lit"),
        Step("switch_off", ("on",), "off", "dark"),
        Step("smash", (ANY,), "broken"),
    ),
)


class Lamp(Machined):
    def __init__(self) -> None:
        super().__init__(LAMP, lambda name, state: self.seen.append((name, state)))
        self.seen: list[tuple[str, str]] = []
        self.error: BaseException | None = None
        self.chain = False

    def lit(self) -> None:
        if self.chain:
            self.fire("switch_off")
            assert self.state == "on"  # queued, not nested
        if self.error:
            raise self.error

    def dark(self) -> None:
        self.seen.append(("dark", self.state))


def test_a_step_that_the_table_does_not_have_is_refused_and_changes_nothing() -> None:
    lamp = Lamp()
    for event in ("switch_off", "fly"):
        with pytest.raises(VulkarError) as caught:
            lamp.fire(event)
        assert caught.value.code == "device.order"
    assert lamp.state == "off"
    assert lamp.seen == []


@pytest.mark.parametrize("error", [ValueError("x"), asyncio.CancelledError(), KeyboardInterrupt()])
def test_whatever_an_action_raises_the_next_event_works(error: BaseException) -> None:
    lamp = Lamp()
    lamp.error = error
    with pytest.raises(type(error)):
        lamp.fire("switch_on")
    assert lamp.state == "on"
    lamp.fire("switch_off")
    assert lamp.state == "off"
    lamp.error = None
    lamp.fire("switch_on")
    assert lamp.state == "on"


@pytest.mark.parametrize("error", [RuntimeError("late"), asyncio.CancelledError()])
def test_an_error_does_not_swallow_the_steps_that_were_queued(error: BaseException) -> None:
    lamp = Lamp()
    lamp.chain = True
    lamp.error = error
    with pytest.raises(type(error)):
        lamp.fire("switch_on")
    assert lamp.state == "off"
    assert lamp.seen == [("dark", "off"), ("lamp", "off")]


def test_an_observer_that_raises_does_not_stop_the_machine_either() -> None:
    lamp = Lamp()

    def bad(name: str, state: str) -> None:
        raise asyncio.CancelledError

    lamp.on_state = bad
    with pytest.raises(asyncio.CancelledError):
        lamp.fire("switch_on")
    lamp.on_state = None
    lamp.fire("smash")
    assert lamp.state == "broken"


def test_the_drawing_has_every_step_of_the_table() -> None:
    assert LAMP.mermaid() == (
        "stateDiagram-v2\n"
        "    [*] --> off\n"
        "    off --> on: switch_on\n"
        "    on --> off: switch_off\n"
        "    off --> broken: smash\n"
        "    on --> broken: smash\n"
        "    broken --> broken: smash\n"
    )
