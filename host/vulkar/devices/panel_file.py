"""Reads a panel's file: which buttons and lamps hang on which pins of the Pi."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vulkar.errors import VulkarError
from vulkar.maps.keys import complaint
from vulkar.maps.lines import line_of, read_toml
from vulkar.resources import panels_dir


class Strict(BaseModel):
    """Unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Line(Strict):
    """A BCM pin of the header, and the level that means turned, pressed or lit."""

    pin: Annotated[int, Field(ge=2, le=27)]
    """BCM number of the pin on the Pi's header."""
    active: Annotated[int, Field(ge=0, le=1)]
    """Level that means turned, pressed or lit."""


class Lamps(Strict):
    """``[panel.lamps]``: each may be left out."""

    idle: Line | None = None
    armed: Line | None = None
    fault: Line | None = None
    fireball: Line | None = None


class Panel(Strict):
    """``[panel]``. Only the key must be there."""

    pins: Literal["lgpio", "mock"] = "lgpio"
    """The Pi's real pins, or none, for a trial without a panel."""
    key: Line
    emergency_stop: Line | None = None
    fire: Line | None = None
    settle_ms: Annotated[int, Field(ge=0, le=1000)] = 20
    """How long a button must stay as it is to count."""
    lamps: Lamps = Lamps()
    buzzer: Line | None = None


class PanelFile(Strict):
    """A whole panel file."""

    panel: Panel


def load_panel(name_or_path: str | Path) -> Panel:
    """Reads a panel that comes along by its name, or a file by its path.

    Raises ``VulkarError``: panel.missing, panel.unreadable, panel.syntax, panel.value; the last two
    name the line.
    """
    path = Path(name_or_path)
    if path.suffix != ".toml":
        path = panels_dir() / f"{name_or_path}.toml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in panels_dir().glob("*.toml")))
        raise VulkarError("panel.missing", path=path, known=known)
    example = panels_dir() / "classic.toml"
    data, lines = read_toml(path, "panel")
    try:
        panel = PanelFile.model_validate(data).panel
    except ValidationError as exc:
        found = complaint(PanelFile, exc, lines)
        raise VulkarError(
            "panel.value",
            path=path,
            line=found.line,
            key=found.key,
            reason=found.reason,
            example=example,
        ) from exc
    used: dict[int, str] = {}
    for name, line in _lines(panel).items():
        if line.pin in used:
            raise VulkarError(
                "panel.value",
                path=path,
                line=line_of(lines, ("panel", *name.split("."))),
                key=f"panel.{name}",
                reason=f"GP{line.pin} is also {used[line.pin]}",
                example=example,
            )
        used[line.pin] = name
    return panel


def _lines(panel: Panel) -> dict[str, Line]:
    found = {
        "key": panel.key,
        "emergency_stop": panel.emergency_stop,
        "fire": panel.fire,
        "buzzer": panel.buzzer,
        **{f"lamps.{name}": getattr(panel.lamps, name) for name in Lamps.model_fields},
    }
    return {name: line for name, line in found.items() if line is not None}
