"""Data files, options, rule ids, flow tables and texts."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from tests.rules.arrange import SEATS, island
from tests.rules.randomly import games
from vulkar.errors import VulkarError
from vulkar.maps.names import names
from vulkar.rules import Event, Refused
from vulkar.rules.classic import Game, cards
from vulkar.rules.classic.board import board_of
from vulkar.rules.classic.describe import describe, describe_choice
from vulkar.rules.classic.flows import FLOWS, WINDOW_NAMES
from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.options import ABOUT, Options, choices, make_options
from vulkar.rules.classic.texts import CASES
from vulkar.rules.flow import Flow, compile_flows
from vulkar.texts import render

HERE = Path(__file__).parent


def test_the_deck_has_48_cards_of_14_kinds():  # C86.card.deck
    assert sum(cards.COUNTS) == 48 and len(cards.COUNTS) == 14
    by_kind = dict(zip(cards.KINDS, cards.COUNTS, strict=True))
    assert by_kind["fake_jewel"] == 2
    assert sum(by_kind[f"ahead_{n}"] for n in (4, 5, 6)) == 9


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("count = 2", "count = 3"),
        ('id = "cancel"', 'id = "cancle"'),
        ('id = "double"', 'id = "reroll"'),
        ("total = 48", "total = 47"),
        ("count = 2", "count = two"),
        ("count = 2", ""),
    ],
)
def test_a_deck_that_does_not_add_up_is_an_error(old, new):
    text = Path(cards.__file__).with_name("deck.toml").read_text(encoding="utf-8")
    with pytest.raises(VulkarError) as info:
        cards.load_deck(text.replace(old, new, 1))
    assert info.value.code == "deck.bad"


def test_every_option_is_explained_and_checked():
    assert set(ABOUT) == {f.name for f in fields(Options)}
    for name in ABOUT:
        for value in choices(name):
            assert getattr(make_options("anniversary", {name: value}), name) == value
    for bad in ({"hit_rule": "maybe"}, {"jewel_one_way": 1}, {"jewel_one_way": "yes"}):
        with pytest.raises(VulkarError) as info:
            make_options("anniversary", bad)
        assert info.value.code == "option.value"
    with pytest.raises(VulkarError) as info:
        make_options("anniversary", {"hitrule": "touch"})
    assert info.value.code == "option.unknown"
    with pytest.raises(VulkarError) as info:
        make_options("aniversary")
    assert info.value.code == "preset.unknown"


@pytest.mark.parametrize("seats", [(), ("red",), ("red", "red"), (*SEATS, "white")])
def test_bad_seats_are_an_error(seats):
    with pytest.raises(VulkarError) as info:
        Game(island(), "anniversary", seats)
    assert info.value.code == "pawns.bad"


def test_every_rule_id_is_cited_by_a_test_or_a_scenario():
    files = [*HERE.rglob("test_*.py"), *(HERE / "scenarios").glob("*.toml")]
    text = "".join(p.read_text(encoding="utf-8") for p in files)
    missing = [rule for rule in RULES if not re.search(re.escape(rule) + r"\b", text)]
    assert missing == []


def test_the_rules_page_names_every_window_and_event():
    pages = HERE.parents[1] / "docs" / "reference"
    text = "".join(
        (pages / page).read_text(encoding="utf-8")
        for page in ("rules.md", "items.md")
        if (pages / page).is_file()
    )
    for name in (*WINDOW_NAMES, *CASES):
        assert f"`{name}`" in text, name


def test_every_cited_rule_id_exists():
    sources = [*HERE.rglob("*.py"), *Path(cards.__file__).parent.rglob("*.py")]
    cited = {
        m
        for p in sources
        for m in re.findall(r"(?:C86|INF)\.[a-z0-9_]+\.[a-z0-9_]+", p.read_text(encoding="utf-8"))
    }
    assert cited - set(RULES) == set()


def test_a_broken_flow_is_found_when_the_game_is_loaded():
    def step(g, f):
        return "x"

    good = Flow("f", "", (("a", "x", "=x"),))
    compile_flows((good,), {"f_a": step})
    for flow, functions in (
        (good, {}),
        (Flow("f", "", (("a", "x", "b"),)), {"f_a": step}),
        (Flow("f", "", (("a", "x", "=x"), ("a", "x", "a"))), {"f_a": step}),
    ):
        with pytest.raises(ValueError, match="flow f"):
            compile_flows((flow,), functions)


def test_every_step_can_be_reached_from_the_first():
    for flow in FLOWS:
        seen = {flow.steps()[0]}
        for _ in flow.edges:
            seen |= {dest for step, _, dest in flow.edges if step in seen and dest[0] != "="}
        assert seen == set(flow.steps()), flow.name


def test_every_event_and_every_choice_has_a_line_without_holes():
    events: list[Event] = []
    kinds = set()
    for seed in range(25):
        for g, _ in games(seed, turns=150, mixed=True, sink=events.append):
            if g.ask is not None:
                kinds.add(g.ask.kind)
                for answer in g.ask.legal:
                    line = render(describe_choice(g.ask, answer))
                    assert line and "{" not in line and "None" not in line
    for e in events:
        assert e.kind in CASES
        line = render(describe(e))
        assert line.endswith((".", "!")) and "{" not in line and "None" not in line, line
    events = [Event("reshuffled", {"cards": 40}), Event("no_cards", {"seat": 1})]
    assert [render(describe(e)) for e in events] == [
        "The 40 discards are shuffled into a new pile.",
        "There is no card left to draw.",
    ]
    assert kinds >= {"act", "respond", "move", "target", "route", "draw", "pick"}
    assert render(describe(Event("new", {"x": 1}))) == "new: {'x': 1}"


def test_descriptions_take_names():
    e = Event("moved", {"pawn": "red", "path": ["VKP"], "to": "VKP", "why": "rolled", "by": 0})
    assert render(describe(e, names(island()))) == "Red moves to Vul-Kar Point."


def test_the_table_may_not_answer_when_the_game_is_over_or_the_number_is_wrong():
    g = Game(island(), "anniversary", ("red", "blue"))
    with pytest.raises(Refused) as info:
        g.answer(99, 1)
    assert info.value.rule == "core.number"
    g.win(0, "dock")
    g.ask = None
    with pytest.raises(Refused) as info:
        g.answer(1, 1)
    assert info.value.rule == "core.over"


def test_distances_of_the_map_as_the_rules_see_them():
    b = board_of(island())
    at = b.index
    assert b.vulkar_dist[b.start] == island().steps.start_to_jewel
    assert b.plain_dist[b.vulkar] == island().steps.jewel_to_goal
    assert b.owner_dist[at["SB1"]] - b.plain_dist[at["SB1"]] == 3
    assert b.back_dist[at["LR1"]] > b.plain_dist[at["LR1"]]
    assert len(b.climb) == 5 and b.top == at["GSB5"]
