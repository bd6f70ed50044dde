"""A board behind a link: the :class:`~vulkar.island.port.Island` that real boards and the
simulator share."""

from __future__ import annotations

from collections.abc import Callable

from vulkar.devices.board import Board
from vulkar.devices.board_model import TURRET
from vulkar.devices.changes import Changes
from vulkar.devices.gate import Gate
from vulkar.devices.halls import HallField
from vulkar.devices.machine import Machined
from vulkar.devices.pointer import Pointer
from vulkar.errors import VulkarError
from vulkar.island.byhand import letting_of
from vulkar.island.detect import DEFAULT, Finding, Thresholds
from vulkar.island.expect import Expecter, Patience
from vulkar.island.lights import RIGHT, WRONG, Lights
from vulkar.island.parts import Parts, Timing
from vulkar.island.port import BY_HAND, Amiss, People, RollOrder, RollReport, Task
from vulkar.island.proof import MARBLES
from vulkar.island.roll import Roll, route_of
from vulkar.island.sensed import check_sources
from vulkar.island.sequence import ROLL
from vulkar.island.went import ReleaseBook
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.maps import IslandMap


class SerialIsland:
    """One board, its controller and its people.

    ``on_state(name, state)`` is called at every step of the island (name ``island``) and its
    devices, for screens. A controller is one connection: after a lost link the island is closed,
    and a new one is made on a new controller, see ``lasting.py``; ``book`` and ``lights`` go from
    one to the next.
    """

    def __init__(
        self,
        controller: Controller,
        island: IslandMap,
        board: Board,
        people: People,
        *,
        timing: Timing | None = None,
        limits: Thresholds = DEFAULT,
        patience: Patience | None = None,
        book: ReleaseBook | None = None,
        on_state: Callable[[str, str], None] | None = None,
    ) -> None:
        check_sources(island, board)
        changes = Changes()
        self.parts = Parts(
            island=island,
            board=board,
            link=controller,
            people=people,
            sequence=Machined(ROLL, on_state),
            changes=changes,
            halls=HallField([space for space, _ in board.halls.sensors], changes, on_state),
            gates={source: Gate(source, changes, on_state) for source in island.sources},
            turret=Pointer(controller, TURRET, on_state) if board.turret else None,
            diverters={
                name: Pointer(controller, plate.servo.name, on_state)
                for name, plate in board.diverters.items()
            },
            timing=timing or Timing(),
            limits=limits,
            book=book if book is not None else ReleaseBook(),
        )
        self.lights = Lights()
        self.findings: tuple[Finding, ...] = ()  # what the sensors alone said of the last roll
        self._expecter = Expecter(island, self.parts, people, patience, self._show_amiss)
        self._believed: dict[str, str] | None = None
        self._unsubscribe: Callable[[], None] | None = None

    @property
    def state(self) -> str:
        """The state of the island's own table, see docs/reference/island.md."""
        return self.parts.sequence.state

    async def open(self) -> None:
        """Connects, configures and seals; then reads every sensor. Raises ``VulkarError``."""
        parts = self.parts
        if self._unsubscribe is None:
            self._unsubscribe = parts.link.subscribe(self._heard)
        await parts.link.connect()
        await parts.link.scan(False)
        await self._refresh()
        if parts.board.lamps is not None:
            self.lights.take(parts.link, parts.halls.spaces)
        self._believed = None
        if self.state == "closed":
            parts.sequence.fire("opened")

    async def roll(self, order: RollOrder) -> RollReport:
        """Aims, releases once, waits for rest, settles; raises if it cannot know."""
        self._ready()
        roll = Roll(self.parts, order)
        report = await roll.run()
        self.findings = roll.findings
        return report

    async def expect(self, tasks: tuple[Task, ...], standing: dict[str, str]) -> None:
        """Asks people for ``tasks``; returns when the board is as ``standing`` says."""
        self._ready()
        sequence = self.parts.sequence
        sequence.demand("expect")
        try:
            sequence.fire("expect")
            if any(task.kind in MARBLES for task in tasks):
                await self.parts.shut_gates()
            await self._expecter.expect(tasks, standing, self._believed)
            sequence.fire("as_believed")
        except BaseException:
            if sequence.state not in ("closed", "ready"):
                sequence.fire("gave_up")
            raise
        self._believed = dict(standing)

    async def observe(self) -> dict[str, bool]:
        """Space id -> whether any of its sensors sees a pawn, debounced."""
        if self.state == "closed":
            raise VulkarError("island.closed")
        await self._refresh()
        return {space: seen > 0 for space, seen in self.parts.halls.occupied.items()}

    async def marble_home(self, source: str) -> bool:
        """Whether a marble lies in the cradle of a source, by its beam."""
        if self.state == "closed":
            raise VulkarError("island.closed")
        await self._refresh()
        return self.parts.marble_home(source)

    async def went(self, order: RollOrder) -> bool:
        """Whether the marble of this order has been let go already."""
        self._ready()
        return await letting_of(self.parts, order, route_of(self.parts, order)).went(given=True)

    @property
    def memory(self) -> int | None:
        """The name of the controller's memory, if it lets any marble go."""
        return self.parts.link.memory if self.parts.board.gates else BY_HAND

    async def close(self) -> None:
        """Disarms, detaches and lets go of the port. Safe to call twice, and after any error."""
        self._forget()
        if self._unsubscribe:
            self._unsubscribe()
            self._unsubscribe = None
        await self.parts.link.close()

    def _ready(self) -> None:
        if self.state == "closed":
            raise VulkarError("island.closed")
        if self.state != "ready":
            raise VulkarError("island.busy", doing=self.state)

    async def _refresh(self) -> None:
        snapshot = await self.parts.link.snapshot()
        self.parts.halls.take(snapshot.halls)
        for source, gate in self.parts.gates.items():
            gate.saw(snapshot.marbles.get(source, False))

    def _heard(self, event: Event) -> None:
        parts = self.parts
        if event.kind is EventKind.HALL:
            parts.halls.saw(event.index, bool(event.value))
        elif event.kind is EventKind.MARBLE:
            if not event.value:
                parts.left_us = event.t_us
            parts.gates[event.name].saw(bool(event.value))
        elif event.kind is EventKind.WATCH:
            parts.watch_us = event.t_us
        elif event.kind is EventKind.DIP:
            parts.changes.note()
        elif event.kind is EventKind.STATE and event.text in ("stopped", "fault"):
            parts.shut = False
            parts.changes.note()
        elif event.kind is EventKind.LOST:
            self._forget()

    def _show_amiss(self, found: tuple[Amiss, ...]) -> None:
        """A lamp where a pawn is astray, and another where it belongs."""
        belongs = {each.space: RIGHT for each in found if each.space}
        stands = {each.seen: WRONG for each in found if each.seen}
        self.lights.want("astray", {**belongs, **stands})

    def _forget(self) -> None:
        """The link is gone: what was known of the board is not known any more."""
        parts = self.parts
        self.lights.lose()
        if self.state != "closed":
            parts.sequence.fire("lost")
        for pointer in (parts.turret, *parts.diverters.values()):
            if pointer is not None:
                pointer.forget()
        for gate in parts.gates.values():
            gate.forget()
        if parts.halls.state != "lost":
            parts.halls.fire("lost")
        self._believed = None
        parts.changes.note()  # whoever waits for the board learns that it is gone
