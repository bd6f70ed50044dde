"""What a lobby needs of the table: what may be agreed on, links once more, and the start key."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from tests.service.quickhouse import FAR, Phone, evening, house_at, run
from vulkar.rules import rulesets
from vulkar.service.messages import MAX_LINE_BYTES
from vulkar.service.start_key import StartKey
from vulkar.texts import render


def test_what_is_offered_can_be_agreed_on(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path)
        offer = await e.phones[0].ask("rules.options")
        assert len(json.dumps(offer)) < MAX_LINE_BYTES - 1024
        assert {"classic", "ship"} <= {rules["id"] for rules in offer["rulesets"]}
        endless = set()
        for rules in offer["rulesets"]:
            options = rulesets.get(rules["id"]).options
            for preset in rules["presets"]:
                assert asdict(options.presets[preset["id"]]) == preset["values"]
            for option in rules["options"]:
                readings = list(options.choices(option["id"]))
                assert [r["value"] for r in option["readings"]] == readings
                assert set(option["reasons"]) == set(options.presets)
                assert render(option["question"], "de").endswith(("?", ".")), option["id"]
            endless |= {o["id"] for o in rules["options"] for r in o["readings"] if r["endless"]}
            for kind in rules["kinds"]:
                seats = [{"kind": kind["id"]}, {"kind": "random"}]
                await e.marshal.ask("table.create", seats=seats, ruleset=rules["id"])
        assert endless == {"jewel_one_way", "dock_roll_from", "anchor_freeze"}
        for name, of in offer["times"].items():
            seats = [{"kind": "open"}, {"kind": "open"}]
            for bound in ("least", "most"):
                await e.marshal.ask("table.create", seats=seats, **{name: of[bound]})
            beyond = {name: of["most"] + 1}
            assert await e.marshal.refused("table.create", seats=seats, **beyond) == "op.args"
        await e.house.close()

    run(main())


def test_the_link_of_an_open_seat_can_be_had_once_more(tmp_path: Path) -> None:
    async def main() -> None:
        house = await house_at(tmp_path)
        _, credential = await house.sessions.open(marshal=True)
        marshal, guest = Phone(house, credential=credential), Phone(house)
        made = await marshal.ask("table.create", seats=[{"kind": "open"}, {"kind": "open"}])
        old = made["keys"][0]["key"]
        new = (await marshal.ask("seat.link", seat=0))["key"]
        assert await guest.refused("join.look", key=old) == "seat.key"
        await guest.ask("join.claim", key=new)
        assert await marshal.refused("seat.link", seat=0) == "seat.taken"
        assert await guest.refused("seat.link", seat=1) == "session.role"
        away = Phone(house, FAR, credential)
        assert await away.refused("seat.link", seat=1) == "session.local"
        await guest.ask("join.claim", key=made["keys"][1]["key"])
        await house.close()

    run(main())


def test_the_start_key_makes_one_marshal_at_home(tmp_path: Path) -> None:
    async def main() -> None:
        house = await house_at(tmp_path)
        starter, second = Phone(house), Phone(house)
        assert await starter.refused("marshal.start", key="guessed") == "start.key"
        key = house.part(StartKey).make()
        assert await Phone(house, FAR).refused("marshal.start", key=key) == "session.local"
        await starter.ask("join.watch")
        before = starter.credential
        await starter.ask("marshal.start", key=key)
        assert starter.credential == before
        assert (await starter.ask("table.state"))["me"]["marshal"]
        assert await second.refused("marshal.start", key=key) == "start.key"
        await second.ask("marshal.start", key=house.part(StartKey).make())
        assert (await second.ask("table.state"))["me"]["marshal"]
        await house.close()
        again = await house_at(tmp_path)
        starter.house = again
        assert (await starter.ask("table.state"))["me"]["marshal"]
        rows = (await starter.ask("audit"))["entries"]
        assert ("marshal.start", "ok") in [(row["op"], row["result"]) for row in rows]
        assert key not in json.dumps(rows)
        await again.close()

    run(main())
