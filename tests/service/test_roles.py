"""Who may ask for what is decided from the credential, before a handler runs."""

import asyncio
from itertools import count

import pytest

from tests.service.quickhouse import house_at
from vulkar.service import house as house_module
from vulkar.service.messages import Client, Request
from vulkar.service.ops import Role

FAR = Client("203.0.113.9", False)
NUMBERS = count()


async def told(call):
    return {"told": True}


async def at_home(call):
    call.must_be_local()
    return {}


async def broken(call):
    raise AssertionError("a bug")


OPS = {
    "t.nobody": (Role.NOBODY, told),
    "t.spectator": (Role.SPECTATOR, told),
    "t.seat": (Role.SEAT, told),
    "t.marshal": (Role.MARSHAL, told),
    "t.home": (Role.NOBODY, at_home),
    "t.broken": (Role.NOBODY, broken),
}


@pytest.fixture
def ask(tmp_path, monkeypatch):
    monkeypatch.setattr(house_module, "OPERATIONS", (*house_module.OPERATIONS, OPS))
    credentials = {"nobody": None, "stranger": "guessed"}

    async def main(op, who, args):
        house = await house_at(tmp_path)
        _, credentials["spectator"] = await house.sessions.open()
        sitting, credentials["seat"] = await house.sessions.open(kept=True)
        sitting.seats = {1}
        _, credentials["marshal"] = await house.sessions.open(marshal=True)
        reply = await house.handle(Request(next(NUMBERS), op, credentials[who], FAR, args))
        await house.close()
        return reply.error.code if reply.error else reply.ok

    return lambda op, who, **args: asyncio.run(main(op, who, args))


OK = {"told": True}


@pytest.mark.parametrize(
    ("op", "who", "result"),
    [
        ("t.nobody", "nobody", OK),
        ("t.nobody", "stranger", "session.unknown"),
        ("t.spectator", "nobody", "session.none"),
        ("t.spectator", "spectator", OK),
        ("t.marshal", "spectator", "session.role"),
        ("t.marshal", "seat", "session.role"),
        ("t.marshal", "marshal", OK),
        ("t.home", "marshal", "session.local"),
        ("t.nothing", "marshal", "op.unknown"),
        ("t.broken", "nobody", "op.failed"),
    ],
)
def test_a_role_is_needed_and_enough(ask, op, who, result):
    assert ask(op, who) == result


@pytest.mark.parametrize(
    ("who", "seat", "result"),
    [
        ("seat", 1, OK),
        ("seat", 0, "seat.other"),
        ("seat", None, "op.args"),
        ("seat", True, "op.args"),
        ("marshal", 1, "seat.other"),
        ("spectator", 1, "seat.other"),
        ("nobody", 1, "session.none"),
    ],
)
def test_a_seat_is_for_the_session_that_holds_it(ask, who, seat, result):
    assert ask("t.seat", who, seat=seat) == result
