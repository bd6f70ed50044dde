"""A panel at a served table: its key arms, its button is a trigger, its lamps tell what waits."""

from __future__ import annotations

from vulkar.island.lasting import LastingIsland
from vulkar.island.panel import PanelIsland
from vulkar.service.firing import Firing


def join(firing: Firing, panel: PanelIsland, inner: LastingIsland) -> None:
    """Before the board is opened. ``inner`` is the island that ``panel`` wraps.

    A key that is on already arms nothing: somebody at the board has to turn it.
    """

    async def permit() -> None:
        await firing.permit()
        await panel.permit()

    panel.trigger = firing.go
    inner.guard(permit, panel.go, firing.island)
    inner.stop_by_key = True
    firing.arming.see_key(panel.panel.key_is_on)
    panel.on_key, panel.on_fire = firing.key, firing.press
    firing.on_announced = panel.announce
