"""Effects of cards, marbles, falls and what they cost (003, section 4)."""

from __future__ import annotations

import pytest

from tests.rules.curse.table import Scene
from vulkar.rules.core import Refused

AT = {"red": "S90", "blue": "M60", "green": "O0", "yellow": "O300"}


def moved(card: str, at: dict[str, str] | None = None, **more) -> Scene:
    """Red has played a card and walked to a plain space."""
    s = Scene(at or AT, card, **more).play(card)
    value = next(v for v in s.legal() if v[1][-1][0] not in "CEBL" and "LADDER" not in v[1])
    s.say(value).leave_all()
    assert s.kind == "effect"
    return s


def refusal(s: Scene, value: object) -> str:
    with pytest.raises(Refused) as found:
        s.say(value)
    return found.value.rule


def test_the_idol_turns_one_step_or_not_at_all():  # CUR.effect.idol, CUR.effect.optional
    s = moved("idol_4")
    before = s.g.s.facing
    s.say(["turn", "left"])
    assert s.g.s.facing == (before - 1) % 6
    assert refusal(moved("idol_4"), ["turn", "round"]) == "CUR.effect.idol"
    kept = moved("idol_4")
    kept.say(["end"])
    assert kept.g.s.facing == before


def test_the_idol_begins_facing_the_helipad():  # CUR.setup.facing
    s = Scene(AT)
    assert s.g.board.facings[s.g.s.facing] == "F210"


def test_a_tree_changes_the_way_of_the_next_marbles():  # CUR.effect.tree
    s = moved("tree_4")
    s.say(["tree", "T210"])
    assert s.told("tree_turned") == [{"tree": "T210", "way": "I210_right"}]
    roll = moved("cataclysm_2")
    roll.g.s.trees = s.g.s.trees
    assert roll.say(["cataclysm"]).to_world()["route"] == "I210_right"
    plain = moved("cataclysm_2")
    assert plain.say(["cataclysm"]).to_world()["route"] == "I210_left"


def test_all_marbles_of_the_scar_roll_at_once():  # CUR.effect.cataclysm
    s = moved("cataclysm_2")
    s.g.s.scar = 3
    asked = s.say(["cataclysm"]).to_world()
    assert (asked["marbles"], asked["source"]) == (3, "idol")


def test_an_ember_is_one_marble_out_of_its_pit():  # CUR.effect.ember
    asked = moved("ember_3").say(["ember", "E240"]).to_world()
    assert (asked["marbles"], asked["source"], asked["route"]) == (1, "E240", "E240_out")


def test_an_unused_cataclysm_is_discarded_like_any_card():  # CUR.card.unused
    s = moved("cataclysm_2")
    s.say(["end"]).chance()
    assert s.told("tracker_filled") == [] and s.g.s.discard[0] == 1
    used = moved("cataclysm_2")
    used.say(["cataclysm"], []).chance()
    assert used.told("tracker_filled") == [{"cards": 1}] and sum(used.g.s.discard) == 0


def test_who_fells_another_takes_a_treasure_of_the_losers_choice_and_a_souvenir():  # CUR.fall.other
    s = moved("ember_3")
    s.treasures("blue", amber=1, coral=1)
    held = len(s.g.s.souvenirs[0])
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]]])
    assert s.kind == "lose" and s.g.ask is not None and s.g.ask.asker == 1
    s.say(["lose", "coral"]).chance()
    assert s.g.s.treasures[0][1] == 1 and len(s.g.s.souvenirs[0]) == held + 1


def test_the_taker_may_pick_and_the_fallen_may_be_consoled():  # CUR.fall.other, row 42, 71
    s = moved("ember_3", treasure_picked_by="taker", souvenir_to="fallen")
    s.treasures("blue", amber=1, coral=1)
    held = len(s.g.s.souvenirs[1])
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]]])
    assert s.kind == "lose" and s.g.ask is not None and s.g.ask.asker == 0
    s.say(["lose", "amber"]).chance()
    assert len(s.g.s.souvenirs[1]) == held + 1


def test_who_has_no_treasure_loses_none_and_the_souvenir_is_drawn():
    # CUR.fall.nothing, CUR.fall.souvenir
    s = moved("ember_3")
    held = len(s.g.s.souvenirs[0])
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]]]).chance()
    assert s.told("treasure_lost") == [] and len(s.g.s.souvenirs[0]) == held + 1


def test_who_lies_pays_again_only_for_leaving_the_island():  # CUR.fall.once
    s = moved("ember_3")
    s.treasures("blue", amber=2)
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]]]).chance()
    assert len(s.told("treasure_lost")) == 1
    for facts, paid in (([["fell", "blue", ["M60"]]], 0), ([["off_board", "blue"]], 1)):
        again = moved("ember_3")
        again.treasures("blue", amber=2)
        from vulkar.rules.curse.steps_roll import lay

        lay(again.g, 1, ("M60",))
        again.say(["ember", "E60"], facts).chance()
        assert len(again.told("treasure_lost")) == paid


def test_an_ember_that_leaves_the_island_costs_its_pusher():  # CUR.ember.off
    s = moved("ember_3")
    s.treasures("red", pearl=1)
    s.treasures("blue", amber=1)
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]], ["marble_off"]]).chance()
    assert s.told("treasure_lost") == [{"pawn": "red", "treasure": "pearl", "to": None}]
    assert s.g.lying() == () and s.told("card_dealt")[0]["pile"] == "action"


def test_the_heart_can_be_lost_like_any_treasure():  # CUR.heart.again, row 78
    s = moved("ember_3")
    s.heart("blue")
    scar = s.g.s.scar
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]]]).chance()
    assert s.g.s.heart == 0 and s.g.s.scar == scar


def test_a_bridge_that_comes_down_fells_who_stands_on_it():  # CUR.fall.other
    s = moved("ember_3", {**AT, "blue": "O60"})
    s.treasures("blue", amber=1)
    s.say(["ember", "E60"], [["bridge_down", "O60"]]).chance()
    assert s.told("treasure_lost")[0]["to"] == "red"


def test_a_rope_keeps_the_treasures():  # CUR.souvenir.rope
    s = moved("ember_3")
    s.treasures("blue", amber=1)
    s._souvenirs(1, ("rope",))
    s.say(["ember", "E60"], [["fell", "blue", ["M60"]]])
    assert s.kind == "rope"
    s.say(["rope"]).chance()
    assert s.told("treasure_lost") == [] and s.told("pawn_fell")[0]["pawn"] == "blue"


def test_a_touched_pawn_that_stands_has_not_fallen():  # CUR.fall.other
    s = moved("ember_3")
    s.say(["ember", "E60"], [["hit", "blue"]]).chance()
    assert s.told("pawn_fell") == []


def test_marbles_that_were_not_pushed_are_pushed_again_and_stuck_ones_are_not():  # CUR.effect
    s = moved("cataclysm_2").say(["cataclysm"], [["not_pushed"]])
    assert s.kind == "roll"
    s.say([["never_left"]]).chance()
    assert s.told("tracker_filled") == [{"cards": 1}]


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ("no", "CUR.world.form"),
        ([["what"]], "CUR.world.form"),
        ([["fell", "pink", []]], "CUR.world.pawn"),
        ([["fell", "blue", ["nowhere"]]], "CUR.world.place"),
        ([["bridge_down", "M60"]], "CUR.world.bridge"),
    ],
)
def test_facts_that_cannot_be_are_refused(facts: object, rule: str):  # CUR.world
    assert refusal(moved("ember_3").say(["ember", "E60"]), facts) == rule


def test_who_is_not_on_the_island_cannot_fall():  # CUR.world.aboard, CUR.copter.safe
    s = moved("ember_3")
    s.aboard("yellow")
    s.say(["ember", "E60"])
    assert refusal(s, [["off_board", "yellow"]]) == "CUR.world.aboard"


@pytest.mark.parametrize(
    ("places", "spots"),
    [
        (("M60", "M75"), {"M60", "M75"}),  # CUR.stand.covers
        (("river_east",), {"O48", "O72"}),  # CUR.stand.flow
        ((), {"M45", "M60", "M75", "E60", "Q_NE"} - {"E60"}),  # CUR.stand.odd
    ],
)
def test_where_a_fallen_pawn_may_rise(places: tuple[str, ...], spots: set[str]):
    s = moved("ember_3").say(["ember", "E60"], [["fell", "blue", list(places)]]).chance()
    assert s.kind == "stand" and {v[1] for v in s.legal()} == spots


def test_a_pawn_that_lies_at_the_start_of_others_turns_stays_lying():  # CUR.turn.restore
    s = moved("ember_3").say(["ember", "E60"], [["fell", "yellow", ["O300", "O312"]]]).chance()
    assert s.told("island_restored") and s.g.lying() == ("yellow",)


def test_an_accident_that_fells_nobody_is_put_back():  # CUR.fall.bump
    from vulkar.facts import BridgeDown

    s = moved("ember_3")
    before = s.g.s.key()
    s.g.report(BridgeDown("LADDER"), s.events.append)
    assert s.g.s.key() == before and s.told("island_restored")
