"""Tier 4: a real Pico, with a simulated world around it: ``pytest -m hil --port /dev/ttyACM0``.

GP15 must be wired to ground (the emergency stop of the classic board is a line that opens). The
firmware is installed with its part for the bench; install again without it before play.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tiers.benchseat import run_on_port
from tiers.bodies import each_body
from tiers.seat import Seat
from vulkar.firmware.install import Job, install

pytestmark = pytest.mark.hil


@pytest.fixture(scope="module")
def pico(request: pytest.FixtureRequest) -> str:
    port = request.config.getoption("--port")
    if not port:
        pytest.skip("needs a real Pico: pytest -m hil --port /dev/ttyACM0")
    install(Job(port, "classic", bench=True))
    return str(port)


@each_body
def test_on_a_real_pico(pico: str, body: Callable[[Seat], Awaitable[None]]) -> None:
    run_on_port(pico, body)
