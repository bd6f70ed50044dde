"""Steps of the flow ``turn``: stand up, play a card, its effect, draw, restore (003, a turn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.curse.cards import (
    ACTION_IDS,
    ACTIONS,
    CATACLYSM,
    LEVER,
    NET,
    REST,
    SOUVENIRS,
    STRIDE,
)
from vulkar.rules.curse.flows import EFFECT_USED, FALL, MOVE, NO_DIE, ROLL
from vulkar.rules.curse.score import finish
from vulkar.rules.curse.state import (
    ABOARD,
    AT_FIRST,
    AWAY,
    BACK,
    LYING,
    UP,
    more,
    without,
)
from vulkar.rules.curse.steps_setup import ask_draw
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game

TRACKER = 3  # cataclysm cards that fill it
STRIDE_BY = 2
REST_AT = 1
LEFT, RIGHT = -1, 1


def turn_begin(g: Game, f: Frame) -> Outcome:
    s = g.s
    s.turns += 1
    s.played = -1
    g.emit("turn", seat=f.seat, pawn=g.pawns[f.pawn], turn=s.turns)
    return "lying" if s.posture[f.pawn] == LYING else "ready"


def turn_stand(g: Game, f: Frame) -> Outcome:
    """A lying pawn rises: on a space that it covers, at the end of the flow, or in a cave."""
    spots = g.may_rise(f.pawn)
    legal = [["stand", g.board.names[i]] for i in spots]
    return g.pose(f, f.seat, "stand", g.pawns[f.pawn], legal, spots, {})


def turn_stand_take(g: Game, f: Frame, code: int) -> Outcome:
    s, p = g.s, f.pawn
    if not s.rise[p]:
        f.mode |= NO_DIE
    s.pos[p], s.posture[p] = code, UP
    s.lies[p] = s.rise[p] = ()
    g.emit("stood_up", pawn=g.pawns[p], space=g.board.names[code])
    return "stood"


turn_up = turn_stand
turn_up_take = turn_stand_take


def turn_card(g: Game, f: Frame) -> Outcome:
    """One action card, and with it a souvenir that changes its number."""
    s = g.s
    legal: list[list[str]] = []
    codes: list[tuple[int, int]] = []
    with_it = [-1]
    if s.posture[f.pawn] != ABOARD:
        with_it += [k for k in (STRIDE, REST) if k in s.souvenirs[f.seat]]
    for kind in sorted(set(s.hands[f.seat])):
        for souvenir in with_it:
            codes.append((kind, souvenir))
            extra = [] if souvenir < 0 else [SOUVENIRS[souvenir]]
            legal.append(["play", ACTION_IDS[kind], *extra])
    return g.pose(f, f.seat, "card", g.pawns[f.pawn], legal, codes, {})


def turn_card_take(g: Game, f: Frame, code: tuple[int, int]) -> Outcome:
    s = g.s
    kind, souvenir = code
    s.hands[f.seat] = without(s.hands[f.seat], kind)
    s.played = kind
    f.n = ACTIONS[kind].number
    g.emit("action_played", seat=f.seat, pawn=g.pawns[f.pawn], card=ACTION_IDS[kind])
    if souvenir >= 0:
        g.use_souvenir(f.seat, souvenir)
        f.n = f.n + STRIDE_BY if souvenir == STRIDE else REST_AT
    return "chosen"


def turn_ready(g: Game, f: Frame) -> Outcome:
    posture = g.s.posture[f.pawn]
    f.m = int(posture == ABOARD)
    return "aboard" if posture == ABOARD else "shaken" if posture == LYING else "move"


def turn_move(g: Game, f: Frame) -> Outcome:
    g.push(Frame(MOVE, f.seat, f.pawn, n=f.n, m=-1, mode=f.mode & NO_DIE))
    return None


def turn_board(g: Game, f: Frame) -> Outcome:
    """Who has just boarded takes a token out of the pit (003:213)."""
    s = g.s
    tokens = g.in_the_pit()
    if s.posture[f.pawn] != ABOARD or f.m or not tokens:
        return "taken"
    legal = [["token", g.token_name(t)] for t in tokens]
    return g.pose(f, f.seat, "token", g.pawns[f.pawn], legal, tokens, {})


def turn_board_take(g: Game, f: Frame, code: int) -> Outcome:
    g.from_the_pit(f.pawn, code)
    return "taken"


def turn_effect(g: Game, f: Frame) -> Outcome:
    """The card's effect, if it is wanted, and souvenirs that are played after the move."""
    legal: list[list[str]] = [["end"]]
    codes: list[tuple[object, ...]] = [("end",)]
    if not f.mode & EFFECT_USED:
        _offer_effect(g, legal, codes)
    held = g.s.souvenirs[f.seat]
    if LEVER in held:
        for word, by in (("left", LEFT), ("right", RIGHT)):
            legal.append(["lever", word])
            codes.append(("lever", by))
    if NET in held:
        for token in g.in_the_pit():
            legal.append(["net", g.token_name(token)])
            codes.append(("net", token))
    data = {"card": ACTION_IDS[g.s.played], "used": bool(f.mode & EFFECT_USED)}
    return g.pose(f, f.seat, "effect", g.pawns[f.pawn], legal, codes, data)


def _offer_effect(g: Game, legal: list[list[str]], codes: list[tuple[object, ...]]) -> None:
    effect = ACTIONS[g.s.played].effect
    board = g.board
    if effect == "idol":
        for word, by in (("left", LEFT), ("right", RIGHT)):
            legal.append(["turn", word])
            codes.append(("turn", by))
    elif effect == "tree":
        for t, name in enumerate(board.trees):
            legal.append(["tree", name])
            codes.append(("tree", t))
    elif effect == "ember":
        for e, name in enumerate(board.embers):
            legal.append(["ember", name])
            codes.append(("ember", e))
    else:
        legal.append(["cataclysm"])
        codes.append(("cataclysm",))


def turn_effect_take(g: Game, f: Frame, code: tuple[object, ...]) -> Outcome:
    s, board = g.s, g.board
    word = code[0]
    if word == "end":
        return "end"
    arg = code[1] if len(code) > 1 else 0
    assert isinstance(arg, int)
    if word == "lever":
        g.use_souvenir(f.seat, LEVER)
        g.turn_idol(arg)
        return "used"
    if word == "net":
        g.use_souvenir(f.seat, NET)
        g.from_the_pit(f.pawn, arg)
        return "used"
    f.mode |= EFFECT_USED
    if word == "turn":
        g.turn_idol(arg)
        return "used"
    if word == "tree":
        s.trees = more(s.trees, arg, 1 - 2 * s.trees[arg])
        way = board.source_map.diverters[board.trees[arg]].ways[s.trees[arg]]
        g.emit("tree_turned", tree=board.trees[arg], way=way)
        return "used"
    g.push(Frame(ROLL, f.seat, f.pawn, n=arg, mode=int(word == "ember")))
    return None


def turn_file(g: Game, f: Frame) -> Outcome:
    """The card is laid aside: a cataclysm that was used on the tracker, others on their pile."""
    s = g.s
    kind = s.played
    s.played = -1
    if not (CATACLYSM[kind] and f.mode & EFFECT_USED):
        s.discard = more(s.discard, kind)
        return "filed"
    s.tracker = (*s.tracker, kind)
    g.emit("tracker_filled", cards=len(s.tracker))
    if len(s.tracker) == TRACKER:
        for k in s.tracker:
            s.discard = more(s.discard, k)
        s.tracker = ()
        _reshuffle(g)
        g.add_to_scar("tracker")
    return "filed"


def _reshuffle(g: Game) -> None:
    s = g.s
    s.pile = [a + b for a, b in zip(s.pile, s.discard, strict=True)]
    s.discard = (0,) * len(ACTIONS)
    g.emit("mixed", pile="action", cards=sum(s.pile))


def turn_draw(g: Game, f: Frame) -> Outcome:
    s = g.s
    if not sum(s.pile):
        _reshuffle(g)
    return ask_draw(g, f, "action", ACTION_IDS, s.pile, f.seat)


def turn_draw_take(g: Game, f: Frame, code: int) -> Outcome:
    g.take_card(f.seat, code)
    return "drawn"


def turn_settle(g: Game, f: Frame) -> Outcome:
    """Pawns that fell unasked pay now, to the pit, and nobody is credited (TRICKY 18-21)."""
    s = g.s
    if not s.shaken:
        return "settled"
    pawn, s.shaken = s.shaken[0], s.shaken[1:]
    g.push(Frame(FALL, seat=-1, pawn=pawn, mode=1))
    return None


def turn_restore(g: Game, f: Frame) -> Outcome:
    """Marbles, bridges and ladder go back; the helicopter leaves or returns; the next seat."""
    s, board = g.s, g.board
    g.emit("island_restored")
    if s.copter == BACK:
        s.after[f.seat] += 1
    if s.copter == AT_FIRST and board.copter not in s.pos:
        s.copter = AWAY
        g.emit("copter_at", where="away")
    if s.called and s.copter != BACK:
        s.copter = BACK
        g.emit("copter_at", where="back")
    s.token[f.seat] = (s.token[f.seat] + 1) % len(g.pawns_of[f.seat])
    if s.copter == BACK and (_all_aboard(g) or min(s.after) >= g.last_turns):
        finish(g)
        return "ended"
    s.active = (f.seat + 1) % len(g.seats)
    return "ended"


def _all_aboard(g: Game) -> bool:
    return all(posture == ABOARD for posture in g.s.posture)
