"""A scene on the classic map: red stands on HR1 with the turn, blue on HR2, the jewel on HR6."""

from __future__ import annotations

from pathlib import Path

from vulkar.cues import Cues, Scene, load_cues
from vulkar.maps import load

MAP = load("classic")
RED, BLUE = (84, 13, 17), (12, 38, 83)  # the pawns' own colours at 40 percent


def scene() -> Scene:
    tells = {"HR1": "turn", "HR6": "jewel", "HR2": "target"}
    return Scene(MAP, {"red": "HR1", "blue": "HR2"}, tells, "red")


def own(folder: Path, text: str) -> Cues:
    """The table, changed by a file."""
    path = folder / "cues.toml"
    path.write_text(text, encoding="utf-8")
    return load_cues(path)
