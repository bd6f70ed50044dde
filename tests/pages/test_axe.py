"""Every page keeps the rules of accessibility that a program can check, light and dark."""

from __future__ import annotations

from pathlib import Path

import axe_core_python
import pytest

from tests.pages.house import PATHS, House

AXE = (Path(axe_core_python.__file__).with_name("axe.min.js")).read_text("utf-8")
RULES = "{resultTypes: ['violations']}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_breaks_a_rule_of_accessibility(house: House, theme: str) -> None:
    credential, _ = house.begin()
    house.does(credential, "marshal/enter", {"pin": house.table.pin})
    found: list[str] = []
    for path in PATHS:
        page = house.open(path, credential, color_scheme=theme)
        page.wait_for_timeout(300)
        page.evaluate(AXE)
        result = page.evaluate(f"() => axe.run(document, {RULES})")
        for broken in result["violations"]:
            places = [node["html"][:160] for node in broken["nodes"][:3]]
            found.append(f"{path} {broken['id']}: {places}")
        house.put_phones_away()
    assert found == [], "\n".join(found)
