"""Scenes at a table with a real deck, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.arrange import Table
from tests.rules.real_deck import hidden
from vulkar.rules.classic import PaperGame
from vulkar.rules.classic.cards import COUNTS, KINDS, UNKNOWN
from vulkar.rules.classic.describe import describe, describe_choice
from vulkar.rules.classic.invariants import broken
from vulkar.rules.classic.paper.deck import unknown
from vulkar.texts import render

PAWNS = {"red": "TA4", "blue": "TA8", "green": "BR4"}
CANCEL, DOUBLE = KINDS.index("cancel"), KINDS.index("double")


class Scene(Table):
    """A position in which the hands of ``paper`` are real; ``hands`` is what is true."""

    g: PaperGame  # type: ignore[assignment]

    def __init__(self, paper: Sequence[str], pawns: dict[str, str] = PAWNS, **more: Any) -> None:
        super().__init__(pawns, **more)
        seats = self.g.seats
        if paper:
            self.g = hidden(self.g, tuple("paper" if p in paper else "phone" for p in seats))

    def cards(self, pawn: str) -> tuple[int, ...]:
        return self.g.s.hands[self.g.seats.index(pawn)]

    def cards_of(self, word: str) -> list[str]:
        return [value[1] for value in self.legal if value[0] == word]

    def say(self, who: str, *answers: Any) -> Scene:
        """As at any table; a question in a window that is not for this answer is passed."""
        for answer in answers:
            while self._waits(who, answer):
                super().say(self.asker, ["pass"])
            super().say(who, answer)
        return self

    def _waits(self, who: str, answer: Any) -> bool:
        ask = self.g.ask
        assert ask is not None
        return ask.kind == "respond" and (self.asker != who or answer not in ask.legal)

    def move(self, who: str, to: str) -> Scene:
        super().move(who, to)
        return self

    def passed(self) -> Scene:
        """Every window that is open now has passed."""
        while self.g.ask is not None and self.g.ask.kind == "respond":
            super().say(self.asker, ["pass"])
        return self

    def lay_open(self, *cards: str) -> Scene:
        """Cards that were played before and lie in the discards."""
        for card in cards:
            self.g.s.discard[KINDS.index(card)] += 1
            self.g.s.pile[UNKNOWN] -= 1
        self.g.ask = None
        self.g.resume()
        return self


def test_every_card_that_may_be_in_a_paper_hand_is_offered():  # C86.paper.offer
    t = Scene(("red",), hands={"red": ["double"]})
    assert t.asker == "red" and t.cards("red") == (UNKNOWN,)
    wanted = ["fireball", "double", "ahead_4", "ahead_5", "ahead_6"]
    assert t.cards_of("play") == wanted  # nobody holds a card to take, nothing else fits now
    t.play("red", "double")
    assert t.saw("card_played")[0]["card"] == "double" and t.cards("red") == ()
    assert t.g.view(0).visible["unseen"]["double"] == COUNTS[DOUBLE] - 1


def test_an_empty_paper_hand_is_offered_nothing():  # C86.paper.offer
    t = Scene(("red", "blue"))
    assert t.asker == "chance", "neither has a card, so red can only roll"


def test_a_card_whose_kind_lies_open_is_not_offered_and_refused():  # C86.paper.seen
    t = Scene(("red",), hands={"red": ["ahead_4"]}).lay_open(*["double"] * 4)
    assert "double" not in t.cards_of("play")
    t.refused("red", ["play", "double"], "C86.paper.seen")
    t.refused("red", ["play", "ace"], "C86.card.unknown")
    t = Scene(("red",), hands={"red": ["ahead_4"]}).lay_open(*["double"] * 3)
    t.play("red", "double")  # the fourth may still be in that hand
    assert t.g.view(0).visible["unseen"]["double"] == 0


def test_a_known_card_is_the_only_one_that_a_paper_hand_of_one_holds():
    t = Scene(("blue",), hands={"blue": ["take_card"], "red": ["double"]})
    t.play("blue", "take_card", "red")
    # the pick was forced: red had one card, so the table knows what blue holds now
    assert t.cards("blue") == (DOUBLE,)
    t = Scene(("red",), hands={"red": ["take_card"], "blue": ["double"]})
    t.play("red", "take_card", "blue").passed()
    assert t.cards_of("play") == ["double"]
    t.refused("red", ["play", "fireball"], "C86.card.hand")


def test_a_lie_that_only_others_phones_know_is_refused_and_changes_nothing():
    # C86.paper.elsewhere, C86.paper.offer
    held = {"red": ["ahead_4"], "blue": ["double"] * 4}
    t = Scene(("red",), hands=held)
    assert "double" in t.cards_of("play"), "an offer would tell red of blue's hand"
    t.refused("red", ["play", "double"], "C86.paper.elsewhere")
    t.say("red", ["play", "ahead_4"])


def test_phone_seats_say_what_they_drew_and_paper_seats_are_not_asked():  # C86.paper.told
    t = Scene(
        ("green",), {"red": "TA8", "blue": "TA4", "green": "BR4"}, hands={"red": ["double"] * 3}
    )
    t.roll("red", 4).move("red", "TA12")
    assert t.asker == "red" and t.g.ask.kind == "drew"
    assert len(t.legal) == len(KINDS) and t.g.ask.pawn == "red"
    t.refused("red", ["drew", "ace"], "C86.paper.seen")
    t.refused("red", ["roll"], "core.form")
    t.say("red", ["drew", "cancel"])
    assert t.hand("red") == ["cancel", "double", "double", "double"]
    drawn = [e for e in t.events if e.kind == "card_drawn"]
    assert [(e.audience, e.data.get("card")) for e in drawn] == [((0,), "cancel"), ((1, 2), None)]


def test_nobody_can_draw_what_it_holds_itself():  # C86.paper.seen
    t = Scene(
        ("green",), {"red": "TA8", "blue": "TA4", "green": "BR4"}, hands={"red": ["double"] * 3}
    )
    t.lay_open("double").roll("red", 4).move("red", "TA12")
    assert "double" not in t.cards_of("drew")
    t.refused("red", ["drew", "double"], "C86.paper.seen")


def test_what_others_phones_hold_narrows_no_draw():  # C86.paper.offer, C86.paper.elsewhere
    pawns = {"red": "TA8", "blue": "TA4", "green": "BR4"}
    t = Scene(("green",), pawns, hands={"red": ["cancel"] * 3, "blue": ["double"] * 4})
    t.roll("red", 4).move("red", "TA12")
    assert "double" in t.cards_of("drew")
    t.refused("red", ["drew", "double"], "C86.paper.elsewhere")


def test_a_paper_seat_draws_and_the_table_counts():  # C86.paper.offer
    t = Scene(("red",), {"red": "TA8", "blue": "TA4"})
    pile = t.g.s.pile[UNKNOWN]
    t.roll("red", 4).move("red", "TA12")
    assert t.cards("red") == (UNKNOWN,) and t.g.s.pile[UNKNOWN] == pile - 1
    assert [e["pawn"] for e in t.saw("card_drawn")] == ["red"]
    assert "card" not in t.saw("card_drawn")[0]
    assert t.saw("choice_opened")[-2]["choice"] == "draw"  # at a held table the seat goes on


def test_from_paper_to_paper_a_card_stays_unknown():  # C86.paper.blind
    t = Scene(("red", "blue"), hands={"red": ["take_card"], "blue": ["double", "cancel"]})
    t.play("red", "take_card", "blue").passed()
    assert (t.cards("red"), t.cards("blue")) == ((UNKNOWN,), (UNKNOWN,))
    [taken] = [e for e in t.events if e.kind == "card_taken"]
    assert taken.audience is None and taken.data == {"seat": 0, "pawn": "red", "victim": "blue"}


def test_what_was_known_of_a_hand_is_unknown_once_a_card_left_it_unseen():  # C86.paper.blind
    t = Scene(("red", "blue"), hands={"red": ["take_card"], "blue": ["double", "cancel"]})
    t.g.s.hands[1] = (CANCEL, UNKNOWN)  # green gave it the Cancel before
    t.g.s.known[2 * 3 + 1] = (CANCEL,)
    t.play("red", "take_card", "blue").passed()
    assert t.cards("blue") == (UNKNOWN,) and t.g.s.known[2 * 3 + 1] == ()
    assert unknown(t.g)[CANCEL] == COUNTS[CANCEL] and broken(t.g) is None


def test_who_takes_from_paper_to_a_phone_says_which_card_it_was():  # C86.paper.told
    t = Scene(("blue",), hands={"red": ["take_card", "cancel"], "blue": ["double", "reroll"]})
    t.play("red", "take_card", "blue").passed()
    assert (t.asker, t.g.ask.kind, t.g.ask.pawn) == ("red", "took", "blue")
    t.say("red", ["took", "double"])
    assert t.hand("red") == ["cancel", "double"] and t.cards("blue") == (UNKNOWN,)
    assert t.g.view(1).known == {"cards": {"red": ["double"]}}, "blue saw which one left"
    assert t.g.view(2).known == {}
    assert [e["card"] for e in t.saw("card_taken") if "card" in e] == ["double"]


def test_the_table_picks_from_a_phone_hand():  # C86.paper.pick
    t = Scene(("red",), hands={"red": ["take_card"], "blue": ["double", "cancel"]})
    t.play("red", "take_card", "blue").passed()
    assert t.asker == "chance" and t.g.ask.kind == "pick"
    t.say("chance", 0)
    assert t.cards("red") == (CANCEL,) and t.hand("blue") == ["double"]
    told = next(e for e in t.events if e.kind == "card_taken")
    assert told.audience == (0, 1) and told.data["card"] == "cancel"


def test_an_empty_real_pile_takes_the_discards():
    t = Scene(("red",), {"red": "TA8", "blue": "TA4"}, pile=[])
    lying = sum(t.g.s.discard)
    t.roll("red", 4).move("red", "TA12")
    assert t.saw("reshuffled") == [{"cards": lying}]
    assert t.g.s.pile[UNKNOWN] == lying - 1 and not any(t.g.s.discard)
    assert t.g.view(0).visible["unseen"] == dict(zip(KINDS, COUNTS, strict=True))


def test_nobody_is_held_to_play_a_card_that_may_not_be_there():  # C86.paper.honour, C86.card.force
    hands = {"red": ["fireball", "cancel", "cancel", "talisman"]}
    for paper, may_end in (((), False), (("red",), True)):
        t = Scene(paper, hands=hands, force_use_at_four=True)
        t.say("red", ["roll"]).say("chance", 2).passed().move("red", "TA6").passed()
        assert (["end_turn"] in t.legal) is may_end


def test_a_crystal_on_a_paper_hand_is_told_by_a_phone():  # C86.paper.told, INF.crystal.look
    t = Scene(
        ("blue",), hands={"blue": ["double", "cancel"]}, held={"red": ["crystal"]}, items="both"
    )
    t.use("red", "crystal", "blue").say("chance", 2).passed()
    assert (t.asker, t.g.ask.kind) == ("red", "saw")
    t.say("red", ["saw", "double"], ["saw", "cancel"])
    assert t.legal == [["take", "cancel"], ["take", "double"], ["leave"]]
    t.say("red", ["take", "cancel"])
    assert t.hand("red") == ["cancel"] and t.cards("blue") == (DOUBLE,)
    assert t.g.view(0).known == {"cards": {"blue": ["double"]}}


def test_a_crystal_shows_no_card_twice():  # C86.paper.seen, C86.paper.elsewhere
    for phone, rule in (("green", "C86.paper.elsewhere"), ("red", "C86.paper.seen")):
        hands = {"blue": ["double", "cancel", "reroll"], phone: ["double"] * 3}
        t = Scene(("blue",), hands=hands, held={"red": ["crystal"]}, items="both")
        t.use("red", "crystal", "blue").say("chance", 2).passed()
        t.say("red", ["saw", "double"])
        t.refused("red", ["saw", "double"], rule)
        t.say("red", ["saw", "reroll"], ["leave"])


def test_a_crystal_from_paper_on_paper_tells_the_table_nothing():  # C86.paper.blind
    held = {"red": ["crystal"]}
    t = Scene(("red", "blue"), hands={"blue": ["double", "cancel"]}, held=held, items="both")
    t.use("red", "crystal", "blue").say("chance", 2).passed()
    assert [e.get("card") for e in t.saw("card_seen")] == [None, None]
    assert t.legal == [["take", "unseen"], ["leave"]]
    assert render(describe_choice(t.g.ask, t.legal[0])) == "Take one of those cards"
    t.say("red", ["take", "unseen"])
    assert (t.cards("red"), t.cards("blue")) == ((UNKNOWN,), (UNKNOWN,))


def test_a_doll_is_paid_with_a_card_that_may_be_in_the_hand():  # C86.paper.offer, INF.doll.pay
    t = Scene(("red",), hands={"red": ["double"]}, dolls={"TA6": "blue"}, items="both")
    t.say("red", ["roll"]).say("chance", 2).passed().move("red", "TA6")
    assert t.g.ask.kind == "discard" and len(t.legal) == len(KINDS)
    t.say("red", ["discard", "double"])
    assert t.cards("red") == () and t.g.s.discard[DOUBLE] == 1


def test_a_view_counts_a_paper_hand_and_shows_none_of_it():
    t = Scene(("red",), hands={"red": ["double", "cancel"], "blue": ["reroll"]})
    mine, other = t.g.view(0).visible, t.g.view(1).visible
    assert mine["hand"] == [] and mine["pieces"][0]["cards"] == 2 and mine["paper"] == ["red"]
    assert other["hand"] == ["reroll"]
    t.g.s.hands[0] = (DOUBLE, UNKNOWN)  # the table picked it out of a phone hand: known, yet real
    assert t.g.view(0).visible["hand"] == []
    assert sum(mine["unseen"].values()) == sum(COUNTS) and mine["pile"] == 45


def test_every_answer_and_event_of_a_real_deck_has_a_line():
    t = Scene(("blue",), hands={"red": ["take_card"], "blue": ["double", "reroll"]})
    t.play("red", "take_card", "blue").passed()
    assert render(describe_choice(t.g.ask, ["took", "double"])) == "Took Double"
    assert all("unseen" not in render(describe(e)) for e in t.events)
    opened = next(e for e in t.events if e.data.get("choice") == "take")
    assert render(describe(opened)) == "Red takes a real card."
