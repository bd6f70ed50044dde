"""The tricky situations of the Inferno items, 86-51 to 86-77."""

from tests.rules.arrange import Table


def items(pawns, held=None, *, way="both", **more):
    """A table with both sets, where nobody is asked whether to Reroll."""
    return Table(pawns, held=held, items=way, reroll_items=False, **more)


def test_86_51_a_second_revolver_is_dug_again_and_a_landslide_is_no_item():
    # INF.dig.again, INF.slide.who
    t = items({"red": "TA1", "blue": "C2"}, {"red": ["revolver"]}).roll("red", 2).move("red", "TA3")
    t.dice(1).say("red", ["dig"]).dice(3, 4)
    assert t.saw("item_again") == [{"seat": 0, "pawn": "red", "item": "revolver"}]
    t.dice(1)  # red rolls in the landslide and gets out of the way; blue is in a cave
    assert t.items("red") == ["revolver"] and t.saw("dodged")
    assert not t.saw("item_found")


def test_86_53_a_tome_spends_the_revolver_before_the_dodge():  # INF.tome.answer
    t = items({"red": "TA1", "blue": "TA13"}, {"red": ["revolver"], "blue": ["tome"]})
    assert t.say("blue", ["pass"]).asker == "red"
    t.use("red", "revolver", "blue")
    dice = t.g.s.dice
    t.use("blue", "tome")
    assert t.saw("item_cancelled")[0]["item"] == "revolver"
    assert t.items("red") == t.items("blue") == []
    assert t.g.s.dice == dice and t.at("blue") == "TA13" and not t.g.lying()


def shot_owner(**options):
    t = items(
        {"red": "VP2", "blue": "VP5", "green": "DMP"},
        {"red": ["revolver"]},
        owner="blue",
        hands={"blue": ["fake_jewel"]},
        **options,
    )
    return t.use("red", "revolver", "blue").dice(4)


def test_86_55_a_shot_owner_drops_the_jewel_and_anyone_passing_takes_it():
    # INF.revolver.jewel, INF.revolver.lies
    t = shot_owner()
    assert (t.at("blue"), t.g.lying(), t.jewel_space, t.owner) == ("VP5", ("blue",), "VP5", None)
    t.roll("red", 5).move("red", "VP7")
    assert t.owner == "red" and not t.saw("theft")
    t = shot_owner(lying_owner="keeps")
    assert t.owner == "blue" and t.g.lying() == ("blue",)
    t.roll("red", 5).move("red", "VP7")
    assert t.owner == "red" and t.saw("theft")  # robbed, lying: no Fake Jewel


def test_nobody_came_by_so_the_owner_takes_it_again_on_standing_up():  # INF.revolver.jewel
    t = shot_owner().roll("red", 2).move("red", "B2")
    assert t.turn_of == "green"  # blue stood up, which was its turn
    assert t.owner == "blue" and t.saw("jewel")[-1]["why"] == "stood_up"


def test_86_57_the_whip_throws_back_along_the_way_it_came():
    # INF.whip.bridge, INF.whip.range, INF.whip.order
    t = items(
        {"red": "CP2", "blue": "B1", "green": "GSB4", "yellow": "DMP"},
        {"red": ["whip"]},
        owner="blue",
        came={"blue": ["HR1", "GSB5", "GSB4", "B1"]},
    )
    t.use("red", "whip").dice(4, 1)  # blue is hit, green dodges
    assert (t.at("blue"), t.g.lying(), t.jewel_space) == ("GSB5", ("blue",), "B1")
    assert t.at("green") == "GSB4"


def test_a_shot_on_a_bridge_sends_to_the_water_and_leaves_the_jewel():  # INF.revolver.bridge
    t = items({"red": "CP2", "blue": "B1"}, {"red": ["revolver"]}, owner="blue")
    t.use("red", "revolver", "blue").dice(2)
    assert (t.at("blue"), t.g.lying(), t.jewel_space) == ("WATER", (), "B1")


def test_86_59_boots_leave_the_bridge():  # INF.boots.bridge
    t = items({"red": "GSB5", "blue": "DMP"}, {"red": ["boots"]}).roll("red", 2)
    t.move("red", "B1").use("red", "boots")
    assert t.at("red") == "CP1"
    t = items({"red": "GSB5", "blue": "CP1"}, {"red": ["boots"]}).roll("red", 2)
    t.move("red", "B1").use("red", "boots")
    assert t.at("red") == "CP2"


def landslide(**options):
    """Red digs up a landslide on TA3."""
    t = items(
        {"red": "TA1", "blue": "VP3", "green": "DMP", "yellow": "C2"}, owner="blue", **options
    )
    t.roll("red", 2).move("red", "TA3")
    return t.dice(1).say("red", ["dig"]).dice(4)


def test_86_61_a_landslide_in_order_the_jewel_first():
    # INF.slide.who, INF.slide.jewel, INF.slide.back, INF.slide.stays, INF.slide.nothing
    t = landslide()
    assert t.g.ask.data == {**t.g.ask.data, "seat": 0, "for": "landslide"}
    t.dice(1)
    assert t.g.ask.data["seat"] == 1
    t.dice(3)
    assert (t.jewel_space, t.owner) == ("VP3", None)
    assert t.asker == "red" and t.g.ask.pawn == "blue"
    t.refused("red", ["move", ["VP2"]], "INF.slide.back")
    t.say("red", ["move", ["VP2", "VP1", "B2"]])
    assert t.at("blue") == "B2"
    assert t.g.ask.data["seat"] == 2
    hands = [len(h) for h in t.g.s.hands]
    t.dice(5)  # green stays at the Start, yellow in its cave does not roll
    assert t.at("green") == "DMP" and [e["pawn"] for e in t.saw("cannot_move")] == ["green"]
    assert [r["pawn"] for r in t.saw("rolled") if r["what"] == "landslide"] == [
        "red",
        "blue",
        "green",
    ]
    assert [len(h) for h in t.g.s.hands] == hands


def test_the_other_readings_of_a_landslide():  # INF.slide.pits, INF.slide.back
    t = items(
        {"red": "TA1", "blue": "PIT_E", "green": "WATER"}, lying=["blue"], landslide_hits_pits=True
    )
    t.roll("red", 2).move("red", "TA3").dice(1).say("red", ["dig"]).dice(4, 1, 4, 4)
    assert [e["pawn"] for e in t.saw("cannot_move")] == ["blue", "green"]
    t = items({"red": "TA1", "blue": "VP7"}, came={"blue": ["VP4", "VP5", "VP6", "VP7"]},
              landslide_way="came_from")  # fmt: skip
    t.roll("red", 2).move("red", "TA3").dice(1).say("red", ["dig"]).dice(4, 1, 4)
    assert t.at("blue") == "VP4"
    t = items({"red": "TA1", "blue": "VP7"}, landslide_digs=True)
    t.roll("red", 2).move("red", "TA3").dice(1).say("red", ["dig"]).dice(4, 1, 4)
    t.say("red", ["move", ["VP6", "VP5", "VP4"]])
    assert t.g.ask.data == {**t.g.ask.data, "for": "acquire", "seat": 1}


def test_86_63_a_doll_stops_and_costs_the_only_item():
    # INF.doll.stop, INF.doll.pay, INF.doll.own
    t = items({"red": "VP1", "blue": "DMP"}, {"red": ["torch"]}, dolls={"VP3": "blue"})
    t.roll("red", 5).refused("red", ["move", ["VP2", "VP3", "VP4", "VP5", "VP6"]], "INF.doll.stop")
    t.move("red", "VP3")
    assert t.at("red") == "VP3" and t.turn_of == "blue"
    assert t.saw("discarded") == [{"seat": 0, "pawn": "red", "what": "torch"}]
    assert t.g.s.inv.dolls == () and t.items("red") == []
    t = items({"red": "VP1", "blue": "DMP"}, dolls={"VP3": "red"}).roll("red", 5)
    t.move("red", "VP6")
    assert t.at("red") == "VP6"


def test_a_doll_takes_a_card_of_choice_after_the_space_has_taken_effect():
    # INF.doll.pay
    t = items(
        {"red": "VP1", "blue": "DMP"},
        {"red": ["torch", "boots", "staff"]},
        hands={"red": ["cancel"]},
        dolls={"VP4": "blue"},
    )
    t.roll("red", 5).move("red", "VP4").say(
        "chance", "reroll"
    )  # three items: a card is drawn on dark VP4
    t.refused("red", ["discard", "torch"], "INF.doll.pay").say("red", ["discard", "cancel"])
    assert t.hand("red") == ["reroll"] and len(t.items("red")) == 3 and t.turn_of == "blue"


def test_a_doll_and_one_who_has_nothing():  # INF.doll.stays
    t = items({"red": "VP1", "blue": "DMP"}, dolls={"VP3": "blue"}).roll("red", 5)
    t.move("red", "VP3")
    assert t.at("red") == "VP3" and t.g.s.inv.dolls and t.turn_of == "blue"
    t = items({"red": "VP1", "blue": "DMP"}, dolls={"VP3": "blue"}, doll_stops_empty=False)
    t.roll("red", 5).move("red", "VP6")
    assert t.at("red") == "VP6" and t.g.s.inv.dolls


def test_a_doll_and_move_ahead():  # INF.doll.stop
    for stops, end in ((False, "VP5"), (True, "VP3")):
        t = items({"red": "VP1", "blue": "DMP"}, hands={"red": ["ahead_4", "cancel"]},
                  dolls={"VP3": "blue"}, doll_stops_ahead=stops)  # fmt: skip
        t.play("red", "ahead_4").move("red", end)
        assert t.at("red") == end


def test_86_65_an_occupied_doll_is_passed():  # INF.doll.pass
    t = items({"red": "VP1", "blue": "DMP", "green": "VP3"}, dolls={"VP3": "blue"})
    t.roll("red", 5).move("red", "VP6")
    assert t.at("red") == "VP6" and t.g.s.inv.dolls


def test_86_67_an_anchor_far_from_the_dock():  # INF.anchor.far, INF.anchor.low
    for freeze, end in (("near_dock", "VP7"), ("always", "VP2")):
        t = items({"red": "VP2", "blue": "DMP"}, owner="red", anchor=True, anchor_freeze=freeze)
        assert t.g.board.owner_dist[t.g.s.pos[0]] == 16
        t.roll("red", 5)
        assert t.at("red") == end, freeze
    t = items({"red": "DR5", "blue": "DMP"}, owner="red", anchor=True).roll("red", 3)
    assert t.at("red") == "DR5" and t.saw("anchor")[-1]["what"] == "holds"


def ultimate(**options):
    t = items(
        {"red": "DMP", "blue": "TA8", "green": "VP4"},
        {"red": ["boots", "shield"], "blue": ["shield", "staff"]},
        active="blue",
        hands={"blue": ["talisman"]},
        **options,
    )
    t.use("red", "ultimate")
    return t.say("red", ["target", "blue"])


def test_86_69_nothing_stops_the_ultimate_fireball():
    # INF.ultimate.use, INF.ultimate.nothing, INF.ultimate.gift, INF.tome.no_event
    t = ultimate().say("world", [["hit", "blue"]])
    assert t.at("blue") == "PIT_B" and t.items("red") == []
    t.say("red", ["item", "shield"])
    assert t.items("red") == ["shield"]
    t = ultimate(ultimate_beats_shield=False).say("world", [["hit", "blue"]])
    t.use("blue", "shield").dice(3)
    assert t.at("blue") == "TA8" and t.saw("shielded")


def turned(**more):
    t = items(
        {"red": "DMP", "blue": "TA8", "green": "VP4", "yellow": "DR1"},
        {"green": ["staff"]},
        **more,
    )
    return t.say("green", ["pass"], ["pass"]).roll("red", 1)


def test_86_71_a_staff_turns_the_fireball_to_vulkar():  # INF.staff.redirect, INF.staff.window
    t = turned(hands={"yellow": ["talisman"]})
    t.say("red", ["target", "blue"]).use("green", "staff", "redirect")
    legal = [r[1] for r in t.legal]
    assert legal and all(r.startswith("I_") for r in legal) and t.asker == "green"
    t.say("green", ["route", "I_W"])
    assert t.asker == "yellow"  # the Talisman window is open again
    t.say("yellow", ["pass"])
    assert t.g.ask.data == {**t.g.ask.data, "source": "idol", "route": "I_W", "target": None}
    t.say("world", [["hit", "green"]])
    assert t.at("green") == "PIT_E"
    t = turned(hands={"yellow": ["talisman"]}, redirect_window=False)
    t.say("red", ["target", "blue"]).use("green", "staff", "redirect")
    t.say("green", ["route", "I_W"])
    assert t.asker == "world"


def test_a_staff_does_not_turn_the_fireball_of_the_protected_owner():  # INF.staff.protected
    t = items(
        {"red": "TA2", "blue": "TA8"}, {"blue": ["staff"]}, owner="red", tokens=["red"],
        hands={"red": ["cancel"] * 4},
    )  # fmt: skip
    t.say("blue", ["pass"], ["pass"]).roll("red", 1).say("red", ["target", "blue"])
    t.refused("blue", ["use", "staff", "redirect"], "INF.staff.protected")
    t.use("blue", "staff", "stop")
    assert t.saw("fireball_cancelled") and t.items("blue") == []  # INF.staff.stop


def test_86_73_a_ghost_leaves_on_a_four_and_the_space_gives_nothing():
    # INF.ghost.leave, INF.ghost.nothing
    for die, haunted in ((4, 0), (3, 1), (1, 1)):
        t = items({"red": "TA1", "blue": "DMP"}, haunted=["red"]).roll("red", 2).move("red", "TA3")
        t.dice(die)
        assert t.g.s.inv.haunted[0] == haunted
        assert t.hand("red") == [] and not t.saw("item_found") and t.turn_of == "blue"


def test_86_75_a_double_waits_through_a_dodge():  # INF.item.not_doubled
    for waits in (True, False):
        t = items(
            {"red": "VP5", "blue": "VP8"},
            {"blue": ["revolver"]},
            hands={"red": ["double"]},
            double_items=not waits,
        )
        t.say("blue", ["pass"]).play("red", "double")
        t.say("red", ["roll"]) if t.asker == "red" else None
        t.use("blue", "revolver", "red").dice(1)
        assert bool(t.saw("dodged")) is waits  # doubled, the 1 is a 2 and hits
        assert t.g.s.double == waits
        assert t.g.lying() == (() if waits else ("red",))


def test_86_77_shields_are_decided_before_anybody_falls():  # INF.shield.use, INF.shield.order
    t = items(
        {"red": "DMP", "blue": "HR6", "green": "HR7", "yellow": "WS"},
        {"blue": ["shield"], "green": ["shield"]},
    ).roll("red", 1)
    t.say("red", ["target", "blue"]).say("world", [["hit", "blue"], ["hit", "green"]])
    assert t.asker == "blue"
    t.use("blue", "shield").dice(1)
    assert t.asker == "green" and t.at("blue") == "HR6"
    t.use("green", "shield").dice(2)
    assert (t.at("blue"), t.at("green")) == ("PIT_D", "HR7")
