"""Acquiring, digging and each item, beyond the tricky situations."""

import random
from pathlib import Path

import pytest

from tests.rules.arrange import Table, island
from tests.rules.test_items_tricky import items
from vulkar.bots import playout
from vulkar.errors import VulkarError
from vulkar.rules.classic import Game
from vulkar.rules.classic.describe import describe
from vulkar.rules.classic.items import kinds
from vulkar.texts import render


# --- data ---------------------------------------------------------------------------------------
def test_two_sets_of_six_with_ten_items_and_two_events():  # INF.dig.dig, INF.item.unknown
    assert [kinds.ITEMS[i] if i >= 0 else "event" for i in kinds.SETS[1]] == [
        "boots",
        "torch",
        "revolver",
        "event",
        "tome",
        "staff",
    ]
    assert [kinds.ITEMS[i] if i >= 0 else "event" for i in kinds.SETS[2]] == [
        "crystal",
        "doll",
        "event",
        "whip",
        "anchor",
        "shield",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dig = 2", "dig = 1"),
        ("set = 2", "set = 3"),
        ('id = "torch"', 'id = "torhc"'),
        ('id = "torch"', 'id = "boots"'),
        ('kind = "event"', 'kind = "item"'),
        ("dig = 2", "dig = two"),
        ("dig = 2", ""),
    ],
)
def test_a_broken_file_of_items_is_an_error(old, new):
    text = Path(kinds.__file__).with_name("items.toml").read_text(encoding="utf-8")
    with pytest.raises(VulkarError) as info:
        kinds.load_sets(text.replace(old, new, 1))
    assert info.value.code == "items.bad"


# --- acquiring ----------------------------------------------------------------------------------
def on_dark(held=(), *, hand=(), **options):
    """Red has just landed on dark TA3."""
    t = items({"red": "TA1", "blue": "DMP"}, {"red": held}, hands={"red": hand}, **options)
    return t.roll("red", 2).move("red", "TA3")


@pytest.mark.parametrize(("die", "which"), [(1, 1), (3, 2), (2, 0), (4, 0), (5, 0), (6, 0)])
def test_one_and_three_open_a_set_anything_else_is_a_card(die, which):
    # INF.dig.roll, INF.dig.set, INF.dig.one
    t = on_dark().dice(die)
    if which:
        assert t.asker == "red" and t.g.ask.data == {"set": which}
        t.say("red", ["dig"])
        assert t.g.ask.data["for"] == "dig"
    else:
        t.say("chance", "cancel")
        assert t.hand("red") == ["cancel"]
    assert not t.saw("fireball_declared")


def test_only_the_sets_in_play_can_be_opened():  # INF.dig.set
    for way, die in (("set1", 3), ("set2", 1)):
        assert on_dark(way=way).dice(die).g.ask.kind == "draw"


def test_whoever_may_dig_may_draw_a_card_instead():  # INF.dig.choice
    t = on_dark().dice(1).refused("red", ["leave"], "INF.dig.choice").say("red", ["card"])
    assert t.g.ask.kind == "draw"
    t = on_dark(hand=["cancel"] * 4).dice(1)
    assert ["leave"] in t.legal
    t.say("red", ["leave"])
    assert len(t.hand("red")) == 4 and t.items("red") == []


def test_three_items_are_the_limit():  # INF.item.limit, INF.dig.full
    assert on_dark(["boots", "torch", "staff"]).g.ask.kind == "draw"
    assert on_dark(["boots", "torch"]).g.ask.data["for"] == "acquire"


def test_two_seats_may_hold_the_same_item():  # INF.item.same
    t = items({"red": "TA1", "blue": "DMP"}, {"blue": ["torch"]}).roll("red", 2).move("red", "TA3")
    t.dice(1).say("red", ["dig"]).dice(2)
    assert t.items("red") == t.items("blue") == ["torch"]


def test_the_house_rule_lets_a_six_be_rolled_again():  # INF.dig.six
    t = on_dark(six_again=True).dice(6)
    assert t.legal == [["again"], ["card"]]
    t.say("red", ["again"]).dice(6).say("red", ["again"]).dice(1)
    assert t.g.ask.data == {"set": 1}
    t = on_dark(six_again=True).dice(6).say("red", ["card"])
    assert t.g.ask.kind == "draw"


def test_reroll_answers_a_dig_and_cancel_does_not():  # INF.item.reroll, INF.item.no_cancel
    t = Table(
        {"red": "TA1", "blue": "DMP"},
        hands={"red": ["reroll"], "blue": ["cancel"]},
        held={"blue": ["tome"]},
        items="both",
    )
    t.roll("red", 2).say("red", ["pass"]).move("red", "TA3").dice(2)
    assert t.g.ask.data["window"] == "item_roll"
    t.play("red", "reroll").say("blue", ["pass"])  # a card is answered by Cancel as ever
    assert t.g.ask.data["for"] == "acquire"
    t = items(
        {"red": "TA1", "blue": "TA2"},
        {"red": ["revolver"], "blue": ["tome"]},
        hands={"blue": ["cancel", "fireball"]},
    )
    t.say("blue", ["pass"]).use("red", "revolver", "blue")
    assert t.legal == [["use", "tome"], ["pass"]]  # no card at all answers an item
    t.refused("blue", ["play", "cancel"], "INF.item.no_cancel")


# --- items at large -----------------------------------------------------------------------------
def test_items_are_public_single_and_as_many_as_one_likes():
    # INF.item.public, INF.item.single, INF.item.any_number, INF.item.kept
    t = items({"red": "TA2", "blue": "TA5"}, {"red": ["staff", "whip"], "blue": ["torch"]})
    seen = t.g.view(1).visible["pieces"][0]
    assert seen["items"] == ["staff", "whip"]
    t.use("red", "whip").dice(2)
    t.refused("red", ["use", "whip"], "INF.item.held")
    t.use("red", "staff").say("red", ["target", "blue"]).say("world", [["hit", "blue"]])
    assert t.items("blue") == ["torch"] and t.items("red") == []
    assert t.at("blue") == "PIT_B"


def test_when_items_may_be_used():
    # INF.item.when, INF.item.own_turn, INF.item.held, INF.item.unknown, INF.item.lying
    t = items(
        {"red": "TA2", "blue": "TA5"},
        {"red": ["revolver"], "blue": ["anchor", "revolver"]},
        hands={"red": ["double"], "blue": ["cancel", "reroll"]},
    )
    assert t.asker == "blue"  # another's turn: the revolver, not the anchor
    t.refused("blue", ["use", "anchor"], "INF.item.own_turn")
    t.refused("blue", ["use", "shield"], "INF.item.held")
    t.refused("blue", ["use", "rope"], "INF.item.unknown")
    t.say("blue", ["pass"]).play("red", "double")
    t.refused("blue", ["use", "revolver", "red"], "INF.item.when")
    t.say("blue", ["pass"]).say("red", ["roll"]).say("blue", ["pass"]).dice(2)
    t.refused("blue", ["use", "revolver", "red"], "INF.item.when")  # between roll and move
    t = items({"red": "TA2", "blue": "TA5"}, {"blue": ["revolver", "shield"]}, lying=["blue"])
    assert t.asker == "red" or t.asker == "chance"


# --- set one ------------------------------------------------------------------------------------
def test_boots_carry_up_to_three_spaces_after_a_rolled_move():  # INF.boots.ahead
    t = items({"red": "TA4", "blue": "DMP"}, {"red": ["boots"]}).roll("red", 2).move("red", "TA6")
    t.use("red", "boots")
    assert t.ends == {"TA7", "TA8", "TA9"} | {"C2"} & t.ends
    t.move("red", "TA9")
    assert t.at("red") == "TA9" and t.saw("moved")[-1]["why"] == "boots"
    t = items({"red": "TA4", "blue": "DMP"}, {"red": ["boots"]}, hands={"red": ["ahead_4"]})
    t.play("red", "ahead_4").move("red", "TA8")
    assert t.turn_of == "blue"  # no rolled move: nothing to ask
    t = items({"red": "WS", "blue": "TA8"}, {"red": ["boots"], "blue": ["torch"]})
    t.roll("red", 1).say("world", [])
    assert t.turn_of == "blue"  # a rolled 1 is no move


def test_boots_are_for_the_own_turn_after_the_move():  # INF.boots.ahead
    t = items({"red": "TA4", "blue": "DMP"}, {"red": ["boots", "staff"]})
    t.refused("red", ["use", "boots"], "INF.boots.ahead")


def test_a_torch_shows_two_caves():  # INF.torch.light, INF.torch.doubles
    t = items({"red": "C2", "blue": "DMP"}, {"red": ["torch"]}, hands={"red": ["cancel"]})
    t.say("red", ["roll", "cave"]).refused("red", ["stay"], "INF.torch.light")
    t.use("red", "torch").dice(1, 5).refused("red", ["die", 3], "INF.torch.light")
    t.say("red", ["die", 5])
    assert t.at("red") == "C5" and not t.saw("fireball_declared")
    t = items({"red": "C2", "blue": "TA8"}, {"red": ["torch"]})
    t.say("red", ["roll", "cave"]).use("red", "torch").dice(1, 1)
    assert t.at("red") == "C1" and t.asker == "world"  # a fireball follows
    t = items({"red": "C2", "blue": "DMP"}, {"red": ["torch"]}, hands={"red": ["double"]})
    t.play("red", "double").say("red", ["roll", "cave"]).use("red", "torch").dice(2, 3)
    assert t.legal == [["die", 4], ["die", 6]] and t.say("red", ["die", 6]).at("red") == "C6"


def test_a_cancelled_torch_leaves_one_die():  # INF.tome.answer, INF.torch.light
    t = items({"red": "C2", "blue": "DMP"}, {"red": ["torch"], "blue": ["tome"]})
    t.say("blue", ["pass"]).say("red", ["roll", "cave"]).say("blue", ["pass"])
    t.use("red", "torch").use("blue", "tome").dice(5)
    assert t.at("red") == "C5"


def test_a_torch_is_worth_a_card():  # INF.torch.card
    t = items({"red": "TA4", "blue": "DMP"}, {"red": ["torch"]})
    t.use("red", "torch", "card").say("chance", "double")
    assert t.hand("red") == ["double"] and t.items("red") == []
    t = items({"red": "TA4", "blue": "DMP"}, {"red": ["torch"]}, hands={"red": ["double"] * 4})
    t.refused("red", ["use", "torch", "card"], "INF.torch.card")


def test_the_revolver_reaches_twelve_spaces_over_bridges_and_pieces_but_no_cave():
    # INF.revolver.range, INF.revolver.dodge
    t = items({"red": "TA1", "blue": "TA13", "green": "HUB", "yellow": "C2"}, {"red": ["revolver"]})
    targets = [a[2] for a in t.legal if a[0] == "use"]
    assert targets == ["blue"]
    t.refused("red", ["use", "revolver", "green"], "INF.revolver.range")
    t.use("red", "revolver", "blue").dice(1)
    assert not t.g.lying() and t.saw("dodged")
    t = items({"red": "GSB5", "blue": "CP2", "green": "B1"}, {"red": ["revolver"]})
    assert ["use", "revolver", "blue"] in t.legal
    t = items({"red": "C2", "blue": "TA8"}, {"red": ["revolver"]}, hands={"red": ["fireball"]})
    t.refused("red", ["use", "revolver", "blue"], "INF.revolver.range")


def test_fireballed_while_lying_the_jewel_stays():  # INF.revolver.fireballed
    t = items(
        {"red": "VP2", "blue": "VP5"}, {"red": ["revolver", "staff"]}, owner="blue",
        lying_owner="keeps",
    )  # fmt: skip
    t.use("red", "revolver", "blue").dice(4)
    t.use("red", "staff").say("red", ["target", "blue"])
    t.say("red", t.legal[0]) if t.asker == "red" else None
    t.say("world", [["hit", "blue"]])
    assert (t.at("blue"), t.jewel_space) == ("PIT_E", "VP5")


def test_shot_in_the_own_turn_the_rest_of_it_is_lost():  # INF.revolver.lies
    t = items({"red": "TA2", "blue": "TA5"}, {"blue": ["revolver"]}, hands={"red": ["fireball"]})
    t.use("blue", "revolver", "red").dice(6)
    assert t.g.lying() == ("red",) and t.turn_of == "blue"
    t.roll("blue", 2).move("blue", "TA3").dice(2).say("chance", "double")
    assert t.saw("placed")[-1]["why"] == "stood_up"  # red's next turn: it stands, and that is all
    assert t.turn_of == "blue"


def test_a_tome_takes_an_item_unless_a_one_is_rolled():  # INF.tome.take
    t = items({"red": "TA2", "blue": "TA5"}, {"red": ["tome", "whip"], "blue": ["whip", "staff"]})
    t.say("blue", ["pass"])
    t.refused("red", ["use", "tome", "blue", "whip"], "INF.tome.take")  # one of a kind
    t.use("red", "tome", "blue", "staff").dice(2)
    assert t.items("red") == ["staff", "whip"] and t.items("blue") == ["whip"]
    t = items({"red": "TA2", "blue": "TA5"}, {"red": ["tome"], "blue": ["staff"]})
    t.say("blue", ["pass"]).use("red", "tome", "blue", "staff").dice(1)
    assert t.items("red") == [] and t.items("blue") == ["staff"]


def test_a_tome_answers_a_tome_and_a_shield():  # INF.tome.answer
    t = items(
        {"red": "TA2", "blue": "TA5", "green": "DMP"},
        {"red": ["whip", "tome"], "blue": ["tome"], "green": []},
    )
    t.say("blue", ["pass"]).use("red", "whip").refused("blue", ["use", "staff"], "INF.item.held")
    t.use("blue", "tome").use("red", "tome").dice(3)
    assert t.g.lying() == ("blue",)
    t = items({"red": "TA2", "blue": "TA5"}, {"red": ["whip", "tome"], "blue": ["shield"]})
    t.use("red", "whip").dice(3).use("blue", "shield").use("red", "tome")
    assert t.g.lying() == ("blue",) and t.items("blue") == []


def test_a_staff_rolls_a_fireball_in_any_turn():  # INF.staff.roll
    t = items({"red": "TA2", "blue": "TA8"}, {"blue": ["staff"]})
    t.use("blue", "staff").say("blue", ["target", "red"])
    t.say("blue", t.legal[0]) if t.asker == "blue" else None
    t.say("world", [["hit", "red"]])
    assert t.at("red").startswith("PIT")


# --- set two ------------------------------------------------------------------------------------
def crystal(die, hand, own=()):
    t = items(
        {"red": "TA2", "blue": "DMP", "green": "DMP"},
        {"red": ["crystal"]},
        hands={"blue": hand, "red": own},
    )
    for who in ("blue",) * 1:
        if t.asker == who:
            t.say(who, ["pass"])
    return t.use("red", "crystal", "blue").dice(die)


def test_a_crystal_shows_cards_and_takes_one():  # INF.crystal.look, INF.crystal.take
    t = crystal(5, ["cancel", "double", "talisman"])  # 5: two cards
    t.say("chance", 0, 0)
    assert [e["card"] for e in t.saw("card_seen") if "card" in e] == ["cancel", "talisman"]
    assert t.asker == "red"
    t.refused("red", ["take", "double"], "INF.crystal.take")
    t.say("red", ["take", "talisman"])
    assert t.hand("red") == ["talisman"] and t.hand("blue") == ["cancel", "double"]


def test_what_a_crystal_showed_is_known_to_its_user_alone():  # INF.crystal.known
    t = crystal(2, ["cancel", "double", "talisman"]).say("chance", 0, 0)
    t.say("red", ["leave"])
    assert t.g.view(0).known == {"cards": {"blue": ["cancel", "talisman"]}}
    assert t.g.view(1).known == t.g.view(2).known == {}
    rng = random.Random(1)
    for _ in range(20):
        assert {"cancel", "talisman"} <= {*hand_of(t.g.imagine(0, rng), 1)}


def hand_of(g: Game, seat: int) -> list[str]:
    from vulkar.rules.classic.cards import KINDS

    return [KINDS[k] for k in g.s.hands[seat]]


def test_others_cannot_tell_what_a_crystal_shows():  # INF.crystal.known
    t = crystal(3, ["cancel", "double", "talisman"]).say("chance", 0, 0)
    assert t.g.ask.asker == 0
    rng = random.Random(2)
    seen = set()
    for _ in range(30):
        dream = t.g.imagine(2, rng)
        seen |= {a[1] for a in dream.ask.legal if a[0] == "take"}
        assert dream.view(2) == t.g.view(2)
    assert len(seen) > 3  # any cards at all


def test_a_full_hand_only_looks():  # INF.crystal.full
    t = crystal(1, ["cancel"], ["double"] * 4)
    assert [e.get("card") for e in t.saw("card_seen")] == ["cancel", None]
    assert t.hand("blue") == ["cancel"] and t.saw("card_taken") == []


def test_a_doll_is_left_on_the_own_trail_space():  # INF.doll.leave
    t = items({"red": "TA2", "blue": "DMP"}, {"red": ["doll"]}).use("red", "doll")
    assert t.g.view(1).visible["dolls"] == [{"space": "TA2", "left_by": "red"}]
    t = items({"red": "C2", "blue": "DMP"}, {"red": ["doll"]})
    t.refused("red", ["use", "doll"], "INF.doll.leave")


def dead(*dice, haunted=()):
    """Red wakes the dead on TA3; who then rolls, in order."""
    t = items({"red": "TA1", "blue": "C2", "green": "PIT_A"}, lying=["green"], haunted=haunted)
    t.roll("red", 2).move("red", "TA3").dice(3).say("red", ["dig"]).dice(3, *dice)
    return t


def test_the_lowest_roller_is_haunted_ties_again():  # INF.ghost.who, INF.ghost.tie
    t = dead(2, 4, 2, 5, 3)
    assert t.g.s.inv.haunted == [0, 0, 1]
    rolls = [e["pawn"] for e in t.saw("rolled") if e["what"] == "ghost"]
    assert rolls == ["red", "blue", "green", "red", "green"]


def test_the_haunted_do_not_roll_and_one_alone_is_haunted():  # INF.ghost.alone
    t = dead(haunted=["blue", "green"])
    assert t.g.s.inv.haunted == [1, 1, 1]
    # a haunted piece rolls against its ghost and cannot dig, so all haunted needs a wizard
    t = items({"red": "TA1", "blue": "DMP"}, haunted=["blue"])
    t.roll("red", 2).move("red", "TA3").dice(3).say("red", ["dig"])
    t.g.s.inv.haunted[0] = 1
    t.dice(3)
    assert t.g.s.inv.haunted == [1, 1] and not t.saw("ghost")


def test_an_anchor_hangs_once():  # INF.anchor.attach
    t = items({"red": "TA2", "blue": "DMP"}, {"red": ["anchor"]}).use("red", "anchor")
    assert t.g.view(1).visible["anchor"] is True
    t = items({"red": "TA2", "blue": "DMP"}, {"red": ["anchor", "staff"]}, anchor=True)
    t.refused("red", ["use", "anchor"], "INF.anchor.attach")


def test_an_anchored_owner_needs_the_exact_count():  # INF.anchor.exact, INF.anchor.cut
    def moored(die):
        return items({"red": "DR6", "blue": "DMP"}, owner="red", anchor=True).roll("red", die)

    assert moored(3).g.result.winners == (0,)
    t = moored(5)
    assert t.g.ask.data["for"] == "anchor"
    assert t.dice(1).g.result.winners == (0,) and t.g.s.inv.anchor == 0
    t = moored(5).dice(4)
    assert (t.at("red"), t.g.result, t.g.s.inv.anchor) == ("DR5", None, 1)  # INF.anchor.back
    assert not t.saw("fireball_declared")  # a rolled 1 to cut it is none either


def test_an_anchor_holds_a_thief_and_a_move_ahead():  # INF.anchor.exact, INF.anchor.ahead
    t = items({"red": "DR5", "blue": "DR6"}, owner="blue", anchor=True).roll("red", 5)
    assert t.at("red") == "VP9"  # the full count is there, and the Dock is not
    t = items({"red": "DR5", "blue": "DR6"}, owner="blue", anchor=True).roll("red", 4)
    assert t.ends == {"DOCK", "DR1"}
    for reading, end in (("exact", "DR8"), ("free", "DOCK")):
        t = items({"red": "DR6", "blue": "DMP"}, owner="red", anchor=True,
                  hands={"red": ["ahead_5"]}, anchor_ahead=reading)  # fmt: skip
        t.play("red", "ahead_5")
        assert t.at("red") == end


def test_a_whip_reaches_six_and_spares_caves():  # INF.whip.range
    t = items(
        {"red": "TA2", "blue": "TA8", "green": "TA9", "yellow": "C2"}, {"red": ["whip"]}
    )  # fmt: skip
    t.use("red", "whip").dice(5)
    assert t.g.lying() == ("blue",)
    t = items({"red": "TA2", "blue": "TA9"}, {"red": ["whip", "staff"]})
    t.refused("red", ["use", "whip"], "INF.whip.range")


def test_a_shield_saves_from_whip_and_bullet():  # INF.shield.use
    for item, more in (("whip", ()), ("revolver", ("blue",))):
        t = items({"red": "TA2", "blue": "TA5"}, {"red": [item], "blue": ["shield"]}, owner="blue")
        t.use("red", item, *more).dice(3)
        t.refused("blue", ["play", "talisman"], "C86.card.hand")
        t.use("blue", "shield").dice(6)
        assert not t.g.lying() and t.owner == "blue" and t.items("blue") == []


# --- games --------------------------------------------------------------------------------------
def test_a_game_without_items_has_no_trace_of_them():
    events = []
    p = playout(island(), ("simple", "random"), 3, sink=events.append)
    assert p.game.s.inv is None
    assert not {"item", "shield", "item_roll"} & {e.data.get("window") for e in events}
    view = p.game.view(0).visible
    assert "dolls" not in view and "items" not in view["pieces"][0]


def test_lines_of_items_have_no_holes():
    t = items({"red": "TA1", "blue": "TA5"}, {"red": ["doll", "tome"], "blue": ["staff"]})
    t.say("blue", ["pass"]).use("red", "tome", "blue", "staff").dice(2).use("red", "doll")
    text = [render(describe(e)) for e in t.events]
    assert "Red uses Tome of the Viper to take Staff of Vul-Kar on blue." in text
    assert "Red leaves a doll on TA1." in text
    assert not any("None" in line or "{" in line for line in text)


def test_ones_own_doll_takes_nothing_where_one_lands():  # INF.doll.own
    t = items({"red": "VP1", "blue": "DMP"}, hands={"red": ["cancel"]}, dolls={"VP3": "red"}).roll(
        "red", 2
    )
    t.move("red", "VP3")
    assert t.hand("red") == ["cancel"] and t.g.s.inv.dolls and not t.saw("discarded")


def test_near_the_dock_is_what_the_die_can_show():  # INF.anchor.far, INF.anchor.low
    for space, doubled, die, end in (
        ("DR1", False, 2, "DR3"),  # 8 away: farther than a die
        ("DR1", True, 2, "DR1"),  # 8 away, and a doubled 2 is too low
        ("DR3", False, 2, "DR3"),  # 6 away
    ):
        hands = {"red": ["double"]} if doubled else {}
        t = items({"red": space, "blue": "DMP"}, owner="red", anchor=True, hands=hands)
        if doubled:
            t.play("red", "double")
        dist = t.g.board.owner_dist[t.g.board.index[space]]
        t.roll("red", die)
        assert t.at("red") == end, (space, dist, doubled)
