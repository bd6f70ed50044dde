"""One event in, sounds and pictures of lamps out; and which picture is shown when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cues.arrange import BLUE, MAP, RED, own, scene
from vulkar.cues import EVERYBODY, Cues, Heard, Scene, load_cues, played
from vulkar.cues.lamps import LampPlayer
from vulkar.cues.playing import Frames, at_rest

DECLARED = {"by": 0, "pawn": "red", "source": "idol", "route": "I_S", "target": "blue"}
ROLLED = {"route": "I_S", "hit": ["blue"], "immune": [], "left": True}


def sounds(kind: str, data: dict[str, Any], audience: int, cues: Cues | None = None) -> list[str]:
    return list(played(cues or load_cues(), Heard(kind, data), scene(), audience).sounds)


def test_the_large_screen_plays_what_is_everybodys_and_a_phone_only_its_own() -> None:
    assert sounds("fireball_declared", DECLARED, EVERYBODY) == ["declared"]
    assert sounds("fireball_declared", DECLARED, 0) == []
    assert sounds("fireball_declared", DECLARED, 1) == ["aimed_at"]
    assert sounds("fireball_rolled", ROLLED, EVERYBODY) == ["hit"]
    assert sounds("fireball_rolled", ROLLED, 0) == []
    assert sounds("fireball_rolled", ROLLED, 1) == ["hit"]
    assert sounds("won", {"seat": 0, "pawn": "red"}, 0) == ["won"]
    assert sounds("won", {"seat": 0, "pawn": "red"}, 1) == []


def test_a_row_counts_only_if_the_events_data_is_so(tmp_path: Path) -> None:
    assert sounds("fireball_rolled", {**ROLLED, "hit": []}, EVERYBODY) == ["missed"]
    assert sounds("fireball", {"state": "aiming"}, EVERYBODY) == []
    assert sounds("fireball", {"state": "rolling"}, EVERYBODY) == ["rolling"]
    assert sounds("pause", {"paused": None}, EVERYBODY) == []
    cues = own(
        tmp_path, "[cue.x]\nevent = 'rolled'\nwhen = {value = 6, what = true}\nsound = 'won'"
    )
    assert sounds("rolled", {"value": 6, "what": "cave"}, EVERYBODY, cues) == ["won"]
    assert sounds("rolled", {"value": 5, "what": "cave"}, EVERYBODY, cues) == []
    assert sounds("rolled", {"value": 6}, EVERYBODY, cues) == []


def test_what_happens_on_one_device_is_heard_by_whoever_it_is() -> None:
    for audience in (EVERYBODY, 0, 3):
        assert sounds("refused", {}, audience) == ["refused"]
        assert sounds("called", {"what": "window"}, audience) == ["call"]


def test_a_show_is_pictures_on_the_spaces_that_the_event_is_about() -> None:
    (show,) = played(load_cues(), Heard("fireball_declared", DECLARED), scene(), EVERYBODY).shows
    route = MAP.routes["I_S"].spaces
    assert [at_ms for at_ms, _ in show.pictures] == [0, 500, 1000, 1500, 2000, 2500]
    assert show.length_ms == 3000
    first, second = show.pictures[0][1], show.pictures[1][1]
    assert first == {**dict.fromkeys(route, (102, 44, 0)), "HR2": (102, 0, 0)}
    assert second == {**dict.fromkeys(route, (0, 0, 0)), "HR2": (102, 0, 0)}


def test_the_colour_of_a_pawn_is_that_of_the_one_that_the_event_is_about() -> None:
    cues = load_cues()
    moved = Heard("moving", {"pawn": "blue", "path": ["HR3", "HR4"]})
    (walk,) = played(cues, moved, scene(), EVERYBODY).shows
    assert walk.pictures == ((0, {"HR3": BLUE, "HR4": BLUE}),)
    (jewel,) = played(
        cues, Heard("jewel", {"owner": "red", "space": None}), scene(), EVERYBODY
    ).shows
    assert jewel.pictures[1] == (400, {"HR1": RED})
    strange = Heard("moving", {"pawn": 7, "path": ["nowhere", None]})
    assert played(cues, strange, scene(), EVERYBODY).shows[0].pictures == ((0, {}),)


def test_at_rest_the_lamps_tell_turn_jewel_and_danger() -> None:
    assert at_rest(load_cues(), scene()) == {"HR1": RED, "HR6": (102, 72, 0), "HR2": (102, 0, 0)}
    assert at_rest(load_cues(), Scene(MAP, {}, {}, "")) == {}


def test_without_a_scene_there_are_sounds_alone() -> None:
    assert played(load_cues(), Heard("won", {"seat": 0}), None, EVERYBODY) == (("won",), ())


# --- which picture when

ON, OFF = {"HR1": (255, 0, 0)}, {"HR1": (0, 0, 0)}
BLINK = Frames(10, 1000, ((0, ON), (500, OFF)))


def watched(player: LampPlayer, until_ms: int, begin_ms: int = 0) -> list[tuple[int, Any]]:
    """What is shown and when, by a caller that looks when it is told to."""
    found, now_ms = [], begin_ms
    while now_ms <= until_ms:
        picture = player.look(now_ms)
        if picture is not None:
            found.append((now_ms, picture))
        ahead = player.next_ms(now_ms)
        if ahead is None:
            break
        assert ahead > now_ms, "a caller would spin"
        now_ms = ahead
    return found


def test_a_show_runs_by_its_times_and_leaves_what_was_told_before() -> None:
    player = LampPlayer()
    rest = {"HR6": (9, 9, 9)}
    player.rest(rest)
    assert watched(player, 0) == [(0, rest)]
    player.play(BLINK, 1000)
    assert watched(player, 9000, 1000) == [
        (1000, {**rest, **ON}),
        (1500, {**rest, **OFF}),
        (2000, rest),
    ]


def test_the_newest_show_wins_unless_a_more_urgent_one_runs() -> None:
    player = LampPlayer()
    player.play(BLINK, 0)
    player.play(Frames(9, 400, ((0, {"HR3": (1, 1, 1)}),)), 1)
    assert player.look(1) == ON
    player.play(Frames(10, 400, ((0, {"HR2": (1, 1, 1)}),)), 300)
    assert player.look(300) == {"HR2": (1, 1, 1)}
    player.play(Frames(0, 400, ((0, ON),)), 700)  # that one is over
    assert player.look(700) == ON


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 3), st.booleans()), max_size=40))
def test_whatever_happens_light_flashes_at_most_three_times_a_second(
    orders: list[tuple[int, int, bool]],
) -> None:
    player, now_ms, shown = LampPlayer(), 0, []
    for wait_ms, number, is_show in orders:
        shown += watched(player, now_ms + wait_ms, now_ms)
        now_ms += wait_ms
        colours = {"HR1": (number, number, number)}
        if is_show:
            player.play(Frames(number, 500, ((0, colours), (250, OFF))), now_ms)
        else:
            player.rest(colours)
    shown += watched(player, now_ms + 5000, now_ms)
    moments = [at_ms for at_ms, _ in shown]
    assert all(sum(t <= m < t + 1000 for m in moments) <= 6 for t in moments)
