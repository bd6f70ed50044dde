"""A panel around the simulated island in lockstep: what a person at the buttons can bring about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.island.chain import Chain, on_chain
from vulkar.devices.panel import Panel, View
from vulkar.island.panel import PanelIsland
from vulkar.island.port import Marble, RollOrder, RollReport


def with_panel(play: Callable[[Chain, PanelIsland, list[View]], Awaitable[None]]) -> None:
    async def main(chain: Chain) -> None:
        views: list[View] = []
        link = chain.island.parts.link
        panel = PanelIsland(chain.island, link, Panel(has_fire=True), chain.hands, views.append)
        chain.island.parts.stop_by_key = True
        panel.panel.heard(link.state)
        await play(chain, panel, views)

    on_chain(main)


def start(chain: Chain, panel: PanelIsland) -> asyncio.Task[RollReport]:
    """A fireball from the idol, which has to be turned first."""
    routes = chain.island.parts.island.routes
    route = next(name for name, route in routes.items() if route.facing)
    return asyncio.ensure_future(panel.roll(RollOrder(1, route, None, {})))


async def aiming(chain: Chain, panel: PanelIsland) -> asyncio.Task[RollReport]:
    """A fireball whose idol is turning."""
    panel.key(True)
    roll = start(chain, panel)
    await asyncio.sleep(0.1)
    panel.fire(True)
    while chain.island.parts.link.state != "armed":
        await asyncio.sleep(0.01)
    return roll


def test_nothing_moves_before_the_key_and_a_fresh_press() -> None:
    async def play(chain: Chain, panel: PanelIsland, views: list[View]) -> None:
        link = chain.island.parts.link
        panel.fire(True)
        roll = start(chain, panel)
        await asyncio.sleep(2.0)
        assert link.state == "ready" and chain.island.state == "ready"
        panel.key(True)
        await asyncio.sleep(2.0)
        assert link.state == "ready" and chain.island.state == "ready"
        panel.fire(True)
        report = await roll
        assert report.marble is Marble.RETURNED and not report.retried
        assert any(view.armed == "on" and view.fireball == "on" for view in views)
        assert views[-1].idle == "on" and views[-1].fireball == "off"

    with_panel(play)


def test_the_key_turned_off_in_mid_aim_pauses_the_fireball() -> None:
    async def play(chain: Chain, panel: PanelIsland, views: list[View]) -> None:
        link = chain.island.parts.link
        roll = await aiming(chain, panel)
        panel.key(False)
        await asyncio.sleep(2.0)
        assert not roll.done() and link.state == "ready"
        assert (await link.release_status(1)).phase == "never"
        panel.key(True)
        await asyncio.sleep(1.0)
        assert link.state == "ready"  # the old press is not good for the new arming
        panel.fire(True)
        while (await link.release_status(1)).phase == "never":
            await asyncio.sleep(0.05)
        roll.cancel()

    with_panel(play)


def test_a_stop_in_mid_aim_is_latched_and_asks_before_it_goes_on() -> None:
    async def play(chain: Chain, panel: PanelIsland, views: list[View]) -> None:
        link = chain.island.parts.link
        roll = await aiming(chain, panel)
        panel.stop(True)
        await asyncio.sleep(0.2)
        assert link.state == "stopped" and views[-1].fault == "blink"
        panel.stop(False)
        panel.fire(True)
        await asyncio.sleep(2.0)
        assert link.state == "stopped" and not roll.done()
        panel.key(False)
        panel.key(True)
        await asyncio.sleep(2.0)
        assert link.state == "ready" and not roll.done()  # cleared, and waits for the button
        assert (await link.release_status(1)).phase == "never"
        roll.cancel()

    with_panel(play)


def test_a_stop_while_the_gate_is_open_lets_no_second_marble_go() -> None:
    async def play(chain: Chain, panel: PanelIsland, views: list[View]) -> None:
        departures = Departures(chain)
        link = chain.island.parts.link
        roll = await aiming(chain, panel)
        while (await link.release_status(1)).phase == "never":
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.6)  # the marble is on its way
        panel.stop(True)
        await asyncio.sleep(1.0)
        panel.stop(False)
        panel.key(False)
        panel.key(True)
        await asyncio.sleep(0.5)
        panel.fire(True)
        await roll
        assert departures.end() == 1

    with_panel(play)


class Departures:
    """Counts, from the simulated world, how often the idol's marble left its cradle."""

    def __init__(self, chain: Chain) -> None:
        self.count = 0
        self._chain = chain
        self._task = asyncio.ensure_future(self._watch())

    async def _watch(self) -> None:
        home = True
        while True:
            before, home = home, self._chain.sim.world.marble_home("idol")
            self.count += before and not home
            await asyncio.sleep(0.02)

    def end(self) -> int:
        self._task.cancel()
        return self.count
