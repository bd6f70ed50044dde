"""The shell lines of docs/guide/serve.md, as they stand there, against the real processes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.remote.evening import Evening
from tests.remote.realtable import RealTable
from tests.remote.web import Web

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "serve.md"


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl: apt-get install curl")
def test_the_guides_shell_lines_claim_begin_look_and_make_another_table(tmp_path: Path) -> None:
    first, second = re.findall(r"^```bash\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    house = RealTable(tmp_path / "house")
    try:
        web = Web(house.path, tmp_path / "log")
        try:
            keys = Evening(house, web).keys
            ben = f"""call ben join/claim '{{"key": "{keys[1]}", "name": "Ben"}}'\n"""
            begun = first.replace("call anna table/start", ben + "call anna table/start")
            lines = begun.replace("LAST-PART-OF-A-LINK", keys[0]) + second
            lines = lines.replace("http://127.0.0.1:8080", web.url).replace("12345678", house.pin)
            assert keys[0] in lines and house.pin in lines and web.url in lines
            anna, _, started, view, _, entered, abandoned, made = answers(lines, tmp_path)
        finally:
            web.close()
    finally:
        house.stop()
    assert anna["seat"]["name"] == "Anna" and "error" not in started
    assert view["seats"][0]["name"] == "Anna"
    assert "error" not in entered and "error" not in abandoned
    assert [row["seat"] for row in made["keys"]] == [0]


def answers(lines: str, folder: Path) -> list[dict[str, Any]]:
    """What each call answered, in order."""
    shell = subprocess.run(
        ["bash", "-eu", "-c", lines], cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert shell.returncode == 0, shell.stderr
    found, text, decoder = [], shell.stdout.strip(), json.JSONDecoder()
    while text:
        row, end = decoder.raw_decode(text)
        found.append(row)
        text = text[end:].strip()
    return found
