"""One roll, from the self-check to the settled report. Walks ``sequence.ROLL``."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Mapping

from vulkar.errors import VulkarError
from vulkar.facts import Fact, Hit, NeverLeft
from vulkar.island.check import Kind, Wrong, check_belief, wrong_line
from vulkar.island.detect import Finding, Reading, Verdict, detect
from vulkar.island.parts import Parts
from vulkar.island.people_text import source_name
from vulkar.island.port import (
    Certainty,
    Marble,
    Question,
    RollOrder,
    RollReport,
    Task,
    TaskKind,
    Touch,
)
from vulkar.island.selfcheck import Checked, self_check
from vulkar.link.events import Release, Watch
from vulkar.maps import Route


class Roll:
    """Carries out one :class:`RollOrder` on an opened board."""

    def __init__(self, parts: Parts, order: RollOrder) -> None:
        self.parts = parts
        self.order = order
        self.route = self._route()
        self.gate = parts.gates[self.route.source]
        self.retried = False
        self.released: Release | None = None
        self.findings: tuple[Finding, ...] = ()
        self._released_s = 0.0
        check_belief(parts.island, order.standing)

    async def run(self) -> RollReport:
        """Rolls and settles. Whatever goes wrong, the board ends disarmed if the link lives."""
        parts = self.parts
        parts.sequence.fire("roll")
        try:
            checked = await self._check()
            parts.sequence.fire("checked")
            await self._aim()
            parts.sequence.fire("aimed")
            left = await self._release()
            if left:
                parts.sequence.fire("left")
                await self._rest()
                parts.sequence.fire("rested")
            else:
                parts.sequence.fire("jammed")
            rest_us = self._since_us()
            readings = await self._watch(checked.where)
            await parts.link.scan(False)
            parts.halls.fire("rest")
            await parts.link.disarm()
            self.findings = findings = detect(parts.island, self.route.id, checked.where, readings, parts.limits)
            left = left or await self._left_unseen(findings)
            touches = await self._settle(findings, checked) if left else ()
            parts.sequence.fire("settled")
            marble = await self._home() if left else Marble.JAMMED
            parts.sequence.fire("told")
        except BaseException:
            if parts.sequence.state != "closed":
                parts.sequence.fire("gave_up")
            await self._stand_down()
            raise
        facts: tuple[Fact, ...] = tuple(Hit(touch.pawn) for touch in touches if touch.touched)
        return RollReport(
            release_id=self.order.release_id,
            facts=facts if left else (NeverLeft(),),
            touches=touches,
            marble=marble,
            retried=self.retried,
            left_us=self._left_us() if left else -1,
            rest_us=rest_us,
        )

    # --- before -------------------------------------------------------------------------------

    def _route(self) -> Route:
        routes = self.parts.island.routes
        if self.order.route not in routes:
            raise VulkarError("island.route", route=self.order.route, known=", ".join(routes))
        return routes[self.order.route]

    async def _check(self) -> Checked:
        parts = self.parts
        source = self.route.source
        told = 0
        while not parts.marble_home(source):
            if told:
                parts.people.say(wrong_line(parts.island, Wrong(Kind.MARBLE, source=source)))
            if told > 1 and await parts.people.ask(Question("marble_home", source=source)):
                parts.trust_people_marble(source)
                break
            parts.people.tell(Task(TaskKind.MARBLE_HOME, source=source))
            told += 1
            await self._until_home(10.0)
        return await self_check(parts.island, parts, parts.people, self.order.standing)

    async def _aim(self) -> None:
        parts = self.parts
        await parts.link.arm()
        for diverter, way in self.route.diverters.items():
            await parts.diverters[diverter].move(parts.board.diverters[diverter].ways[way])
        if self.route.facing is not None:
            facing = parts.island.idol.facings[self.route.facing]
            await parts.turret.move(parts.board.turret.to_us(facing.compass_deg))

    # --- the marble ---------------------------------------------------------------------------

    async def _release(self) -> bool:
        """Whether the beam saw the marble leave, at the first try or at the second."""
        parts = self.parts
        await parts.link.scan(True)
        parts.halls.fire("speed_up")
        await parts.link.watch_start()
        parts.halls.fire("watch")
        parts.left_us = -1
        if await self.gate.let_go(lambda: self._open(0), parts.timing.leave_s):
            return True
        self.retried = True
        return await self.gate.let_go(lambda: self._open(1), parts.timing.leave_s)

    async def _open(self, attempt: int) -> None:
        self._released_s = asyncio.get_running_loop().time()
        self.released = await self.parts.link.release(
            self.route.source, self.route.push or "out", self.order.release_id, attempt
        )

    async def _rest(self) -> None:
        """Until no sensor has moved for a while and the marble cannot be on its way any more."""
        parts, timing = self.parts, self.parts.timing
        loop = asyncio.get_running_loop()
        least_s = self._released_s + timing.route_s(self.route)
        most_s = self._released_s + timing.most_s
        quiet_s = 0.0
        while (now_s := loop.time()) < most_s:
            quiet_s = min(parts.link.stats.quiet_ms / 1000, now_s - parts.changes.last_s)
            if now_s >= least_s and quiet_s >= timing.quiet_s:
                return
            await asyncio.sleep(timing.beat_s)

    async def _watch(self, where: Mapping[str, str]) -> dict[str, Reading]:
        """Space id -> what its sensor saw, for the spaces where somebody stood."""
        halls = self.parts.halls
        spaces = [space for space in where.values() if space in halls.sensors]
        sensors = sorted({sensor for space in spaces for sensor in halls.sensors[space]})
        seen = await self.parts.link.watch_report(sensors)
        return {
            space: min(
                (self._reading(seen[sensor]) for sensor in halls.sensors[space]),
                key=lambda reading: -reading.baseline_mt,
            )
            for space in spaces
        }

    def _reading(self, watch: Watch) -> Reading:
        halls = self.parts.board.halls
        # A magnet glued in upside down is as good as the other way round.
        pole = 1.0 if watch.baseline >= halls.zero_counts else -1.0
        first_us = -1
        if watch.first_ms >= 0 and self.released:
            began_us = self.parts.watch_us
            first_us = max(0, began_us + watch.first_ms * 1000 - self.released.t_us)
        low, high = sorted((pole * halls.mt(watch.low), pole * halls.mt(watch.high)))
        baseline, last = pole * halls.mt(watch.baseline), pole * halls.mt(watch.last)
        return Reading(baseline, low, high, last, first_us, watch.flat)

    # --- settling -----------------------------------------------------------------------------

    async def _left_unseen(self, findings: tuple[Finding, ...]) -> bool:
        """The beam saw nothing leave; where a pawn moved all the same, or it was doubted, ask."""
        moved = any(finding.verdict is Verdict.TOUCHED for finding in findings)
        if not moved and not self.gate.beam_doubted and self.gate.home:
            return False
        return await self.parts.people.ask(Question("marble_left", source=self.route.source))

    async def _settle(self, findings: tuple[Finding, ...], checked: Checked) -> tuple[Touch, ...]:
        touches = []
        for finding in findings:
            touched, certainty = finding.verdict is Verdict.TOUCHED, Certainty.SURE
            if finding.verdict is Verdict.UNSURE:
                question = Question("touched", finding.pawn, finding.space)
                touched, certainty = await self.parts.people.ask(question), Certainty.ASKED
            touches.append(
                Touch(
                    finding.pawn,
                    finding.space,
                    touched,
                    certainty,
                    finding.t_us,
                    finding.low_mt,
                    finding.rest_mt,
                )
            )
        for pawn in checked.away:
            space = self.order.standing[pawn]
            touches.append(Touch(pawn, space, False, Certainty.ASKED, -1, math.nan, math.nan))
        return tuple(touches)

    async def _home(self) -> Marble:
        parts = self.parts
        source = self.route.source
        parts.people.tell(Task(TaskKind.MARBLE_HOME, source=source))
        if await self._until_home(parts.timing.home_s):
            return Marble.RETURNED
        parts.people.say(f"The marble of {source_name(source)} is missing.")
        return Marble.MISSING

    async def _until_home(self, most_s: float) -> bool:
        loop = asyncio.get_running_loop()
        until_s = loop.time() + most_s
        while not self.parts.marble_home(self.route.source):
            rest_s = until_s - loop.time()
            if rest_s <= 0:
                return False
            await self.parts.changed(rest_s)
        return True

    async def _stand_down(self) -> None:
        """After any error: slow scan and disarm, as far as the link still carries."""
        with contextlib.suppress(VulkarError):
            await self.parts.link.disarm()
            await self.parts.link.scan(False)
        if self.parts.halls.state in ("fast", "watching"):
            self.parts.halls.fire("rest")

    def _since_us(self) -> int:
        return round((asyncio.get_running_loop().time() - self._released_s) * 1e6)

    def _left_us(self) -> int:
        if self.parts.left_us < 0 or self.released is None:
            return -1
        return max(0, self.parts.left_us - self.released.t_us)
