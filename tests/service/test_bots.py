"""Bots among people: how long they think tells nothing, and they answer windows as people do."""

import asyncio

import pytest

from tests.rules.arrange import Table as Position
from tests.service.quickhouse import closed_house, evening, plays, run
from vulkar.errors import VulkarError
from vulkar.rules import Ask
from vulkar.service.seated import BOT_S, PacedPlayer, asked_if_others_pass
from vulkar.service.store import Store


class Slow:
    """A bot that thinks for as long as it is told."""

    def __init__(self, think_s):
        self.think_s = think_s

    async def choose(self, game, ask):
        await asyncio.sleep(self.think_s)
        return ask.legal[0]

    async def go_on(self, game, choice):
        pass


def test_a_choice_takes_a_bot_as_long_as_the_lack_of_one(tmp_path):
    async def main():
        loop, ask = asyncio.get_running_loop(), Ask(1, 0, "act", "red", (["roll"],))

        async def took_s(work):
            began_s = loop.time()
            await work
            return round(loop.time() - began_s, 6)

        for think_s in (0.0, 0.3, 0.99):
            player = PacedPlayer(Slow(think_s))
            assert await took_s(player.go_on(None, "act")) == BOT_S
            assert await took_s(player.choose(None, ask)) == BOT_S
        slow = PacedPlayer(Slow(2.5))
        assert await took_s(slow.choose(None, ask)) == 3 * BOT_S
        assert await took_s(slow.go_on(None, "act")) == 3 * BOT_S  # from then on for everything

    run(main())


def test_a_bot_decides_beforehand_for_the_question_that_it_will_get():
    """Blue and green may both play before red's cards; green is asked once blue has passed."""
    hands = {"blue": ["back_1"], "green": ["back_2"]}
    game = Position({"red": "TA4", "blue": "VP4", "green": "VP5"}, hands=hands).g
    now = game.ask
    assert (now.kind, now.asker) == ("respond", 1)
    assert asked_if_others_pass(game, 0) is None
    assert asked_if_others_pass(game, 1)[1] == now
    then, ask = asked_if_others_pass(game, 2)
    assert (ask.kind, ask.asker) == ("respond", 2) and ["pass"] in ask.legal
    assert game.ask is now and then is not game  # the game itself has not moved


def test_bots_play_cards_in_windows_at_a_table_with_people(tmp_path):
    async def main():
        e = await evening(tmp_path, "obbb", window_s=1.0)
        await e.marshal.ask("table.start")
        playing = asyncio.ensure_future(plays(e.phones[0], 0))
        for _ in range(5000):
            await asyncio.sleep(2)
            rows = e.house.sitting.running.table.journal.answers()
            said = [row for row in rows if row.kind == "respond" and row.asker != 0]
            if any(row.value != ["pass"] for row in said):
                break
        else:
            raise AssertionError("no bot has ever played a card in a window")
        playing.cancel()
        await e.house.close()

    run(main())


@pytest.mark.parametrize("then", ["retry", "table.abandon"])
def test_a_game_that_is_won_while_the_disk_is_full_is_over_later(tmp_path, monkeypatch, then):
    """Also for somebody who wants to abandon it in that moment."""

    async def main():
        e = await evening(tmp_path, "ob", window_s=0.5)
        write = Store.write

        async def full(self, *statements):
            if any("UPDATE game" in sql and "over" in values for sql, values in statements):
                raise VulkarError("house.unwritable", path="house.sqlite", reason="disk full")
            await write(self, *statements)

        await e.marshal.ask("table.start")
        monkeypatch.setattr(Store, "write", full)
        playing = asyncio.ensure_future(plays(e.phones[0], 0))
        for _ in range(20_000):
            now = (await e.marshal.ask("table.state"))["table"]
            if now["paused"]:
                break
            await asyncio.sleep(1)
        playing.cancel()
        assert now["paused"]["code"] == "house.unwritable" and now["state"] == "running"
        monkeypatch.setattr(Store, "write", write)
        if then == "retry":
            await e.marshal.ask(then)
        else:
            assert await e.marshal.refused(then) == "table.state"
        await asyncio.sleep(1)
        now = (await e.marshal.ask("table.state"))["table"]
        assert now["state"] == "over"
        if then == "retry":
            assert now["winners"] and now["paused"] is None
        (game,) = (await e.marshal.ask("history"))["games"]
        assert game["state"] == "over" and game["end"]["finished"]
        await e.house.close()

    run(main())


def test_an_unwritable_folder_is_one_clear_error(tmp_path):
    async def main():
        (tmp_path / "house.sqlite").write_bytes(b"no database at all, but long enough for one")
        try:
            closed_house(tmp_path)
        except VulkarError as exc:
            assert exc.code == "house.broken"
        else:
            raise AssertionError("it was opened")

    run(main())
