"""Team Expedition on the simulated board: two pawns stand at the Dock, which has one sensor."""

from __future__ import annotations

import math
from pathlib import Path

from tests.rules.arrange import Table as Position
from tests.table.island_game import MAP, on_island
from vulkar.sim.lockstep import Sim
from vulkar.sim.people import Hands
from vulkar.table.table import Table

NEAR = {"red": "DR6", "green": "DR7", "blue": "WT1", "yellow": "WT2"}


def test_a_team_plays_to_its_win_with_both_pawns_at_the_dock(tmp_path: Path) -> None:
    game = Position(NEAR, teams="pairs", owner="green").g

    async def play(sim: Sim, table: Table, hands: Hands) -> None:
        await table.play()
        assert game.result is not None and game.result.winners == (0, 2)
        red, green = sim.world.pose("red"), sim.world.pose("green")
        assert red and green and max(red[3], green[3]) < 5.0
        dock = MAP.spaces["DOCK"].spots
        assert all(min(math.dist(p[:2], spot) for spot in dock) < 3.0 for p in (red, green))
        assert math.dist(red[:2], green[:2]) > 20.0
        # the sensor saw the first come; people were asked about the one that it cannot see
        done = [q.pawn for q, _ in hands.asked if q.kind == "done" and q.space == "DOCK"]
        assert len(done) == 1

    on_island(game, tmp_path / "a.journal", 13, play)


def test_four_pawns_share_the_dock_and_a_partner_takes_the_jewel_there(tmp_path: Path) -> None:
    """Whoever comes last finds a free slot; no pawn is believed to be missing."""
    at = {"red": "DOCK", "blue": "DOCK", "green": "DR8", "yellow": "DR7"}
    game = Position(at, teams="pairs", owner="red", active="yellow").g

    async def play(sim: Sim, table: Table, hands: Hands) -> None:
        heard: list[str] = []
        hands.heard = heard.append
        await table.play()
        assert game.result is not None
        on_dock = [pawn for pawn, space in game.standing().items() if space == "DOCK"]
        assert len(on_dock) == 4
        assert sorted(hands.on("DOCK")) == sorted(on_dock)
        assert heard == []

    on_island(game, tmp_path / "a.journal", 2, play)
