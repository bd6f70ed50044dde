"""A table of people with a real deck: what is true, beside what the host knows of it.

``Truth`` is an ordinary game whose every card is known. It is played answer for answer with a
``PaperGame`` in which the cards of some hands are real: people tell what they must, truthfully.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from typing import Any

from tests.rules.arrange import island
from tests.rules.randomly import World, random_setup, scattered
from vulkar.rules import CHANCE, WORLD, Ask, Event
from vulkar.rules.classic import Game, PaperGame
from vulkar.rules.classic.cards import KINDS, UNKNOWN
from vulkar.rules.classic.items.flows import LOOK
from vulkar.rules.classic.paper.deck import TOLD, unknown

TELLING = {"card_drawn": "drew", "card_taken": "took", "card_seen": "saw"}
ASIDE = ("window", "choice")  # there may be more of these where the host does not know a hand


def hidden(game: Game, hands: tuple[str, ...]) -> PaperGame:
    """The same position as the host knows it if these hands are real."""
    new = PaperGame(island(), game.preset, game.seats, hands)
    Game._share(game, new)
    new.s = game.s.copy()
    new.s.hands = [
        (UNKNOWN,) * len(hand) if paper else hand
        for hand, paper in zip(game.s.hands, new.paper, strict=True)
    ]
    new.s.pile = [0] * len(KINDS) + [sum(game.s.pile)]
    new.ask = None
    new.resume()
    return new


class RealDeck:
    """Both games, and the people. ``step`` answers the host's next question truthfully."""

    def __init__(self, seed: int, *, middle: bool = False, items: bool = False) -> None:
        self.rng = rng = random.Random(seed)
        if middle:
            self.true = scattered(rng, True, items)
            self.hands = self._hands(len(self.true.seats))
            self.host = hidden(self.true, self.hands)
        else:
            preset, seats, options = random_setup(rng)
            options["items"] = rng.choice(("set1", "set2", "both")) if items else "off"
            self.hands = self._hands(len(seats))
            self.true = Game(island(), preset, seats, options)
            self.host = PaperGame(island(), preset, seats, self.hands, options)
        self.world = World(island(), rng)
        self.told: defaultdict[str, deque[str]] = defaultdict(deque)  # what people will say
        self.heard: tuple[list[Any], list[Any]] = ([], [])  # public events: true, host
        self.said: list[Any] = []  # every answer to the host
        self.events: list[Event] = []  # and what it told since
        self.extra = 0  # questions that only the host's ignorance made
        self.asked: Counter[str] = Counter()
        self.run_ahead()

    def _hands(self, seats: int) -> tuple[str, ...]:
        hands = [self.rng.choice(("phone", "paper")) for _ in range(seats)]
        hands[self.rng.randrange(seats)] = "paper"
        return tuple(hands)

    # --- playing --------------------------------------------------------------------------------
    def step(self) -> bool:
        """One answer to the host, the same to the truth where it asks too; False at the end."""
        ask = self.host.ask
        if ask is None:
            assert self.true.result == self.host.result
            return False
        self.asked[ask.kind] += 1
        if ask.kind in TOLD:
            self.answer_host(ask, [ask.kind, self.told[ask.kind][0]])
            return True
        mine = self.true.ask
        if mine is not None and self.in_step():
            assert (mine.asker, mine.kind, mine.pawn) == (ask.asker, ask.kind, ask.pawn)
            value = self.choice(mine)
            self.true.answer(mine.number, value, self.hear_true)
            self.run_ahead()
            self.answer_host(ask, self.as_said(ask, value))
        else:
            self.extra += 1
            self.answer_host(ask, self.only(ask))
        return True

    def choice(self, ask: Ask) -> Any:
        if ask.asker == WORLD:
            return self.world.answer(ask)
        return self.rng.choice(ask.legal)

    def as_said(self, ask: Ask, value: Any) -> Any:
        """From paper to paper nobody tells the host which card was taken after a look."""
        unseen = ["take", "unseen"]
        return (
            unseen if ask.kind == "take" and unseen in ask.legal and value[0] == "take" else value
        )

    def only(self, ask: Ask) -> Any:
        """The one true answer to a question that the truth has no choice in: it is no card, but
        for a discard of the only kind that is held."""
        if ask.kind == "discard":
            paid = [d["what"] for kind, d in self.heard[0] if kind == "discarded"]
            return ["discard", paid[sum(kind == "discarded" for kind, _ in self.heard[1])]]
        if ask.kind == "act" and self.host.options.force_use_at_four:
            for kind, d in self.heard[0][len(self.heard[1]) :][:1]:  # what comes next in truth
                if kind == "card_played" and d["seat"] == ask.asker:  # forced, and honest about it
                    return next(v for v in ask.legal if v[:2] == ["play", d["card"]])
        true = [value for value in ask.legal if value[0] != "play"]
        assert len(true) == 1, ask
        return true[0]

    def answer_host(self, ask: Ask, value: Any) -> None:
        assert ask.asker == WORLD or value in ask.legal, (value, ask)
        self.said.append(value)
        self.host.answer(ask.number, value, self.hear_host)

    def run_ahead(self) -> None:
        """Cards come from the real deck and out of real hands before the host hears of them."""
        while (ask := self.true.ask) is not None and ask.asker == CHANCE:
            if ask.kind != "draw" and not (
                ask.kind == "pick" and self.host.paper[ask.data["victim"]]
            ):
                return
            self.true.answer(ask.number, self.rng.choice(self.weighed(ask)), self.hear_true)

    def weighed(self, ask: Ask) -> list[Any]:
        counts = ask.data.get("counts") or [1] * len(ask.legal)
        return [v for v, count in zip(ask.legal, counts, strict=True) for _ in range(count)]

    # --- hearing --------------------------------------------------------------------------------
    def hear_true(self, event: Event) -> None:
        word = self.tells(event)
        if word:
            self.told[word].append(event.data["card"])
        self._hear(event, self.heard[0])

    def hear_host(self, event: Event) -> None:
        self.events.append(event)
        word = self.tells(event)
        if word:
            assert self.told[word].popleft() == event.data["card"]
        self._hear(event, self.heard[1])

    def tells(self, event: Event) -> str:
        """The word with which a phone seat tells of this card: it came from paper or the pile."""
        word, d, paper = TELLING.get(event.kind, ""), event.data, self.host.paper
        if not word or "card" not in d or paper[d["seat"]]:
            return ""
        real = word == "drew" or paper[self.host.seats.index(d["victim"])]
        return word if real else ""

    @staticmethod
    def _hear(event: Event, heard: list[Any]) -> None:
        if event.kind.startswith(ASIDE):
            return
        data = {k: v for k, v in event.data.items() if k != "card"}
        if event.kind in TELLING:  # told twice where some may know which card it was
            mover = event.kind == "card_taken"
            if event.audience is not None and (data["seat"] in event.audience) != mover:
                return
            heard.append((event.kind, data))
        else:
            heard.append((event.kind, event.data))

    # --- what must hold -------------------------------------------------------------------------
    def in_step(self) -> bool:
        """Whether the truth stands at the same point of the game as the host."""
        return self._where(self.true) == self._where(self.host)

    @staticmethod
    def _where(g: Game) -> Any:
        s = g.s
        frames = [f.key()[:-1] if f.kind == LOOK else f.key() for f in s.stack]
        return (frames, s.turns, s.dice, s.rolls, s.draws, s.discard, s.table, s.pos, s.played)

    def check(self) -> None:
        """What the host holds for possible contains what is true, and adds up to the deck."""
        true, host = self.true, self.host
        if not self.in_step():
            return
        left = Counter(dict(enumerate(true.s.pile)))
        for seat, (hand, known) in enumerate(zip(true.s.hands, host.s.hands, strict=True)):
            assert len(hand) == len(known)
            assert host.paper[seat] or hand == known
            assert not Counter(k for k in known if k != UNKNOWN) - Counter(hand), "a false belief"
            left += Counter(hand) - Counter(known)
        assert +left == +Counter(dict(enumerate(unknown(host)))), "it is the rest of the deck"
        assert sum(true.s.pile) == sum(host.s.pile)
        for mine, theirs in zip(true.s.known, host.s.known, strict=True):
            assert not Counter(theirs) - Counter(mine), "nobody is said to know more than it does"
        for seat in range(len(host.seats)):
            mine, theirs = true.offers(seat), host.offers(seat)
            assert [v for v in mine if v not in theirs] == [], "every true play is offered"
