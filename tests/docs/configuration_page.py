"""docs/reference/configuration.md, from the models of board and calibration files."""

from __future__ import annotations

from pydantic import BaseModel

from vulkar.devices.board_file import BoardFile
from vulkar.devices.board_keys import Key, keys
from vulkar.devices.calibration_file import Calibration

HEAD = """# Configuration

One TOML file describes the electronics of one board: what is wired where, and what it may do.
Boards that come along lie in `hardware/boards`; your own may lie anywhere, `--board FILE` names it.

```sh
vulkar config check classic
vulkar config show classic
```

An unknown key is an error that names the file, the line and the nearest right name. `show` prints
every value that counts and where it comes from: the board file, its calibration, or a default.

A program that runs keeps the last good board: a file that became bad meanwhile is reported and not
used, a good one is taken at the next connection, without a restart.

`NAME` stands for a name of your own, `[]` for one entry of a list. Generated from
`host/vulkar/devices/board_file.py` and `calibration_file.py`.

## Board file
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


def configuration_page() -> str:
    return HEAD + _tables(BoardFile) + CALIBRATION + _tables(Calibration)


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
