"""gpiozero/gpiozero#1039: debouncing swallowed a later real edge, and the state stayed wrong."""

from __future__ import annotations

import asyncio
import threading

from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from tests.faults.report import fault
from vulkar.devices.contact import Contact
from vulkar.devices.panel_file import Line, Panel
from vulkar.devices.panel_pins import PanelPins
from vulkar.pi.factory import make_factory

KEY, STOP = 17, 27


def settle(contact: Contact, edges: list[tuple[float, bool]], settle_s: float) -> list[float]:
    """Looks at each edge and at each due time, as the shell does; when the state changed."""
    changes: list[float] = []
    level = False
    for at_s, next_level in [*edges, (edges[-1][0] + 2 * settle_s + 1.0, edges[-1][1])]:
        while (due_s := contact.due_s()) is not None and due_s < at_s:
            if contact.look(level, due_s):
                changes.append(due_s)
        level = next_level
        if contact.look(level, at_s):
            changes.append(at_s)
    return changes


@fault(
    "gpiozero/gpiozero#1039",
    holds="High at 0 s, low at 0.1 s, high at 5 s with a settling time of 1 s: high at 6 s.",
    sees="nothing",
)
def test_the_report_itself() -> None:
    contact = Contact(1.0)
    changes = settle(contact, [(0.0, True), (0.1, False), (5.0, True)], 1.0)
    assert contact.active and changes == [6.0]


@fault(
    "gpiozero/gpiozero#1039",
    holds="Whatever bursts come, the state is the level in the end.",
    sees="nothing",
)
@given(
    st.lists(st.tuples(st.integers(0, 300), st.booleans()), min_size=1, max_size=40),
    st.booleans(),
    st.integers(0, 200),
)
def test_whatever_bounces_the_last_state_is_the_level(
    bursts: list[tuple[int, bool]], at_once: bool, settle_ms: int
) -> None:
    at_ms, edges = 0, []
    for gap_ms, level in bursts:
        at_ms += gap_ms
        edges.append((at_ms / 1000, level))
    contact = Contact(settle_ms / 1000, at_once=at_once)
    settle(contact, edges, settle_ms / 1000)
    assert contact.active is edges[-1][1]


def test_a_stop_counts_at_its_first_edge_and_ends_only_when_steady() -> None:
    contact = Contact(1.0, at_once=True)
    assert contact.look(True, 0.0) and contact.active
    assert not contact.look(False, 0.1) and contact.active
    assert contact.look(False, 1.2) and not contact.active


@fault(
    "gpiozero/gpiozero#1039",
    holds="A hundred edges from gpiozero's own thread, at once: one change on the loop.",
    sees="nothing",
)
def test_edges_from_another_thread_end_as_the_level_on_the_loop() -> None:
    heard: list[tuple[str, bool, bool]] = []
    main = threading.get_ident()

    def hear(name: str) -> object:
        return lambda on: heard.append((name, on, threading.get_ident() == main))

    async def play() -> None:
        factory: MockFactory = make_factory("mock")
        panel = Panel(
            pins="mock",
            key=Line(pin=KEY, active=0),
            emergency_stop=Line(pin=STOP, active=0),
            settle_ms=30,
        )
        pins = PanelPins(panel, factory)
        pins.start(hear("key"), hear("stop"), hear("fire"))  # type: ignore[arg-type]

        def bounce() -> None:
            for _ in range(50):
                factory.pin(KEY).drive_low()
                factory.pin(KEY).drive_high()
            factory.pin(KEY).drive_low()
            factory.pin(STOP).drive_low()

        thread = threading.Thread(target=bounce)
        thread.start()
        thread.join()
        for _ in range(200):
            if len(heard) >= 2:
                break
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)
        pins.close()
        factory.close()

    asyncio.run(play())
    assert sorted(heard) == [("key", True, True), ("stop", True, True)]


@fault(
    "gpiozero/gpiozero#1039",
    holds="An edge of which gpiozero tells nothing is seen all the same.",
    sees="nothing",
)
def test_an_edge_that_nobody_told_is_seen_all_the_same() -> None:
    heard: list[bool] = []

    async def play() -> None:
        factory: MockFactory = make_factory("mock")
        pins = PanelPins(Panel(pins="mock", key=Line(pin=KEY, active=0), settle_ms=20), factory)
        pins.start(heard.append, heard.append, heard.append)
        factory.pin(KEY).when_changed = None  # the call never comes
        factory.pin(KEY).drive_low()
        for _ in range(200):
            if heard:
                break
            await asyncio.sleep(0.02)
        pins.close()
        factory.close()

    asyncio.run(play())
    assert heard == [True]
