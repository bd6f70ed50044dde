"""``vulkar serve`` with small real processes: started in order, started again, none left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.small_parts import SCRIPT

ROOT = Path(__file__).resolve().parents[2]
WAIT_S = 30.0


class Served:
    """The process that supervises, and the three below it."""

    def __init__(self, data: Path, *other: str) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.small_parts", str(data), *other],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def pids(self, name: str) -> list[int]:
        path = self.data / f"{name}.pids"
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def until(self, there: Callable[[], bool]) -> None:
        end_s = time.monotonic() + WAIT_S
        while not there():
            assert time.monotonic() < end_s, self.data
            time.sleep(0.02)

    def rest(self) -> list[str]:
        """Every line that it printed, once it has ended."""
        text, _ = self.process.communicate(timeout=WAIT_S)
        return text.splitlines()

    def alive(self) -> list[str]:
        return [n for n in ("board", "table", "web") if any(map(lives, self.pids(n)))]


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    made: list[Served] = []

    def make(*other: str) -> Served:
        made.append(Served(tmp_path, *other))
        return made[-1]

    yield make
    for each in made:
        each.process.kill()
        each.process.wait()
        assert each.process.stdout is not None
        each.process.stdout.close()


def test_a_killed_table_is_started_again_while_board_and_web_live_on(
    served: Callable[..., Served],
) -> None:
    house = served()
    house.until(lambda: len(house.pids("web")) == 1)
    os.kill(house.pids("table")[0], signal.SIGKILL)
    house.until(lambda: len(house.pids("table")) == 2)
    time.sleep(0.2)
    house.process.send_signal(signal.SIGTERM)
    lines = house.rest()
    assert "Address: http://here:80" in lines
    assert "table: ended (killed by SIGKILL); it is started again in 0.5 s." in lines
    assert "table: is back." in lines
    assert lines[-1] == "failed None"
    assert len(house.pids("board")) == len(house.pids("web")) == 1
    assert (house.data / "ended").read_text().split() == ["table", "web", "board"]
    assert house.alive() == []


def test_a_part_whose_words_make_no_sense_is_watched_like_any_other(
    served: Callable[..., Served],
) -> None:
    house = served(f"web=import sys; sys.argv[2] = 'listening nowhere'\n{SCRIPT}")
    house.until(lambda: len(house.pids("web")) == 1)
    os.kill(house.pids("web")[0], signal.SIGKILL)
    house.until(lambda: len(house.pids("web")) == 2)
    house.process.send_signal(signal.SIGTERM)
    lines = house.rest()
    assert "web: a line of it cannot be read" in "\n".join(lines)
    assert "web: ended (killed by SIGKILL); it is started again in 0.5 s." in lines
    assert lines[-1] == "failed None"
    assert house.alive() == []


def test_processes_are_watched_although_nobody_reads_what_is_said(
    served: Callable[..., Served],
) -> None:
    house = served()
    house.until(lambda: len(house.pids("web")) == 1)
    assert house.process.stdout is not None
    house.process.stdout.close()
    os.kill(house.pids("table")[0], signal.SIGKILL)
    house.until(lambda: len(house.pids("table")) == 2)
    house.process.send_signal(signal.SIGTERM)
    house.process.wait(WAIT_S)
    assert (house.data / "ended").read_text().split() == ["table", "web", "board"]


def test_whatever_kills_the_supervisor_leaves_no_process(served: Callable[..., Served]) -> None:
    house = served()
    house.until(lambda: len(house.pids("web")) == 1)
    house.process.kill()
    house.until(lambda: house.alive() == [])


def test_a_part_that_cannot_start_ends_all_with_its_own_words(
    served: Callable[..., Served],
) -> None:
    bad = "import sys; print('error: the port is busy', file=sys.stderr); sys.exit(1)"
    house = served(f"web={bad}")
    lines = house.rest()
    assert "web: cannot be started: the port is busy." in lines
    assert lines[-1] == "failed web"
    assert (house.data / "ended").read_text().split() == ["table", "board"]
    assert "the port is busy" in (house.data / "log" / "web.log").read_text()


def test_one_folder_is_served_once(served: Callable[..., Served], tmp_path: Path) -> None:
    house = served()
    house.until(lambda: len(house.pids("board")) == 1)
    second = Served(tmp_path)
    assert f"in use by process {house.process.pid}" in "\n".join(second.rest())
    assert len(house.pids("board")) == 1


def test_what_does_not_end_is_killed(served: Callable[..., Served]) -> None:
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); print('ready', flush=True)\n"
    house = served(f"table={deaf}time.sleep(99)")
    house.until(lambda: len(house.pids("web")) == 1)
    house.process.send_signal(signal.SIGINT)
    house.process.send_signal(signal.SIGTERM)  # somebody is impatient: all are killed
    lines = house.rest()
    assert lines[-1] == "failed None"
    assert house.alive() == []
