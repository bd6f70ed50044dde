"""What a marshal is shown before an earlier answer is replaced."""

import asyncio

from tests.service.test_marshal import other_way, watched


def test_a_move_shows_every_way_that_it_could_have_gone(tmp_path):
    async def main(w):
        move = await w.until("moving")
        while move["data"]["why"] != "rolled" or other_way(w, move["data"]["path"]) is None:
            move = await w.until("moving")
        stream = (await w.marshal.ask("hello"))["stream"]
        pointed = {"stream": stream, "event": move["n"]}
        found = await w.marshal.ask("amend.choices", **pointed)
        assert found["kind"] == "move" and found["pawns"] is None
        assert found["value"] == ["move", move["data"]["path"]]
        values = [choice["value"] for choice in found["choices"]]
        assert found["value"] in values and other_way(w, move["data"]["path"]) in values
        assert all(choice["text"]["code"].startswith("choice.") for choice in found["choices"])
        assert await w.e.phones[0].refused("amend.choices", **pointed) == "session.role"
        assert await w.marshal.refused("amend.choices", stream="x", event=1) == "stream.gone"

    watched(tmp_path, main)


def test_a_fireball_shows_who_stood_where_and_a_card_only_that_it_is_taken_back(tmp_path):
    async def main(w):
        stream = (await w.marshal.ask("hello"))["stream"]
        card = await w.until("card_played")
        found = await w.marshal.ask("amend.choices", stream=stream, event=card["n"])
        assert {choice["value"][0] for choice in found["choices"]} <= {"roll", "end_turn", "pass"}
        assert len(found["choices"]) == 1
        rolled = await w.until("fireball_rolled")
        found = await w.marshal.ask("amend.choices", stream=stream, event=rolled["n"])
        assert found["seat"] is None and found["choices"] is None
        assert set(rolled["data"]["hit"]) <= set(found["pawns"])

    watched(tmp_path, main)


def test_a_preview_tells_what_an_amendment_would_do_and_does_nothing(tmp_path):
    async def main(w):
        rolled = await w.until("fireball_rolled")
        await w.marshal.ask("pause")
        await asyncio.sleep(1.0)
        for person in w.people:
            person.cancel()
        stream = (await w.marshal.ask("hello"))["stream"]
        both = [["hit", "red"], ["hit", "blue"]]
        other = both[:1] if rolled["data"]["hit"] == ["blue"] else both[1:]
        amending = {"stream": stream, "event": rolled["n"], "value": other}
        before = w.journal().answers()
        seen = await w.marshal.ask("amend", **amending, preview=True)
        assert seen["changed"] and w.journal().answers() == before
        assert (await w.marshal.ask("hello"))["stream"] == stream
        assert await w.marshal.ask("amend", **amending) == seen
        assert len(w.journal().amendments()) == 1

    watched(tmp_path, main)
