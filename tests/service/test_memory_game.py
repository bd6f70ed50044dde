"""A whole game without pieces on the island, at a table with phones."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.service.quickhouse import Phone, evening, plays, run
from tests.service.test_scene import spectator


def opened(phone: Phone) -> list[dict[str, Any]]:
    """The data of what a phone has heard of locations that were opened."""
    return [event["data"] for event in phone.events() if event["kind"] == "opened"]


def test_two_phones_play_the_memory_game_and_hear_only_what_they_saw(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "oo", ruleset="ship")
        onlooker = await spectator(e)
        await e.marshal.ask("table.start")
        await asyncio.gather(*(plays(phone, seat) for seat, phone in enumerate(e.phones)))
        scene = await onlooker.ask("scene")
        assert scene["ruleset"] == "ship" and scene["lamps"] == [] and scene["jewel"] is None
        assert len(scene["view"]["result"]) == 1
        everybody = opened(onlooker)
        assert len(everybody) >= 14
        for seat, phone in enumerate(e.phones):
            assert opened(phone) == everybody
            seen = [event for event in phone.events() if event["kind"] == "location_seen"]
            assert [event["data"]["seat"] for event in seen] == [seat] * 3
        looked = [event for event in onlooker.events() if event["kind"] == "location_seen"]
        assert len(looked) == 6 and not any("card" in event["data"] for event in looked)
        assert {event["text"]["code"] for event in looked} == {"event.location_seen"}
        await e.house.close()

    run(main())
