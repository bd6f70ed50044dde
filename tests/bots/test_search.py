"""The bot that looks ahead: what it finds, what it may not know, what it costs."""

import random

import pytest

from tests.rules.arrange import Table, island
from vulkar.bots import make, playout
from vulkar.bots.classic.search import (
    PLAYOUTS,
    Search,
    candidates,
    look_ahead,
    playouts_a_second,
    worth,
)
from vulkar.errors import VulkarError


def choose(t: Table, playouts: int = 64, seed: int = 1) -> list:
    seat = t.g.ask.asker
    rng = random.Random(seed)
    return Search(rng, playouts).choose(t.g.imagine(seat, rng), t.g.ask, seat)


def test_it_wins_when_it_can_and_takes_the_jewel():
    t = Table({"red": "DR3", "blue": "DR6"}, owner="blue").roll("red", 6)
    assert choose(t)[1][-1] == "DOCK"
    t = Table({"red": "BR4", "blue": "DMP"}).roll("red", 4)
    assert choose(t)[1][-1] == "VKP"


def test_it_sees_what_simple_does_not():
    """Simple keeps a Move Ahead that wins at once, because it thinks in scores, not in outcomes."""
    t = Table({"red": "DR5", "blue": "VP9"}, owner="red", hands={"red": ["ahead_4", "cancel"]})
    assert choose(t, 200) == ["play", "ahead_4"]


def test_the_same_seed_makes_the_same_choices():
    names = ("search:8", "simple")
    one, two = (playout(island(), names, 4, most_turns=15) for _ in range(2))
    assert one.answers == two.answers


def test_what_is_hidden_from_its_seat_does_not_change_its_choice():
    """Two games that its seat cannot tell apart: the same choice, whatever the other hand is."""
    chosen = set()
    for hand in (["talisman", "cancel"], ["double", "back_3"]):
        t = Table({"red": "TA4", "blue": "TA9"}, hands={"blue": hand, "red": ["fireball"]})
        while t.asker == "blue":
            t.say("blue", ["pass"])
        dream = t.g.imagine(0, random.Random(3))
        chosen.add(str(Search(random.Random(9), 40).choose(dream, t.g.ask, 0)))
    assert len(chosen) == 1


def test_worth_is_one_for_a_winner_and_grows_toward_the_dock():
    t = Table({"red": "DR6", "blue": "DMP"}, owner="red")
    near = worth(t.g, 0)
    t.roll("red", 6)
    assert (worth(t.g, 0), worth(t.g, 1)) == (1.0, 0.0)
    far = worth(Table({"red": "HR6", "blue": "DMP"}, owner="red").g, 0)
    assert 0.5 < far < near < 1
    lying = Table({"red": "PIT_F", "blue": "DMP"}, jewel="DR3", lying=["red"], active="blue")
    standing = Table({"red": "DR3", "blue": "DMP"}, jewel="DR4", active="blue")
    assert worth(lying.g, 0) < worth(standing.g, 0)


def test_looking_ahead_stops_at_the_horizon_and_leaves_the_game_alone():
    t = Table({"red": "WT1", "blue": "DMP"})
    before = t.g.s.key()
    assert 0 < look_ahead(t.g.copy(), 0, 0.5) < 1
    assert t.g.s.key() == before
    assert len(candidates(t.g, t.g.ask, t.g.ask.asker)) <= 6 if t.g.ask.asker >= 0 else True


def test_a_playout_is_counted_with_any_clock():
    ticks = iter(range(1000))
    assert playouts_a_second(lambda: next(ticks) * 0.1) == pytest.approx(4 / 0.5)


def test_it_plays_items_and_teams():
    for options, seats in (({"items": "both"}, 2), ({"teams": "pairs"}, 4)):
        p = playout(island(), ("search:4",) * seats, 2, options=options, most_turns=12)
        assert p.turns > 12 or p.result is not None


@pytest.mark.parametrize("name", ["search:0", "search:-1", "search:x", "search:", "search:9999999"])
def test_a_bad_number_of_playouts_is_an_error(name):
    with pytest.raises(VulkarError) as info:
        make(name, random.Random(1), "classic")
    assert info.value.code == "bot.playouts"


def test_names_of_bots():
    assert make("search", random.Random(1), "classic").playouts == PLAYOUTS
    assert make("search:7", random.Random(1), "classic").playouts == 7
    with pytest.raises(VulkarError) as info:
        make("simple:3", random.Random(1), "classic")
    assert info.value.code == "bot.unknown"
