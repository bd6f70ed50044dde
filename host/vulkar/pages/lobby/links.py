"""Join links as people see them: a code for the camera, the address below, the name of the machine.

A key is in the memory of the one page that was told it, and in no other place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import segno

from vulkar.remote.reach import Reach

JOIN: Final = "/join/"


@dataclass(frozen=True, slots=True)
class JoinLink:
    """``best`` stands in the code; ``others`` open the same seat by another name."""

    best: str
    others: tuple[str, ...]


def join_link(reach: Reach, key: str, at_home: bool) -> JoinLink:
    """The link of a seat. ``at_home``: for people in the house, who need no public name."""
    home = [*reach.addresses]
    if reach.public is not None:
        public = f"https://{reach.public}"
        home = [*home, public] if at_home else [public, *home]
    first, *others = (f"{address}{JOIN}{key}" for address in home)
    return JoinLink(first, tuple(others))


def qr_svg(address: str, label: str) -> str:
    """An SVG element of any size. Dark on light in both themes: cameras want it so."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", title=label)
    return svg.replace("<svg ", '<svg role="img" ', 1)
