"""What a table tells over HTTP: results, events and errors.

Fields that a later version adds are kept as they come.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Told(BaseModel):
    """A result; what this version does not name stays in `model_extra`."""

    model_config = ConfigDict(extra="allow")


class Done(Told):
    """It is done."""


class Text(Told):
    """A sentence as code and parameters, for the reader's own language."""

    code: str
    params: dict[str, Any]


class Error(Told):
    """A refusal, or what went wrong; nothing has changed."""

    code: str
    params: dict[str, Any]
    what: str
    todo: str


class ErrorBody(Told):
    """What comes with a status of 4xx or 5xx."""

    error: Error


class Hello(Told):
    """Which table this is: its version, its event stream, and how far its game is."""

    vulkar: str
    stream: str
    state: str | None


class Seat(Told):
    """A seat as everybody may see it; `state` is `open`, `claimed`, `gone` or `bot`."""

    seat: int
    pawn: str
    kind: str
    hand: str
    name: str
    state: str


class Me(Told):
    """What this session is: the seats that it holds, which of them it shows, marshal or not."""

    seats: list[int]
    shown: int | None
    marshal: bool


class Board(Told):
    """What people at the board are told to do, and asked; `word` answers a question's number.

    `amiss`: pawns that stand on a space, `seen`, where none belongs. `said`: the last sentences.
    `helped`: the simulation's hands do it all.
    """

    tasks: list[dict[str, Any]]
    questions: list[dict[str, Any]]
    amiss: list[dict[str, Any]] = []
    said: list[Text] = []
    helped: bool = False


class Table(Told):
    """The table of now as everybody may see it; `state`: open, running, over or abandoned.

    `paused` says by whom and why, `settling` which fireball may still be corrected. `active` is
    the seat whose turn it is.
    """

    number: int
    state: str
    seats: list[Seat]
    paused: dict[str, Any] | None = None
    board: Board | None = None
    settling: dict[str, Any] | None = None
    turn: int | None = None
    active: int | None = None
    winners: list[int] | None = None


class Fire(Told):
    """Is the board armed, and for how long, else why not; and the fireball that waits."""

    armed: bool
    armed_ms: int | None
    unarmed: Text | None
    trigger: dict[str, Any] | None


class State(Told):
    """The table of now, who this session is, and whether a marble may roll."""

    stream: str
    table: Table | None
    me: Me | None
    fire: Fire | None = None


class Number(Told):
    """The number of a table in its house."""

    number: int


class SeatKey(Told):
    seat: int
    key: str


class Created(Number):
    """A new table; the keys of its open seats are told this once."""

    keys: list[SeatKey]


class NewKey(Told):
    """The seat's new key, told this once; the old link is void."""

    key: str


class Looked(Told):
    """The seat that a key is for, and how far the table is; `taken`: by another session."""

    seat: Seat
    state: str
    taken: bool = False


class Opened(Told):
    """A session; its credential is in the answer's `Set-Cookie`, never in its body."""


class Claimed(Opened):
    """The seat of a key is this session's."""

    seat: Seat


class Choice(Told):
    """One legal answer."""

    value: Any
    text: Text


class Question(Told):
    """What a seat is asked now; `deadline_ms` is how long it may still think."""

    question: str
    kind: str
    pawn: str | None
    choices: list[Choice]
    deadline_ms: int | None


class Window(Told):
    """An open response window, what the seat could play in it, and what it has `said` in it.

    `asked`: it ends before its time once all seats that are have said something.
    """

    window: str
    offers: list[Choice]
    left_ms: int
    asked: bool
    said: Any = None


class Trigger(Told):
    """A seat's trigger: `state` is `live` when it may fire, else there is a `reason`."""

    state: str
    reason: Text | None = None
    question: str | None = None
    nonce: str | None = None
    aim: dict[str, Any] | None = None
    announced_ms: int | None = None


class View(Told):
    """What a seat may know now; `view` is null while no game is played."""

    view: dict[str, Any] | None
    question: Question | None
    window: Window | None
    trigger: Trigger | None
    seats: list[Seat]
    stream: str
    n: int


class Fireball(Told):
    """The last fireball: `declared`, `aiming`, `rolling`, `settling` or `over`.

    `n` is the number of the event that declared it, `roll` that of its roll: a void one is followed
    by another. `by` is a seat, `facts` are rows such as `["hit", "red"]`, `standing` says where
    each pawn stood before it, `touches` what the island made out. `track` is the marble's true way,
    rows of milliseconds since it left, x, y and z in mm; null where nothing has seen it.
    """

    state: str
    n: int
    roll: int | None
    by: int
    target: str | None
    route: str
    facts: list[list[Any]]
    standing: dict[str, str]
    touches: list[dict[str, Any]]
    track: list[list[float]] | None


class Lamp(Told):
    """What the lamp of a space tells: `turn`, `target`, `danger` or `jewel`."""

    space: str
    tells: str


class Scene(Told):
    """The island as everybody may see it now: what a large screen shows.

    `view` is the public part of the game, null while none is played. `marbles` counts those that
    belong to each source: one lies in its cradle, the others beside it.
    """

    map: str
    ruleset: str | None
    preset: str | None
    view: dict[str, Any] | None
    jewel: dict[str, Any] | None
    marbles: dict[str, int] | None
    fireball: Fireball | None
    lamps: list[Lamp]
    stream: str
    n: int


class Event(Told):
    """Number `n` of an audience's own count; `private`: it says what others are not told."""

    n: int
    kind: str
    data: dict[str, Any]
    t_ms: int
    text: Text | None = None
    private: bool = False


class Events(Told):
    """As many events as fit, and the number of the last one.

    `reset`: they are not kept any more, or are of another stream; look at the view instead.
    """

    stream: str
    n: int
    events: list[Event]
    reset: bool


class History(Told):
    """The tables of a house, newest first."""

    games: list[dict[str, Any]]


class Statistics(Told):
    """What a game adds up to, as far as everybody has heard of it."""

    game: int
    finished: bool
    played_ms: int | None = None
    statistics: dict[str, Any]


class Lines(Told):
    """A part of a game's export; `next` asks for more."""

    game: int
    lines: list[dict[str, Any]]
    next: int | None = None


class Step(Told):
    """What one answer brought about, and the island after it; null: as it was."""

    events: list[dict[str, Any]]
    island: dict[str, Any] | None = None


class Steps(Told):
    """A part of a game that is not played any more; `next` asks for more."""

    game: int
    map: str
    steps: list[Step]
    total: int
    next: int | None = None


class Named(Told):
    """Something that can be chosen, and what it is called."""

    id: str
    title: Text


class RulesOffer(Told):
    """What may be agreed on for a table: rulesets with seats, presets and options, and times."""

    rulesets: list[dict[str, Any]]
    choice_times: list[Named]
    times: dict[str, dict[str, float]]


class Health(Told):
    """`refused`: how many requests were refused, by the code of their error."""

    table: Literal["here", "away"]
    sockets: int
    refused: dict[str, int]


class Known(Told):
    """Cards that seats have seen, and would not have seen as the game is now."""

    kind: str
    seats: list[int]
    about: int
    count: int


class Amended(Told):
    """What an amendment did: whose later answers were dropped, and what cannot be unseen.

    `dropped`: `seat` of each, null for a fireball; `fireballs`: of how many a fact was left out;
    `dice`: how many throws that everybody has seen are still to come.
    """

    changed: bool
    dropped: list[dict[str, Any]]
    fireballs: int
    known: list[Known]
    dice: int


class Alternatives(Told):
    """What could stand in place of an answer, and what stands there: `value`.

    `seat` is null for a fireball: it has no choices, but `pawns` that stood then, by their space.
    """

    kind: str
    seat: int | None
    value: Any
    choices: list[Choice] | None
    pawns: dict[str, str] | None


class Hall(Told):
    """A sensor; `dead`: it never reads anything else. `changed_ms`: since its last change."""

    space: str
    slot: int
    mt: float
    present: bool
    dead: bool
    changed_ms: int | None


class Servo(Told):
    """`value` is in the servo's own unit, as `limits`; null where no pulse is known."""

    name: str
    kind: Literal["turret", "gate", "plate"]
    source: str | None
    phase: str | None
    pulse_us: int | None
    value: float | None
    driven: bool
    limits_us: list[int]
    limits: list[float]


class BoardLook(Told):
    """What a board feels. All but `link` and `fault` is there only while its link is.

    `standing` is where the rules have the pawns; `limits`: from which field on a pawn is seen, and
    under which it is gone. `fault` is what has paused the game.
    """

    link: Literal["here", "lost", "none"]
    fault: dict[str, Any] | None
    age_ms: int | None = None
    state: str | None = None
    port: str | None = None
    firmware: str | None = None
    controller: str | None = None
    started: str | None = None
    standing: dict[str, str] | None = None
    halls: list[Hall] | None = None
    limits: dict[str, float] | None = None
    marbles: dict[str, bool] | None = None
    servos: list[Servo] | None = None
    supply: dict[str, int] | None = None
    stats: dict[str, Any] | None = None
    console: list[str] | None = None
    recent: list[str] | None = None
    warning: str | None = None


class AuditEntry(Told):
    """Who asked for what, and what came of it: `ok`, or the code of the refusal."""

    n: int
    wall_s: float
    who: str
    local: bool
    op: str
    args: str
    result: str


class Audit(Told):
    """Entries of the audit log, oldest first; as many as fit."""

    entries: list[AuditEntry]
