"""Who comes to a table, goes from it, changes places, and which hand a shared device shows."""

import asyncio

import pytest

from tests.service.quickhouse import Phone, Refusal, evening, house_at, run
from vulkar.service.names import clean_name
from vulkar.service.sessions import MOST_SESSIONS


def told(phone):
    return [(push.closed.code, push.sub) for push in phone.pushes() if push.closed is not None]


def test_a_link_that_is_opened_changes_nothing(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        made = await e.marshal.ask("table.create", seats=[{"kind": "open"}, {"kind": "open"}])
        key = made["keys"][0]["key"]
        preview = Phone(e.house)
        sessions = len(e.house.sessions.all())
        for _ in range(1000):
            seen = await preview.ask("join.look", key=key)
        assert seen["seat"]["state"] == "open" and preview.credential is None
        assert not seen["taken"]
        assert len(e.house.sessions.all()) == sessions
        assert await preview.refused("join.look", key=key + "x") == "seat.key"

    run(main())


def test_a_seat_is_taken_once_and_by_a_session_of_this_table(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        assert await Phone(e.house).refused("join.claim", key=e.keys[0]) == "seat.taken"
        again = await e.phones[0].ask("join.claim", key=e.keys[0], name="Ann")  # a reload
        assert again["credential"] is None and again["seat"]["name"] == "Ann"
        assert not (await e.phones[0].ask("join.look", key=e.keys[0]))["taken"]
        assert (await e.phones[1].ask("join.look", key=e.keys[0]))["taken"]
        assert await e.phones[0].refused("view", seat=1) == "seat.other"
        await e.marshal.ask("table.create", seats=[{"kind": "open"}, {"kind": "open"}])
        assert await e.phones[0].refused("view", seat=0) == "session.unknown"
        assert [code for code, _ in told(e.phones[0])] == ["session.unknown"]
        assert await Phone(e.house).refused("join.claim", key=e.keys[0]) == "seat.key"

    run(main())


def test_one_device_holds_several_seats_and_shows_one_hand(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        await e.phones[1].ask("seat.leave", seat=1)
        await e.phones[0].ask("join.claim", key=e.keys[1], name="Ben")
        assert (await e.phones[0].ask("table.state"))["me"]["seats"] == [0, 1]
        await e.phones[0].ask("table.start")
        await e.phones[0].ask("view", seat=0)
        assert await e.phones[0].refused("view", seat=1) == "seat.covered"
        await e.phones[0].ask("seat.handover", seat=1)
        await e.phones[0].ask("view", seat=1)
        assert await e.phones[0].refused("view", seat=0) == "seat.covered"
        await e.house.close()

    run(main())


def test_who_leaves_can_come_back_by_the_link_and_who_is_kicked_cannot(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        await e.phones[0].ask("seat.leave", seat=0)
        assert [code for code, _ in told(e.phones[0])] == ["seat.other"]
        await e.phones[0].ask("join.claim", key=e.keys[0])
        key = (await e.marshal.ask("seat.kick", seat=0))["key"]
        assert await e.phones[0].refused("view", seat=0) == "session.unknown"
        assert await Phone(e.house).refused("join.claim", key=e.keys[0]) == "seat.key"
        new = Phone(e.house)
        assert (await new.ask("join.claim", key=key))["seat"]["seat"] == 0
        assert await e.phones[1].refused("seat.kick", seat=0) == "session.role"

    run(main())


def test_two_seats_change_places_before_the_game_only(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        await e.marshal.ask("seat.swap", seat=0, other=1)
        assert (await e.phones[0].ask("view", seat=1))["seats"][1]["name"] == "Player 0"
        assert await e.phones[0].refused("view", seat=0) == "seat.other"
        await e.house.close()
        house = await house_at(tmp_path)  # and so after a restart
        moved = Phone(house, credential=e.phones[0].credential)
        assert (await moved.ask("view", seat=1))["seats"][1]["name"] == "Player 0"
        await moved.ask("table.start")
        marshal = Phone(house, credential=e.marshal.credential)
        assert await marshal.refused("seat.swap", seat=0, other=1) == "table.state"
        await house.close()

    run(main())


def test_a_game_needs_its_people_and_a_rematch_keeps_them(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        await e.phones[1].ask("seat.leave", seat=1)
        assert await e.phones[0].refused("table.start") == "table.unclaimed"
        await e.phones[1].ask("join.claim", key=e.keys[1])
        assert await Phone(e.house).refused("table.start") == "session.none"
        spectator = Phone(e.house)
        await spectator.ask("join.watch")
        assert await spectator.refused("table.start") == "session.role"
        await e.phones[0].ask("table.start")
        assert await e.marshal.refused("table.create", seats=[]) == "table.state"
        assert await e.phones[0].refused("table.rematch") == "table.state"
        await e.marshal.ask("table.abandon")
        again = await e.phones[1].ask("table.rematch")
        assert again == {"number": 2, "state": "running"}
        for seat, phone in enumerate(e.phones):
            await phone.ask("view", seat=seat)
        await e.house.close()
        assert sorted(p.name for p in (tmp_path / "games").glob("*.journal")) == [
            "0001.journal",
            "0002.journal",
        ]

    run(main())


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"seats": [{"kind": "open"}]}, "op.args"),
        ({"seats": [{"kind": "open"}] * 5}, "op.args"),
        ({"seats": [{"kind": "genius"}] * 2}, "bot.unknown"),
        ({"seats": [{"kind": "open"}] * 2, "preset": "chess"}, "preset.unknown"),
        ({"seats": [{"kind": "open"}] * 2, "options": {"items": "many"}}, "option.value"),
        ({"seats": [{"kind": "open"}] * 2, "options": {"teams": "pairs"}}, "teams.four"),
        ({"seats": [{"kind": "open"}] * 2, "pawns": ["red", "red"]}, "pawns.bad"),
        ({"seats": [{"kind": "open"}] * 2, "pawns": ["red"]}, "op.args"),
        ({"seats": [{"kind": "open"}] * 2, "window_s": 0}, "op.args"),
        ({"seats": [{"kind": "open"}] * 2, "choice_time": "never"}, "op.args"),
        ({"seats": [{"kind": "simple", "hand": "paper"}, {"kind": "open"}]}, "op.args"),
    ],
)
def test_terms_that_no_game_can_have_make_no_table(tmp_path, terms, code):
    async def main():
        e = await evening(tmp_path, "oo")
        before = (await e.marshal.ask("table.state"))["table"]
        assert await e.marshal.refused("table.create", **terms) == code
        assert (await e.marshal.ask("table.state"))["table"] == before

    run(main())


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),  # text is shown as text
        ("a\u202eb\x00c\nd\x1b[31m", "abc d[31m"),  # no turned text, no lines, no controls
        ("\u200b\u2060", ""),
        ("e" + "\u0301" * 50, "\xe9\u0301\u0301"),  # marks do not climb over other lines
        ("\U0001f30b" * 40, "\U0001f30b" * 24),
    ],
)
def test_a_name_is_one_short_line_of_what_can_be_seen(typed, shown):
    assert clean_name(typed) == shown


def test_a_name_is_changed_by_its_seat_and_the_marshal_only(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        assert (await e.phones[0].ask("seat.rename", seat=0, name="A\nB"))["name"] == "A B"
        assert await e.phones[0].refused("seat.rename", seat=1, name="x") == "seat.other"
        assert await e.phones[0].refused("seat.rename", seat=0, name="\u200b") == "seat.name"
        await e.marshal.ask("seat.rename", seat=1, name="Ben")
        assert (await e.phones[1].ask("table.state"))["table"]["seats"][1]["name"] == "Ben"

    run(main())


def test_two_who_claim_at_the_same_time_are_one_and_a_refusal(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        made = await e.marshal.ask("table.create", seats=[{"kind": "open"}, {"kind": "open"}])
        key = made["keys"][0]["key"]
        claims = (Phone(e.house).ask("join.claim", key=key) for _ in range(5))
        found = await asyncio.gather(*claims, return_exceptions=True)
        assert [f.code for f in found if isinstance(f, Refusal)] == ["seat.taken"] * 4

    run(main())


def test_a_seat_cannot_be_called_what_looks_like_another(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        ann, ben = e.phones
        await ann.ask("seat.rename", seat=0, name="Anna Li")
        for typed in (
            "Anna Li",
            "ANNA LI",
            "\u0410nn\u0430 L\u0456",
            "Ann\u00e0  L1",
            "Anna\u3164Li",
        ):
            named = await ben.ask("seat.rename", seat=1, name=typed)
            assert named["name"].endswith(" (2)"), typed
        assert (await ben.ask("seat.rename", seat=1, name="red"))["name"] == "red (2)"
        assert (await ben.ask("seat.rename", seat=1, name="Anne Li"))["name"] == "Anne Li"
        assert (await ann.ask("seat.rename", seat=0, name="anna li"))["name"] == "anna li"

    run(main())


def test_who_takes_and_leaves_a_seat_over_and_over_keeps_nobody_out(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        await e.phones[0].ask("seat.leave", seat=0)
        for number in range(2 * MOST_SESSIONS):
            phone = Phone(e.house)
            if number % 2:
                await phone.ask("join.watch")
            await phone.ask("join.claim", key=e.keys[0])
            await phone.ask("seat.leave", seat=0)
        assert sum(session.kept for session in e.house.sessions.all()) <= MOST_SESSIONS
        assert (await e.phones[1].ask("table.state"))["me"]["seats"] == [1]
        assert (await e.marshal.ask("table.state"))["me"]["marshal"]
        await Phone(e.house).ask("join.claim", key=e.keys[0])

    run(main())
