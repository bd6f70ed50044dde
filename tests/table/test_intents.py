"""Standing intents: one time for every window, the engine's order, and nothing told by silence."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from tests.rules.arrange import Table as Position
from tests.rules.arrange import island
from tests.rules.randomly import games
from tests.table.quick import Recorder, run, table_of
from vulkar.rules import Answer, Ask, Event, Refused
from vulkar.rules.classic import Game
from vulkar.table.intents import PASS, Intents
from vulkar.table.players import StandingPlayer
from vulkar.table.table import Table
from vulkar.table.windows import OPENING, Heard, waiting_at, window_s

WINDOW_S = 4.0


def ask(seat: int, *plays: Answer) -> Ask:
    return Ask(9, seat, "respond", "red", (*plays, PASS))


def test_the_last_word_before_the_close_is_played_and_then_forgotten():
    intents = Intents()
    fire, cancel = ["play", "fireball"], ["play", "cancel"]
    number = intents.open({0: [], 1: [fire, cancel]})
    assert intents.offers(1) == [fire, cancel, PASS] and intents.offers(0) == [PASS]
    intents.say(1, number, fire)
    intents.say(1, number, cancel)
    intents.close()
    assert intents.answer(ask(0, fire)) == PASS
    assert intents.answer(ask(1, fire, cancel)) == cancel
    assert intents.answer(ask(1, fire, cancel)) == PASS


def test_an_intent_never_outlives_its_window():
    intents = Intents()
    first = intents.open({1: [["play", "fireball"]]})
    intents.say(1, first, ["play", "fireball"])
    second = intents.open({1: [["play", "fireball"]]})
    with pytest.raises(Refused) as info:
        intents.say(1, first, ["play", "fireball"])
    assert info.value.rule == "table.window"
    intents.close()
    with pytest.raises(Refused):
        intents.say(1, second, ["pass"])
    assert intents.offers(1) == []
    assert intents.answer(ask(1, ["play", "fireball"])) == PASS


def test_only_what_the_seat_itself_could_play_is_taken():
    intents = Intents()
    number = intents.open({0: [], 1: [["play", "fireball"]]})
    for seat, said in ((0, ["play", "fireball"]), (1, ["play", "cancel"]), (5, ["fly"])):
        with pytest.raises(Refused) as info:
            intents.say(seat, number, said)
        assert info.value.rule == "table.intent"
    intents.say(0, number, PASS)  # who could not act may say so, like everybody


def test_an_intent_that_became_illegal_is_a_pass():
    intents = Intents()
    intents.say(1, intents.open({1: [["play", "take_card", "red"]]}), ["play", "take_card", "red"])
    intents.close()
    assert intents.answer(ask(1, ["play", "fireball"])) == PASS


def test_the_window_that_waits_is_found_behind_those_that_closed():
    def events(*kinds: str) -> list[Event]:
        return [Event(kind, {}) for kind in kinds]

    opened, closed, again = "window_opened", "window_closed", "window_again"
    assert waiting_at(events("turn", opened)) == 1
    assert waiting_at(events(opened, closed, opened)) == 2
    assert waiting_at(events(opened, closed, "moved", again)) == 3
    assert waiting_at(events(opened, closed)) == -1
    assert waiting_at(events(closed, "moved")) == -1
    assert waiting_at([]) == -1
    assert waiting_at(events(opened, closed, "choice_opened")) == 2
    assert waiting_at(events("choice_opened", "choice_closed", opened, closed)) == -1


def test_windows_take_no_time_where_nobody_is_away():
    assert window_s(5.0, ()) == 0.0
    assert window_s(5.0, (2,)) == 5.0


class Phones:
    """Seats away from the table. Each says in every window what its generator picks."""

    def __init__(self, table: Table, seats: tuple[int, ...], eager: float = 0.5) -> None:
        self.table, self.seats, self.eager = table, seats, eager
        self.rngs = {seat: random.Random(seat) for seat in seats}
        self.offered: list[tuple[int, list[Answer]]] = []

    def speak(self) -> None:
        intents = self.table.intents
        for seat in self.seats:
            found = intents.offers(seat)
            self.offered.append((seat, found))
            rng = self.rngs[seat]
            if found and rng.random() < self.eager:
                intents.say(seat, intents.window, rng.choice(found))


class Own:
    """Decides outside of windows: red at random, the others never play a card."""

    def __init__(self, seat: int) -> None:
        self.rng = random.Random(1)
        self.seat = seat

    async def choose(self, game: Game, ask: Ask) -> Answer:
        return ask.legal[-1] if self.seat else self.rng.choice(ask.legal)

    async def go_on(self, game: Game, choice: str) -> None: ...


def play(game: Game, so_far: list[Event], path: Path, eager: float, turns: int) -> Recorder:
    """Plays a while with every seat away; returns what was told, and when."""
    table = table_of(game, [], path, WINDOW_S)
    phones = Phones(table, tuple(range(len(game.seats))), eager)
    table.players = [StandingPlayer(table.intents, Own(seat)) for seat in phones.seats]
    heard_so_far = Heard(game, True)
    for event in so_far:
        heard_so_far(event)
    real_open = table.intents.open

    def opened(offers):
        number = real_open(offers)
        phones.speak()
        return number

    table.intents.open = opened  # type: ignore[method-assign]

    async def main() -> None:
        await table.windows.publish(0, heard_so_far)
        while table.game.ask is not None and table.game.s.turns < turns:
            question = table.game.ask
            await table.step(question)

    run(main())
    assert isinstance(table.watcher, Recorder)
    return table.watcher


def test_every_window_is_held_for_the_same_time_whoever_could_act(tmp_path):
    opening: list[Event] = []
    game = Game(island(), "anniversary", ("red", "blue", "green"), None, opening.append)
    told = play(game, opening, tmp_path / "a", 0.5, 40).told
    pauses = {
        round(later - at, 6) for (at, event), (later, _) in pairwise(told) if event.kind in OPENING
    }
    others = {later - at for (at, event), (later, _) in pairwise(told) if event.kind not in OPENING}
    kinds = {event.kind for _, event in told}
    assert pauses == {WINDOW_S} and others == {0.0}
    assert {"window_again", "card_played", "moved"} <= kinds  # cards were played in windows


@pytest.mark.parametrize("hand", [["talisman"], ["cancel", "cancel"], []])
def test_silence_tells_nothing_of_a_hand(tmp_path, hand):
    """Red hears the same at the same times, whatever cards blue keeps in its hand."""

    def heard(cards: list[str], name: str) -> list[tuple[float, Event]]:
        position = Position(
            {"red": "TA4", "blue": "TA9", "green": "VP4"},
            hands={"red": ["fireball", "double"], "blue": cards, "green": cards},
        )
        told = play(position.g, position.events, tmp_path / name, 0.0, 6).told
        mine = [(at, e) for at, e in told if e.audience is None or 0 in e.audience]
        ends = [i for i, (_, e) in enumerate(mine) if e.kind == "turn_ended"]
        assert len(ends) >= 4
        return mine[: ends[-1]]  # the game is left where red happens to be asked

    assert heard(["fireball", "take_card"][: len(hand)], "a") == heard(hand, "b")


def test_the_engine_hears_seats_in_its_own_order(tmp_path):
    position = Position(
        {"red": "TA4", "blue": "TA9", "green": "VP4"},
        hands={"blue": ["fireball"], "green": ["fireball"]},
    )
    told = play(position.g, position.events, tmp_path / "a", 1.0, 3).told
    first = next(e for _, e in told if e.kind == "card_played")
    assert first.data["pawn"] == "blue"  # left of red comes first, though green spoke too


def test_a_seat_can_say_whatever_the_engine_would_ask_it():
    """What a window offers to a seat before its turn to be asked is what it is asked then."""
    asked = 0
    for seed in range(10):
        for game, _ in games(seed, turns=25, mixed=True, middle=True, items=seed % 2 == 0):
            question = game.ask
            if question is not None and question.kind == "respond":
                assert [*game.offers(question.asker), PASS] == list(question.legal)
                asked += 1
    assert asked > 50
