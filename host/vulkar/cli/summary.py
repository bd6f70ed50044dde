"""What a game added up to, printed at its end."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from vulkar.cli.session import Session
from vulkar.errors import VulkarError

if TYPE_CHECKING:
    from vulkar.sim.engine import Stats


def summary(session: Session, real_s: float, picture: Path | None) -> None:
    """Prints what a game added up to, and draws the picture."""
    table, game, setup = session.table, session.game, session.journal.setup
    assert table is not None
    result = game.result
    if result is None:
        raise VulkarError("input.ended", journal=session.journal.path)
    tally = table.tally
    sha = session.journal.sha256()
    virtual_s = session.virtual_us / 1e6
    row: dict[str, object] = {
        "type": "summary",
        "winner": list(result.winners),
        "pawns": [setup.pawns[seat] for seat in result.winners],
        "turns": tally.turns,
        "fireballs": tally.fireballs,
        "hits": tally.hits,
        "virtual_s": round(virtual_s, 3),
        "seed": setup.seed,
        "journal": str(session.journal.path),
        "sha256": sha,
        "firmware": session.firmware,
    }
    names = ", ".join(f"seat {s + 1} ({setup.pawns[s]}, {setup.seats[s]})" for s in result.winners)
    lines = [
        ("Winner", names),
        ("Turns", str(tally.turns)),
        ("Fireballs", f"{tally.fireballs}, pawns hit {tally.hits}"),
        ("Time", _time_line(virtual_s, real_s, session.stats)),
        ("Seed", str(setup.seed)),
        ("Firmware", session.firmware),
        ("Journal", f"{session.journal.path}  SHA-256 {sha}"),
    ]  # fmt: skip
    if session.stats is not None:
        row["stats"] = asdict(session.stats)
    if picture is not None:
        _draw(session, picture, f"{names} won, seed {setup.seed}")
        lines.append(("Picture", str(picture)))
    for label, text in lines:
        session.console.print(f"{label + ':':10} {text}", highlight=False, soft_wrap=True)
    if session.json is not None:
        session.json.write(row)


def _time_line(virtual_s: float, real_s: float, stats: Stats | None) -> str:
    text = f"{virtual_s:.1f} s on the island in {real_s:.1f} s here"
    if stats is None:
        return text
    rolling = stats.rolling_virtual_s / max(stats.rolling_real_s, 1e-9)
    idle = stats.idle_virtual_s / max(stats.idle_real_s, 1e-9)
    return (
        f"{text} ({virtual_s / max(real_s, 1e-9):.1f} x; {stats.rolling_virtual_s:.0f} s with"
        f" something in motion {rolling:.1f} x, the rest {idle:.0f} x)"
    )


def _jewel(session: Session) -> str | None:
    where = session.game.view(None).visible.get("jewel") or {}
    holder = where.get("owner") or where.get("space")
    return str(holder) if holder else None


def _draw(session: Session, path: Path, title: str) -> None:
    from vulkar.maps import draw_png

    last = session.last_roll
    path.parent.mkdir(parents=True, exist_ok=True)
    draw_png(
        session.map,
        path,
        title=title,
        pawns=session.game.standing(),
        jewel=_jewel(session),
        track=last.track if last else (),
        touched={t.pawn: t.space for t in last.report.touches if t.touched} if last else None,
    )
