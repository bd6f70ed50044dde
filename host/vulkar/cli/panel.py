"""``--panel``: the panel of a file around an island."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vulkar.devices.panel import Panel
from vulkar.devices.panel_file import Panel as PanelFile
from vulkar.devices.panel_pins import PanelPins
from vulkar.island.lasting_link import LastingLink
from vulkar.island.panel import PanelIsland
from vulkar.island.port import Island, People


@contextmanager
def with_panel(
    file: PanelFile | None, island: Island, link: LastingLink, people: People
) -> Iterator[Island]:
    """``island`` behind the panel of ``file``, or as it is; on the running loop."""
    if file is None:
        yield island
        return
    from vulkar.pi.factory import make_factory

    factory = make_factory(file.pins)
    pins = PanelPins(file, factory)
    try:
        guarded = PanelIsland(
            island, link, Panel(has_fire=file.fire is not None), people, pins.show
        )
        pins.start(guarded.key, guarded.stop, guarded.fire)
        yield guarded
    finally:
        pins.close()
        factory.close()
