"""An evening at the real processes: nothing that leaves them for somebody who looks on, for a log
or for a report holds a key, a credential, a PIN, a hash, the seed, or a card that was not shown.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

from tests.remote.evening import Evening
from tests.remote.realtable import RealTable
from tests.remote.web import Web
from vulkar.client import TableClient, TableError
from vulkar.remote.routes import ROUTES
from vulkar.table.journal import Journal

TURNS = 2
CARD = re.compile(r'"card"\s*:\s*"')  # players here show none


async def plays(phone: TableClient, seat: int) -> None:
    """Rolls, fires and goes on, and shows no card."""
    while True:
        seen = await phone.view(seat)
        question, trigger = seen.question, seen.trigger
        if trigger is not None and trigger.question and trigger.nonce:
            with suppress(TableError):  # it grew old meanwhile
                await phone.fire(seat, trigger.question, trigger.nonce)
        if question is not None:
            values = [choice.value for choice in question.choices]
            plain = [value for value in values if value[0] not in ("play", "use", "token")]
            value = (plain or values)[-1]
            try:
                await phone.answer(seat, question.question, value)
            except TableError as error:
                assert error.code in ("seat.question", "table.state"), error
        await asyncio.sleep(0.05)


def journals(data: Path) -> list[Path]:
    return sorted((data / "games").glob("*.journal"))


def secrets_of(data: Path) -> set[str]:
    """Everything in the data folder that only one may know, in each way to write it."""
    found: set[str] = set()
    with sqlite3.connect(data / "house.sqlite") as db:
        found |= {sha for (sha,) in db.execute("SELECT sha FROM session")}
        found |= {sha for (sha,) in db.execute("SELECT key_sha FROM seat") if sha}
        found |= {kept for (kept,) in db.execute("SELECT hash FROM pin")}
    for path in journals(data):
        journal = Journal.read(path)
        found |= {str(journal.setup.seed), f"{journal.setup.seed:x}", journal.sha256()}
        journal.close()
    return found


def everything(web: Web, credential: str) -> list[str]:
    """What a spectator gets for every route, with nothing and with something to go by."""
    some = {"as": "public", "seat": 0, "question": "1", "window": "1", "id": "a", "value": 1}
    some |= {"nonce": "n", "roll": 1, "number": 1, "key": "k", "stream": None, "known": True}
    asking, found = {"authorization": f"Bearer {credential}", "origin": ""}, []
    for route in ROUTES:
        names = {field.alias or name for name, field in route.args.model_fields.items()}
        args = {name: value for name, value in some.items() if name in names and value is not None}
        for sent in ({}, args):
            if route.method == "GET":
                answer = web.ask("GET", f"{route.path}?{urlencode(sent)}", **asking)
            else:
                answer = web.ask("POST", route.path, sent, **asking)
            found.append(answer[2].decode())
    return found


def test_nothing_that_leaves_the_processes_holds_a_secret(tmp_path: Path) -> None:
    house = RealTable(tmp_path / "house")
    web = Web(house.path, tmp_path / "web.log", "--rate-factor", "100", "--access-log")
    said: list[str] = []
    credentials: list[str] = []
    try:
        evening = Evening(house, web)

        async def act(marshal: TableClient, one: TableClient, two: TableClient) -> None:
            await marshal.do("table.start")
            async with TableClient(web.url) as looking:
                await looking.watch()
                credentials.extend(str(c.credential) for c in (marshal, one, two, looking))
                people = [asyncio.create_task(plays(p, n)) for n, p in enumerate((one, two))]
                async with asyncio.timeout(40):
                    while ((await looking.state()).table.turn or 0) <= TURNS:  # type: ignore[union-attr]
                        await asyncio.sleep(0.1)
                for person in people:
                    person.cancel()
                await asyncio.gather(*people, return_exceptions=True)
                said.append((await marshal.get("audit")).model_dump_json())
            said.extend(everything(web, credentials[-1]))

        evening.act(act, 2)
        done = subprocess.run(
            [sys.executable, "-c", "from vulkar.cli import main; main()", "report",
             "--out", str(tmp_path / "r.zip"), "--journal", str(journals(house.data)[-1])],
            capture_output=True, text=True, cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    finally:
        web.close()
        house.stop()
    with zipfile.ZipFile(tmp_path / "r.zip") as report:
        said += [report.read(name).decode() for name in report.namelist()]
    said += [web.log(), (house.data / "table.log").read_text("utf-8")]
    known = secrets_of(house.data) | {house.pin, *evening.keys.values(), *credentials}
    assert len(known) > 12 and len(said) > 70
    told = "\n".join(said)
    assert '"kind":"turn"' in told and "/api/audit 403" in told  # it is what was said
    assert not [secret for secret in known if secret in told]
    assert not CARD.search(told)
    open_ = [path for path in house.data.rglob("*") if path.stat().st_mode & 0o077]
    assert {path.name for path in open_} <= {"table.log"}  # this test's own
