"""docs/reference/configuration.md, from the models of all files that somebody may write."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from vulkar.cues.colours import NAMED
from vulkar.cues.schema import CuesFile
from vulkar.devices.board_file import BoardFile
from vulkar.devices.calibration_file import Calibration
from vulkar.devices.panel_file import PanelFile
from vulkar.maps.keys import Key, keys
from vulkar.pages.camera.file import CameraFile

HEAD = """# Configuration

Every file that you may write yourself is TOML. Each is optional: without it the one that comes
along counts, or the thing is not there.

| file | named by | guide |
|---|---|---|
| [board](#board-file) | `--board NAME` or FILE | [your first board](../guide/first-board.md) |
| [calibration](#calibration-file) | lies beside its board | [calibrate it](../guide/calibrate.md) |
| [panel](#panel-file) | `--panel NAME` or FILE | [a panel](../guide/panel.md) |
| [camera](#camera-file) | `vulkar serve --camera FILE` | [a camera](../guide/camera.md) |
| [cues](#cues-file) | `vulkar serve --cues FILE` | [cues](../guide/cues.md) |

An unknown key is an error that names the file, the line and the nearest right name. `NAME` stands
for a name of your own, `[]` for one entry of a list. Generated from the models that read the files.

## Board file

One file describes the electronics of one board: what is wired where, and what it may do. Boards
that come along lie in `hardware/boards`; your own may lie anywhere.

```sh
vulkar config check classic
vulkar config show classic
```

`show` prints every value that counts and where it comes from: the board file, its calibration, or a
default.

A program that runs keeps the last good board: a file that became bad meanwhile is reported and not
used, a good one is taken at the next connection, without a restart.
"""

CALIBRATION = """
## Calibration file

[`vulkar calibrate`](../guide/calibrate.md) writes it: `BOARD.calibration.toml` beside the board
file, or in `.vulkar/boards` of the current folder for a board that comes along. It corrects the
board file within the board file's own limits. The one before it is kept as `.bak`.

It is bound to one controller by the chip's id, and holds a checksum. A file that is broken or does
not fit its board file is set aside as `.broken`; from then on nothing of that board is armed until
`vulkar calibrate` has made a new one, since servos would aim at the wrong places.
"""

PANEL = """
## Panel file

Panels that come along lie in `hardware/panels`. Only the key must be there; a line that is there
has both its pin and its level.
"""

CAMERA = """
## Camera file
"""

COLOURS = ", ".join(f"`{name}`" for name in NAMED)
CUES = f"""
## Cues file

It holds only what it changes: an entry stands in the place of the one of the same name in
`host/vulkar/cues/cues.toml`, with all of its keys; under `[lamps]` each key counts alone. A colour
is {COLOURS}, `pawn` (that of the pawn that the event is about) or `#rrggbb`.
"""

FILES: Final[tuple[tuple[str, type[BaseModel]], ...]] = (
    (HEAD, BoardFile),
    (CALIBRATION, Calibration),
    (PANEL, PanelFile),
    (CAMERA, CameraFile),
    (CUES, CuesFile),
)


def configuration_page() -> str:
    return "".join(text + _tables(model) for text, model in FILES)


def _split(key: Key) -> tuple[str, str]:
    """The table that a key stands in, and its name there; inline tables stay with their name."""
    parts = key.path.split(".")
    deep = 2 if len(parts) > 2 and parts[1] == "NAME" else 1
    return ".".join(parts[:deep]), ".".join(parts[deep:])


def _tables(model: type[BaseModel]) -> str:
    out: list[str] = []
    last = ""
    for key in keys(model):
        table, name = _split(key)
        if table != last:
            out += ["", f"### `[{table}]`", "", "| key | type | unit | default | meaning |"]
            out += ["|---|---|---|---|---|"]
            last = table
        default = f"`{key.default}`" if key.default else "required"
        out.append(f"| `{name}` | {key.type} | {key.unit} | {default} | {key.meaning} |")
    return "\n".join(out) + "\n"
