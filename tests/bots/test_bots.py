"""Bots: games end, choices are legal, nothing hidden is seen."""

import random

import pytest

from tests.rules.arrange import Table, island
from vulkar.bots import bots_of, make, playout
from vulkar.errors import VulkarError

LINE_UPS = [("simple",) * 3, ("simple", "simple", "random")]


@pytest.mark.parametrize("line_up", LINE_UPS, ids="-".join)
def test_games_end_in_a_playable_time(line_up):
    turns = [playout(island(), line_up, seed).turns for seed in range(1, 61)]
    assert all(playout(island(), line_up, seed).result for seed in (1, 60))
    assert 60 <= sorted(turns)[30] <= 150
    assert max(turns) < 1000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end(seats):
    for seed in range(5):
        p = playout(island(), ("random",) * seats, seed, most_turns=20_000)
        assert p.result is not None and p.result.reason == "dock"


def test_the_same_seed_is_the_same_game():
    one, two = (playout(island(), LINE_UPS[1], 5) for _ in range(2))
    assert one.answers == two.answers and one.game.s.key() == two.game.s.key()
    assert one.answers != playout(island(), LINE_UPS[1], 6).answers


def test_simple_beats_random():
    wins = 0
    for seed in range(60):  # seats alternate
        line_up = ("simple", "random") if seed % 2 else ("random", "simple")
        p = playout(island(), line_up, seed)
        wins += line_up[p.result.winners[0]] == "simple"
    assert wins >= 54


def choose(t: Table) -> list:
    seat = t.g.ask.asker
    bot = make("simple", random.Random(1), "classic")
    return bot.choose(t.g.imagine(seat, random.Random(1)), t.g.ask, seat)


def test_simple_heads_for_the_jewel_the_dock_and_the_owner():
    t = Table({"red": "BR4", "blue": "DMP"}).roll("red", 4)
    assert choose(t)[1][-1] == "VKP"
    t = Table({"red": "DR3", "blue": "DR6"}, owner="blue").roll("red", 6)
    assert choose(t)[1][-1] == "DOCK"
    t = Table({"red": "VP6", "blue": "VP4"}, owner="blue").roll("red", 5)
    assert "VP4" in choose(t)[1]


def test_simple_fires_at_the_leader_and_never_at_itself():
    t = Table({"red": "TA4", "blue": "TA9", "green": "VP4"}, owner="green").roll("red", 1)
    assert choose(t) == ["target", "green"]
    t = Table({"red": "TA4", "blue": "TA9"}).roll("red", 1)
    assert choose(t) == ["target", "blue"]


def test_simple_defends_with_talisman_and_fake_jewel():
    t = Table({"red": "TA4", "blue": "TA9"}, hands={"blue": ["talisman"]}).roll("red", 1)
    t.say("red", ["target", "blue"])
    assert choose(t) == ["play", "talisman"]
    t = Table({"red": "VP6", "blue": "VP4"}, owner="blue", hands={"blue": ["fake_jewel"]})
    t.roll("red", 5).move("red", "VP1")
    assert choose(t) == ["play", "fake_jewel"]


def test_an_unknown_bot_is_an_error():
    with pytest.raises(VulkarError) as info:
        make("clever", random.Random(1), "classic")
    assert info.value.code == "bot.unknown" and all(
        name in info.value.todo for name in bots_of("classic").kinds
    )


# --- items and teams ----------------------------------------------------------------------------
def items(pawns, held, **more):
    return Table(pawns, held=held, items="both", reroll_items=False, **more)


def test_simple_strikes_the_owner_and_spares_its_items_otherwise():
    t = items({"red": "VP2", "blue": "VP5"}, {"red": ["revolver"]}, owner="blue")
    assert choose(t) == ["use", "revolver", "blue"]
    t = items({"red": "WT2", "blue": "WT5"}, {"red": ["revolver", "whip"]})
    assert choose(t) == ["roll"]
    t = items({"red": "VP2", "blue": "VP5"}, {"red": ["anchor"]}, owner="blue")
    assert choose(t) == ["use", "anchor"]
    t = items({"red": "VP2", "blue": "DMP"}, {"red": ["anchor"]}, owner="red")
    assert choose(t) == ["roll"]


def test_simple_defends_with_shield_staff_and_tome():
    t = items({"red": "DMP", "blue": "TA9"}, {"blue": ["shield"]}).roll("red", 1)
    t.say("world", [["hit", "blue"]])
    assert choose(t) == ["use", "shield"]
    t = items({"red": "DMP", "blue": "TA9"}, {"blue": ["staff"]})
    t.say("blue", ["pass"], ["pass"]).roll("red", 1)
    assert choose(t) == ["use", "staff", "redirect"]
    t = items({"red": "VP2", "blue": "VP5"}, {"red": ["revolver"], "blue": ["tome"]}, owner="blue")
    if t.asker == "blue":
        t.say("blue", ["pass"])
    t.use("red", "revolver", "blue")
    assert choose(t) == ["use", "tome"]


def test_simple_digs_pays_with_its_worst_and_boots_home():
    t = items({"red": "TA1", "blue": "DMP"}, {}).roll("red", 2).move("red", "TA3").dice(1)
    assert choose(t) == ["dig"]
    t = items(
        {"red": "VP1", "blue": "DMP"},
        {},
        hands={"red": ["back_1", "talisman"]},
        dolls={"VP3": "blue"},
    )
    t.roll("red", 5).move("red", "VP3")
    assert choose(t) == ["discard", "back_1"]
    t = items({"red": "DR1", "blue": "DMP"}, {"red": ["boots"]}, owner="red").roll("red", 5)
    assert choose(t) == ["use", "boots"]


def test_simple_rolls_a_failed_dodge_again_and_no_other():
    for die, wanted in ((4, ["play", "reroll"]), (1, ["pass"])):
        t = Table(
            {"red": "VP2", "blue": "VP5"},
            held={"red": ["revolver"]},
            hands={"blue": ["reroll"]},
            owner="blue",
            items="both",
        )
        t.use("red", "revolver", "blue").dice(die)
        assert choose(t) == wanted


def test_simple_aims_at_no_partner_and_rolls_for_the_jewel_on_the_dock():
    pawns = {"red": "TA4", "blue": "TA9", "green": "TA10", "yellow": "WS"}
    t = Table(pawns, owner="green", teams="pairs").roll("red", 1)
    assert t.asker == "world" or choose(t) == ["target", "blue"]
    pawns = {"red": "DOCK", "blue": "DOCK", "green": "VP2", "yellow": "DMP"}
    t = Table(pawns, owner="blue", teams="pairs")
    assert choose(t) == ["roll", "dock"]
