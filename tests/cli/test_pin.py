"""``vulkar pin reset`` on a data folder, with and without a table that runs on it."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from pathlib import Path

from tests.cli.run import error_code, vulkar
from tests.service.quickhouse import closed_house
from vulkar import unixsocket
from vulkar.service.messages import decode_request
from vulkar.service.pin import matches


def house_in(folder: Path) -> None:
    async def main() -> None:
        await closed_house(folder).close()

    asyncio.run(main())


def kept_in(folder: Path) -> str:
    async def main() -> str:
        house = closed_house(folder)
        rows = house.store.read("SELECT hash FROM pin")
        await house.close()
        return str(rows[0][0])

    return asyncio.run(main())


def test_a_new_pin_is_shown_and_its_hash_kept(tmp_path: Path) -> None:
    house_in(tmp_path)
    done = vulkar("pin", "reset", "--data", tmp_path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = re.fullmatch(r"Marshal's PIN: (\d{8})\n", done.stdout)
    assert shown is not None
    assert matches(kept_in(tmp_path), shown[1])


def test_a_folder_without_a_house_is_left_alone(tmp_path: Path) -> None:
    done = vulkar("pin", "reset", "--data", tmp_path / "none", cwd=tmp_path)
    assert error_code(done) == "house.missing"
    assert not (tmp_path / "none").exists()


def test_a_running_table_is_told_and_one_that_does_not_answer_is_an_error(tmp_path: Path) -> None:
    house_in(tmp_path)
    heard: list[str] = []
    with socket.socket(socket.AF_UNIX) as table:
        unixsocket.bind(table, tmp_path / "table.sock")
        table.listen()

        def serve(answer: bytes) -> None:
            there, _ = table.accept()
            with there:
                heard.append(decode_request(there.recv(4096)).op)
                there.sendall(answer)

        for answer in (b'{"id":1,"ok":{"ended":0}}\n', b""):
            serving = threading.Thread(target=serve, args=(answer,))
            serving.start()
            done = vulkar("pin", "reset", "--data", tmp_path, cwd=tmp_path)
            serving.join()
            if answer:
                assert done.returncode == 0, done.stderr
            else:
                assert error_code(done) == "pin.untold"
    assert heard == ["pin.changed"] * 2
    # a socket that a killed table left behind answers nobody
    assert vulkar("pin", "reset", "--data", tmp_path, cwd=tmp_path).returncode == 0
