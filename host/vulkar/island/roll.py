"""One roll, from the self-check to the settled report. Walks ``sequence.ROLL``."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Mapping

from vulkar.errors import VulkarError
from vulkar.facts import Fact, Hit, NeverLeft
from vulkar.island.account import bring_task, touched_by_word
from vulkar.island.byhand import aim, aimed_by_word, hand_tasks, letting_of
from vulkar.island.check import Kind, Wrong, check_belief, wrong_said
from vulkar.island.detect import Finding, Reading, Reason, Verdict, changed, detect, late
from vulkar.island.hold import Sight, held
from vulkar.island.parts import Parts
from vulkar.island.people_text import speak
from vulkar.island.port import (
    Certainty,
    Marble,
    Question,
    RollOrder,
    RollReport,
    Task,
    TaskKind,
    Touch,
    tick,
)
from vulkar.island.selfcheck import Checked, self_check
from vulkar.island.watch import read_watch
from vulkar.maps import Route


class Roll:
    """Carries out one :class:`RollOrder` on an opened board."""

    def __init__(self, parts: Parts, order: RollOrder) -> None:
        self.parts = parts
        self.order = order
        self.route = route_of(parts, order)
        self.gate = parts.gates[self.route.source]
        self.letting = letting_of(parts, order, self.route)
        self.findings: tuple[Finding, ...] = ()
        self._rest_us = -1
        check_belief(parts.island, order.standing)

    async def run(self) -> RollReport:
        """Rolls and settles. Whatever goes wrong, the board ends disarmed if the link lives."""
        await self.parts.check_link()
        self.parts.sequence.demand("roll")
        try:
            self.parts.sequence.fire("roll")
            if await self.letting.went():
                await self._step("released_before")
                report = await self._settle(True, Checked(dict(self.order.standing), ()), None)
            else:
                checked = await self._ready()
                left = await self._release()
                await self._step("left" if left else "jammed")
                if left:
                    await self._rest()
                    await self._step("rested")
                self._rest_us = self._since_us()
                readings = await read_watch(self.parts, checked.where, self.letting.released)
                await self._calm()
                report = await self._settle(left, checked, readings)
            await self._step("told")
        except BaseException:
            tick(self.parts.people, *hand_tasks(self.parts, self.order, self.route))
            try:
                if self.parts.sequence.state not in ("closed", "ready"):
                    self.parts.sequence.fire("gave_up")
            finally:
                with contextlib.suppress(VulkarError):
                    await self._calm()
            raise
        return report

    async def _step(self, event: str) -> None:
        await self.parts.check_link()
        self.parts.sequence.fire(event)

    # --- before -------------------------------------------------------------------------------

    async def _ready(self) -> Checked:
        """Checks, aims and waits for the go-ahead, until that is good for the board as it is."""
        while True:
            checked = await self._check()
            sight = Sight(self.parts, self.route.source, checked.where)
            await self._step("checked")
            await self._aim()
            await aimed_by_word(self.parts, self.order, self.route)
            await self._step("aimed")
            if await held(self.parts, self.order, sight, self._aim):
                await self._step("go")
                return checked
            await self._calm()  # people may have to reach for the board
            await self._step("again")

    async def _check(self) -> Checked:
        parts = self.parts
        source = self.route.source
        told = 0
        bring = Task(TaskKind.MARBLE_HOME, source=source)
        while not parts.marble_home(source):
            await parts.shut_gates()
            if told:
                parts.people.say(wrong_said(parts.island, Wrong(Kind.MARBLE, source=source)))
            if told > 1 and await parts.people.ask(Question("marble_home", source=source)):
                parts.trust_people_marble(source)
                break
            parts.people.tell(bring)
            told += 1
            await self._until_home(source, 10.0)
        tick(parts.people, bring)
        return await self_check(parts.island, parts, parts.people, self.order.standing)

    async def _aim(self) -> None:
        await self.parts.arm()
        self.parts.shut = True
        await aim(self.parts, self.order, self.route)

    # --- the marble ---------------------------------------------------------------------------

    async def _release(self) -> bool:
        """Whether the beam saw the marble leave, at the first try or at the second."""
        parts = self.parts
        await parts.link.scan(True)
        parts.halls.fire("speed_up")
        await parts.link.watch_start()
        parts.halls.fire("watch")
        parts.left_us = -1
        return await self.letting.release()

    async def _rest(self) -> None:
        """Until no sensor has moved for a while and the marble cannot be on its way any more.

        Without sensors people see it.
        """
        rest = Question("rest", source=self.route.source, number=self.order.release_id)
        while not self.parts.board.halls.sensors:
            if await self.parts.people.ask(rest):
                return
        parts, timing = self.parts, self.parts.timing
        loop = asyncio.get_running_loop()
        least_s = self.letting.released_s + timing.route_s(self.route)
        most_s = self.letting.released_s + timing.most_s
        quiet_s = 0.0
        while (now_s := loop.time()) < most_s:
            quiet_s = min(parts.link.stats.quiet_ms / 1000, now_s - parts.changes.last_s)
            if now_s >= least_s and quiet_s >= timing.quiet_s:
                return
            await asyncio.sleep(timing.beat_s)
            await parts.check_link()

    # --- settling -----------------------------------------------------------------------------

    async def _settle(
        self, left: bool, checked: Checked, readings: Mapping[str, tuple[Reading, ...]] | None
    ) -> RollReport:
        parts = self.parts
        self.findings = detect(parts.island, self.route.id, checked.where, readings, parts.limits)
        left = left or await self._left_unseen()
        touches = await self._touches(checked) if left else ()
        await self._step("settled")
        marble = Marble.JAMMED
        if left:
            marble = await self._home()
            if readings is not None:
                touches = await self._second_look(touches, checked)
        facts: tuple[Fact, ...] = tuple(Hit(touch.pawn) for touch in touches if touch.touched)
        return RollReport(
            release_id=self.order.release_id,
            facts=facts if left else (NeverLeft(),),
            touches=touches,
            marble=marble,
            retried=self.letting.retried,
            left_us=self._left_us() if left else -1,
            rest_us=self._rest_us,
        )

    async def _left_unseen(self) -> bool:
        """The beam saw nothing leave; where a pawn moved all the same, or it was doubted, ask."""
        moved = any(finding.verdict is Verdict.TOUCHED for finding in self.findings)
        if not moved and not self.gate.beam_doubted and self.gate.home:
            return False
        left = Question("marble_left", source=self.route.source, number=self.order.release_id)
        return await self.parts.people.ask(left)

    async def _touches(self, checked: Checked) -> tuple[Touch, ...]:
        if not self.parts.board.halls.sensors:
            return await self._touches_seen()
        touches = [await self._touch(finding) for finding in self.findings]
        for pawn in checked.away:
            space = self.order.standing[pawn]
            touches.append(Touch(pawn, space, False, Certainty.ASKED, -1, math.nan, math.nan))
        return tuple(touches)

    async def _touches_seen(self) -> tuple[Touch, ...]:
        """Without sensors: as people saw it, asked along the route."""
        parts, nan = self.parts, math.nan
        touched, asked = await touched_by_word(parts.people, parts.island, self.order)
        sure = dict.fromkeys(asked, Certainty.SEEN)
        return tuple(
            Touch(pawn, space, pawn in touched, sure.get(pawn, Certainty.SURE), -1, nan, nan)
            for pawn, space in self.order.standing.items()
        )

    async def _touch(self, finding: Finding) -> Touch:
        """What a finding comes to, with people's word where sensors are unsure."""
        touched, certainty = finding.verdict is Verdict.TOUCHED, Certainty.SURE
        if finding.verdict is Verdict.UNSURE:
            question = Question("touched", finding.pawn, finding.space)
            unsensed = finding.reason is Reason.NO_SENSOR
            touched = await self.parts.people.ask(question)
            certainty = Certainty.SEEN if unsensed else Certainty.ASKED
        return Touch(
            finding.pawn,
            finding.space,
            touched,
            certainty,
            finding.t_us,
            finding.low_mt,
            finding.rest_mt,
        )

    async def _second_look(self, touches: tuple[Touch, ...], checked: Checked) -> tuple[Touch, ...]:
        """A pawn that lay still may have fallen or rolled on after the board was judged to rest.

        The watch has gone on while the marble was carried home. A hand may have bumped the pawn as
        well, so a change is a question.
        """
        readings = await read_watch(self.parts, checked.where, self.letting.released)
        again = []
        for touch in touches:
            reading = changed(readings.get(touch.space, ()), self.parts.limits)
            sure = touch.certainty is Certainty.SURE and not touch.touched
            if sure and reading:
                touch = await self._touch(late(touch.pawn, touch.space, reading))
            again.append(touch)
        return tuple(again)

    async def _home(self) -> Marble:
        """Has the marble brought to where the order wants it; no beam shows one beside a cradle."""
        parts, order = self.parts, self.order
        source = self.route.source
        await parts.shut_gates()
        home = order.home or source
        bring = bring_task(order, self.route)
        parts.people.tell(bring)
        if order.beside:
            found = await parts.people.ask(Question("marble_beside", source=home))
        else:
            found = await self._until_home(home, parts.timing.home_s)
        tick(parts.people, bring)
        if found:
            return Marble.RETURNED
        parts.people.say(speak("marble.missing", source=source))
        return Marble.MISSING

    async def _until_home(self, source: str, most_s: float) -> bool:
        loop = asyncio.get_running_loop()
        until_s = loop.time() + most_s
        while not self.parts.marble_home(source):
            rest_s = until_s - loop.time()
            if rest_s <= 0:
                return False
            await self.parts.changed(rest_s)
        return True

    async def _calm(self) -> None:
        """Servos rest, the field is scanned slowly; the watch goes on until the next one."""
        await self.parts.link.disarm()
        await self.parts.link.scan(False)
        if self.parts.halls.state in ("fast", "watching"):
            self.parts.halls.fire("rest")

    def _since_us(self) -> int:
        return round((asyncio.get_running_loop().time() - self.letting.released_s) * 1e6)

    def _left_us(self) -> int:
        if self.parts.left_us < 0 or self.letting.released is None:
            return -1
        return max(0, self.parts.left_us - self.letting.released.t_us)


def route_of(parts: Parts, order: RollOrder) -> Route:
    """The route of an order. Raises ``VulkarError("island.route")``."""
    routes = parts.island.routes
    if order.route not in routes:
        raise VulkarError("island.route", route=order.route, known=", ".join(routes))
    return routes[order.route]
