"""How fast light may change, for people whom flashing light makes ill.

WCAG 2.3.1: at most three flashes within any second. A flash is two changes, there and back; changes
that lie 167 ms apart are at most six in a second.
"""

from __future__ import annotations

from typing import Final

GAP_MS: Final = 167
