"""The marshal's PIN: right ones let in, wrong ones slow down their own address, an old one ends."""

import asyncio
import sqlite3
from itertools import count

import pytest
from argon2 import PasswordHasher

from tests.service.quickhouse import closed_house
from vulkar.service import pin as pin_module
from vulkar.service.messages import Client, Request
from vulkar.service.pin import FREE, LONGEST_MS, Backoff, first_pin, new_pin
from vulkar.table.keeper import ThreadKeeper

NUMBERS = count()
HOME, FAR = "192.168.1.7", "203.0.113.9"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """A hash of the same kind that costs less."""
    monkeypatch.setattr(pin_module, "HASHER", PasswordHasher(1, 64, 1))


class Desk:
    """A house and how to ask it."""

    def __init__(self, data, keeper=None):
        self.house = closed_house(data, keeper=keeper)
        self.now_ms = 0
        self.house.now_ms = lambda: self.now_ms

    async def ask(self, op, credential=None, address=HOME, **args):
        client = Client(address, True)
        reply = await self.house.handle(Request(next(NUMBERS), op, credential, client, args))
        return reply.error.code if reply.error else reply.ok

    async def enter(self, pin, address=HOME, credential=None):
        return await self.ask("marshal.enter", credential, address, pin=pin)


def at(tmp_path, main, keeper=None):
    async def run():
        desk = Desk(tmp_path, keeper)
        try:
            return await main(desk)
        finally:
            desk.house.part(pin_module.Pins).close()
            await desk.house.close()

    return asyncio.run(run())


def wrong(pin):
    return f"{(int(pin) + 1) % 10**8:08d}"


def test_a_pin_is_made_once_and_kept_as_a_hash_only(tmp_path):
    async def main(desk):
        made = await first_pin(desk.house.store)
        assert made is not None and len(made) == 8 and made.isdecimal()
        assert await first_pin(desk.house.store) is None
        return made

    made = at(tmp_path, main)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert made.encode() not in kept
    assert b"$argon2id$" in kept


def test_the_right_pin_makes_a_marshal_and_a_wrong_one_does_not(tmp_path):
    async def main(desk):
        made = await new_pin(desk.house.store)
        assert await desk.enter(wrong(made)) == "pin.wrong"
        assert await desk.enter("") == "op.args"
        credential = (await desk.enter(made))["credential"]
        assert desk.house.sessions.find(credential).marshal
        _, watching = await desk.house.sessions.open()
        assert await desk.enter(made, credential=watching) == {"credential": None}
        assert desk.house.sessions.find(watching).marshal

    at(tmp_path, main)


def test_twenty_wrong_pins_slow_their_own_address_only(tmp_path):
    async def main(desk):
        made = await new_pin(desk.house.store)
        told = [await desk.enter(wrong(made), FAR) for _ in range(20)]
        assert told == ["pin.wrong"] * FREE + ["pin.wait"] * (20 - FREE)
        assert await desk.enter(made, FAR) == "pin.wait"
        assert "credential" in await desk.enter(made, HOME)
        desk.now_ms += 1000
        assert "credential" in await desk.enter(made, FAR)

    at(tmp_path, main)


def test_pins_at_the_same_time_from_one_address_count_one_by_one(tmp_path):
    async def main(desk):
        made = await new_pin(desk.house.store)
        told = await asyncio.gather(*(desk.enter(wrong(made), FAR) for _ in range(50)))
        assert told.count("pin.wrong") <= FREE
        assert "credential" in await desk.enter(made, HOME)

    at(tmp_path, main, ThreadKeeper())


def test_pins_from_many_addresses_do_not_pile_up(tmp_path):
    async def main(desk):
        made = await new_pin(desk.house.store)
        far = (desk.enter(wrong(made), f"203.0.113.{n}") for n in range(50))
        told = await asyncio.gather(*far)
        assert told.count("pin.busy") >= 40

    at(tmp_path, main, ThreadKeeper())


def test_the_loop_goes_on_while_a_pin_is_compared(tmp_path, monkeypatch):
    monkeypatch.setattr(pin_module, "HASHER", PasswordHasher(2, 32 * 1024, 1))
    beats = 0

    async def beat():
        nonlocal beats
        while True:
            beats += 1
            await asyncio.sleep(0.001)

    async def main(desk):
        made = await new_pin(desk.house.store)
        beating = asyncio.create_task(beat())
        await asyncio.sleep(0)
        before = beats
        await desk.enter(made)
        beating.cancel()
        assert beats - before > 5

    at(tmp_path, main, ThreadKeeper())


def test_a_marshals_page_opened_before_a_pin_change_is_refused_afterwards(tmp_path):
    async def main(desk):
        old = await new_pin(desk.house.store)
        credential = (await desk.enter(old))["credential"]
        player, seated = await desk.house.sessions.open(kept=True)
        player.seats = {1}
        await desk.enter(old, credential=seated)
        # as the shell does it: by the file, then a word to the table
        other = closed_house(tmp_path)
        new = await new_pin(other.store)
        await other.close()
        assert await desk.ask("pin.changed") == {"ended": 2}
        assert await desk.ask("hello", credential) == "session.unknown"
        assert not desk.house.sessions.find(seated).marshal
        assert player.seats == {1}
        assert await desk.enter(old) == "pin.wrong"
        assert "credential" in await desk.enter(new)

    at(tmp_path, main)


def test_a_pin_changed_while_the_old_one_is_compared_lets_nobody_in(tmp_path, monkeypatch):
    async def main(desk):
        old = await new_pin(desk.house.store)
        compare = pin_module.matches

        def slowly(kept, pin):
            right = compare(kept, pin)
            with sqlite3.connect(tmp_path / "house.sqlite") as shell:
                shell.execute("UPDATE pin SET generation = generation + 1")
                shell.execute("UPDATE session SET marshal = 0")
            return right

        monkeypatch.setattr(pin_module, "matches", slowly)
        assert await desk.enter(old) == "pin.wrong"
        assert not any(session.marshal for session in desk.house.sessions.all())

    at(tmp_path, main)


def test_the_wait_doubles_up_to_its_longest_and_is_forgotten():
    backoff, now_ms, waits = Backoff(), 0, []
    for _ in range(FREE + 12):
        backoff.miss(FAR, now_ms)
        waits.append(backoff.wait_ms(FAR, now_ms))
        now_ms += waits[-1]
        assert backoff.wait_ms(FAR, now_ms) == 0
    assert waits[: FREE + 2] == [0] * (FREE - 1) + [1000, 2000, 4000]
    assert waits[-1] == LONGEST_MS
    backoff.miss(FAR, now_ms + 3_600_001)
    assert backoff.wait_ms(FAR, now_ms + 3_600_001) == 0


def test_addresses_are_remembered_up_to_a_number():
    backoff = Backoff(most=10)
    for n in range(1000):
        backoff.miss(f"203.0.{n % 256}.{n // 256}", n)
    assert len(backoff) == 10


def test_an_address_stands_for_its_household():
    backoff = Backoff()
    for _ in range(FREE):
        backoff.miss("2001:db8::1", 0)
    assert backoff.wait_ms("2001:db8::ffff:1", 0) > 0
    assert backoff.wait_ms("2001:db8:0:1::1", 0) == 0


def test_many_addresses_together_try_few_pins_and_the_house_is_not_kept_waiting(tmp_path):
    async def main(desk):
        made = await new_pin(desk.house.store)

        async def enter(pin, address, local):
            args = {"pin": pin}
            request = Request(next(NUMBERS), "marshal.enter", None, Client(address, local), args)
            reply = await desk.house.handle(request)
            return reply.error.code if reply.error else "in"

        far = [f"203.0.{n // 250}.{n % 250}" for n in range(300)]
        told = [await enter(wrong(made), address, False) for address in far]
        assert (told.count("pin.wrong"), told.count("pin.busy")) == (60, 240)
        assert await enter(made, "198.51.100.7", False) == "pin.busy"
        assert await enter(made, HOME, True) == "in"
        desk.now_ms += 20_000
        assert await enter(made, "198.51.100.7", False) == "in"
        assert await enter(wrong(made), "198.51.100.8", False) == "pin.wrong"
        assert await enter(wrong(made), "198.51.100.9", False) == "pin.busy"

    at(tmp_path, main)
