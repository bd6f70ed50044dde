"""A game driven by hypothesis: any answer, any nonsense, copies and dreams in any order."""

from __future__ import annotations

import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.rules.arrange import SEATS, island
from tests.rules.randomly import GARBAGE, World
from tests.rules.test_properties import check
from vulkar.rules import WORLD, Event, Refused
from vulkar.rules.classic import Game
from vulkar.rules.classic.options import PRESETS, choices

OPTIONS = (
    "windows", "cards_per_turn", "replace_after_play", "another_by", "another_limit",
    "mid_move_capture", "marble_return", "jewel_one_way", "cave_roll", "hit_rule", "back_way",
    "turn_direction", "vulkar_after", "no_target", "self_target",
)  # fmt: skip


class AnyGame(RuleBasedStateMachine):
    """The game, every event so far, and a twin that was copied earlier and stays behind."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        seats = SEATS[: data.draw(st.integers(2, 4))]
        options: dict[str, object] = {
            name: data.draw(st.sampled_from(choices(name))) for name in OPTIONS
        }
        if len(seats) == 4 and data.draw(st.booleans()):
            options["teams"] = "pairs"
        self.events: list[Event] = []
        preset = data.draw(st.sampled_from(tuple(PRESETS)))
        self.game = Game(island(), preset, seats, options, self.events.append)
        self.world = World(island(), random.Random(1))
        self.answers: list[object] = []
        self.setup = (preset, seats, options)

    def over(self) -> bool:
        return self.game.ask is None

    @precondition(lambda self: not self.over())
    @rule(picks=st.lists(st.integers(0, 999), min_size=1, max_size=25))
    def answer(self, picks: list[int]) -> None:
        """Some answers in a row; each number picks one of the legal ones."""
        for pick in picks:
            ask = self.game.ask
            if ask is None:
                return
            if ask.asker == WORLD:
                value = self.world.answer(ask)
            else:
                value = ask.legal[pick % len(ask.legal)]
            self.answers.append(value)
            self.game.answer(ask.number, value, self.events.append)

    @precondition(lambda self: not self.over())
    @rule(value=st.sampled_from(GARBAGE))
    def nonsense(self, value: object) -> None:
        """A refusal changes nothing, says nothing and names its rule."""
        ask = self.game.ask
        if ask.asker == WORLD or any(value == v and type(value) is type(v) for v in ask.legal):
            return
        before, told = self.game.s.key(), len(self.events)
        try:
            self.game.answer(ask.number, value, self.events.append)
        except Refused as no:
            assert no.rule and no.why
        else:
            raise AssertionError(f"{value!r} was taken as an answer to {ask}")
        assert (self.game.s.key(), self.game.ask, len(self.events)) == (before, ask, told)

    @rule()
    def copied(self) -> None:
        """Going on with the copy is going on with the game."""
        twin = self.game.copy()
        assert (twin.s.key(), twin.ask, twin.result) == (
            self.game.s.key(),
            self.game.ask,
            self.game.result,
        )
        self.game = twin

    @rule(seed=st.integers(0, 99))
    def dreamt(self, seed: int) -> None:
        """To dream changes nothing, and the dream is a sound game of the same standing."""
        before = self.game.s.key()
        for seat in range(len(self.game.seats)):
            dream = self.game.imagine(seat, random.Random(seed))
            ask = self.game.ask
            if ask is None or ask.asker in (seat, WORLD) or ask.kind == "die":
                assert dream.view(seat) == self.game.view(seat)
            # else the dream may have gone on: there, nobody may have had anything to answer
        assert self.game.s.key() == before

    @rule()
    def played_again(self) -> None:
        """The same answers give the same events and the same state."""
        if len(self.answers) > 150:
            return
        preset, seats, options = self.setup
        events: list[Event] = []
        game = Game(island(), preset, seats, options, events.append)
        for value in self.answers:
            game.answer(game.ask.number, value, events.append)
        assert events == self.events
        assert game.s.key() == self.game.s.key()

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "game"):
            check(self.game)


AnyGame.TestCase.settings = settings(
    max_examples=15, stateful_step_count=25, deadline=None, derandomize=True
)
TestAnyGame = AnyGame.TestCase
