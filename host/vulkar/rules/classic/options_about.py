"""Why every option stands as it does: the question, the reason of each default, the sources."""

from __future__ import annotations

from typing import Final

from vulkar.rules.options import About

ABOUT: Final[dict[str, About]] = {
    # --- cards and windows
    "windows": About(
        "When may cards be played: in set windows, or whenever the cards' own texts allow?",
        "The condensed rules name the windows, and bar all but two cards between roll and move.",
        "001:2; 001:6; 001:8; 000:130",
        "The long rules let cards be played at any time, within each card's own limits.",
    ),
    "cards_per_turn": About(
        "How many cards may a player play in one turn? Responses never count.",
        "The condensed rules allow any number.",
        "001:5; 000:130",
        "The long rules allow each player one card in a turn.",
    ),
    "replace_after_play": About(
        "Is a played card replaced from the pile?",
        "Only one sentence of the long rules says so; elsewhere cards come from dark spaces.",
        "000:38; 001:22",
    ),
    "force_use_at_four": About(
        "Must a player with four cards play one in the own turn, where one can be played?",
        "The condensed rules only bar a fifth card; playing for the sake of it helps nobody.",
        "000:55; 001:28",
    ),
    "double_by": About(
        "Who may double a roll: the roller in their own turn, or anyone before any roll?",
        "A card belongs to its player's own turn unless its text names another's turn.",
        "000:130; 001:72",
    ),
    "double_unused": About(
        "Is a Double lost if its turn ends without a roll, or does it wait for the next roll?",
        "It was played for a roll of this turn.",
        "row 54; 001:72",
    ),
    "reroll_keeps_double": About(
        "Is a doubled roll that is rolled again doubled anew?",
        "Reroll voids the die, not the card played before it.",
        "row 11; 001:78",
    ),
    "another_limit": About(
        "Is one Take Another Turn a turn the limit?",
        "The condensed rules say so.",
        "001:79; 000:142",
    ),
    "another_by": About(
        "May Take Another Turn also be played at the end of another player's turn?",
        "Both rulebooks give it to the player whose turn ends.",
        "row 5; 001:79; 000:142",
    ),
    "talisman_by": About(
        "May the roller stop a fireball whose declared target is the roller's own piece?",
        "A piece's owner may defend it; the text names the opponent only.",
        "001:47; 000:138",
    ),
    "ahead_out_of": About(
        "From where does Move Ahead move a piece: anywhere, not out of caves, or only on trails?",
        "The condensed rules let it leave a cave; out of a pit it counts like a roll.",
        "001:76; 000:150; row 7",
        "The long rules say that these cards do not move players out of caves.",
    ),
    "ahead_and_caves": About(
        "Move Ahead and caves 4-6: is only the card's number no cave number, or are they barred?",
        "The card's number may not serve as the cave die; walking into a mouth stays possible.",
        "001:76; row 6",
    ),
    "back_when": About(
        "Is Move Back played before the roll and after the move, or only before the roll?",
        "The condensed rules describe both; the card's own text agrees.",
        "001:77; 000:148",
    ),
    "back_way": About(
        "After its move, is a piece moved back the way it came, or any way?",
        "The condensed rules say the way it came.",
        "001:77; row 8",
    ),
    "back_path_by": About(
        "Who chooses the way of a Move Back: who played the card, or whose piece it is?",
        "The card player moves the opponent.",
        "001:77; row 8",
    ),
    "back_awards": About(
        "Does a piece that is moved back draw a card or take its token where it lands?",
        "Landing is landing; only stealing and capturing belong to the mover's own move.",
        "001:22; 001:30; 001:77; row 9",
    ),
    # --- movement
    "turn_direction": About(
        "Does play go clockwise or counterclockwise?",
        "Both rulebooks say left, which is clockwise; one adds the wrong word.",
        "000:32; 001:10",
    ),
    "plateau_stops": About(
        "Does Dead Man's Plateau end a movement?",
        "The condensed rules say so; the shortcut of the long rules is known to nobody.",
        "001:24; 000:57",
    ),
    "vulkar_after": About(
        "Does Vul-Kar Point still stop a piece after the jewel has left it?",
        "The stop belongs to the capture.",
        "001:28; 000:114; row 24",
    ),
    "dead_end": About(
        "May a move end short at a dead end where another way takes the full count?",
        "A move is the full count wherever it can be.",
        "000:47; row 27",
    ),
    "climb_to_top": About(
        "Must a piece in the water climb all five spaces before it turns onto the bridge?",
        "The condensed rules name five spaces to the top, though the bridge lands on the fourth.",
        "001:64; row 60",
    ),
    "cave_roll": About(
        "Is the die for a cave rolled on arrival or in the next turn?",
        "The condensed rules roll immediately, and so do most who describe the game.",
        "001:20; 000:64",
    ),
    "cave_one": About(
        "A roll of 1 for a cave: cave 1 and a fireball, or only a fireball?",
        "The condensed rules say both; the long rules do not treat it.",
        "001:20; 000:158; row 12",
    ),
    "cave_roll_8_any": About(
        "Does a doubled cave roll of 8 or more open any cave?",
        "The condensed rules say so.",
        "001:20",
        "The long rules know no such roll.",
    ),
    "double_caves": About(
        "Does Double apply to a roll for a cave?",
        "A cave roll of 8 or more is possible only if it does.",
        "001:20; 001:72; row 10",
        "The long rules double the die of a move only.",
    ),
    # --- the jewel
    "jewel_one_way": About(
        "Must the owner of the jewel always move toward the Dock, without caves and Low Road?",
        "The condensed rules say so.",
        "001:14; 000:49",
        "The long rules have no such limit: any direction.",
        may_not_end=(False,),
    ),
    "owner_on_low_road": About(
        "May an owner who stands on the Low Road go on along it?",
        "Without that, one who took the jewel beside pit D could have no legal move.",
        "001:14; row 24b",
    ),
    "mid_move_capture": About(
        "Who becomes owner in mid-move, moving away from the Dock: finish, stop, or turn round?",
        "Finishing obeys both the full count and the ban on using a space twice.",
        "001:7; 001:14; 001:34; row 24c",
    ),
    "steals_per_turn": About(
        "How often may one piece steal in a turn?",
        "No rulebook limits it; the same owner is passed once in a move anyway.",
        "001:34; row 21",
    ),
    "jewel_on_occupied_chip": About(
        "Does a piece that already stands where the jewel is dropped get it?",
        "The first player to move onto or past it takes it; standing is not moving.",
        "001:59; row 26",
    ),
    "bonus_turns": About(
        "Are the three full turns of the capture counted after the capturing turn?",
        "Three full turns follow; the turn of the capture is already under way.",
        "001:28; 000:120; row 16",
    ),
    "bonus_after_fireball": About(
        "Do bonus turns go on after their player was fireballed?",
        "Nothing takes them away; standing up uses one.",
        "001:28; 001:61; row 17",
    ),
    # --- fireballs
    "hit_rule": About(
        "Is a piece fireballed when it is touched, or only when it is knocked over?",
        "The condensed rules say touched, also by something that a fireball set in motion.",
        "001:56; 000:89; row 3",
        "The long rules say knocked over.",
    ),
    "self_target": About(
        "Where only the roller's own piece can be hit: must it be the target?",
        "A target that can be hit must be named; it may be oneself.",
        "001:44; 000:82; row 1",
    ),
    "no_target": About(
        "Where nobody can be hit: is a fireball rolled harmlessly, or none?",
        "The long rules let any fireball be rolled.",
        "000:82; row 2",
    ),
    "stuck_marble": About(
        "A fireball that does not leave after a proper push: does it count, or is it rolled again?",
        "The condensed rules count it as rolled.",
        "001:49; row 4",
    ),
    "bad_push": About(
        "A push that was not proper: does the left neighbour push again, or was that the roll?",
        "The condensed rules hand it to the left neighbour.",
        "001:52; row 4",
    ),
    "marble_return": About(
        "Does a fireball go back to where it came from, or to the nearest place for one?",
        "From its own cradle every marble can roll again. Else cradles empty, and others overflow.",
        "001:50; 000:85; row 39",
    ),
    "bridge_hit": About(
        "Knocked off a bridge in one's own turn before the roll: roll and climb, or turn over?",
        "The piece stands upright and may do anything normally.",
        "001:64; row 19",
    ),
    # --- Team Expedition
    "teams": About(
        "Does everybody play alone, or two teams of two that sit opposite each other?",
        "Team Expedition is a variant for four players.",
        "001:38",
    ),
    "jewel_pass": About(
        "Where may partners pass the jewel: both on a trail, or from anywhere but a pit?",
        "Passing it freely is not told further; on the trail both can reach each other.",
        "001:38; row 52",
    ),
    "dock_roll_from": About(
        "From whom does a 4-6 on the Dock take the jewel: an owner on the Dock, or any owner?",
        "The sentence tells of the partner who holds the jewel on the Dock.",
        "001:40; row 69",
        may_not_end=("anyone",),
    ),
}
