"""The whole calibration: connect, do what is not done, keep it at every step, finish atomically."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from vulkar.calibrate.gates import RELEASES, time_gate
from vulkar.calibrate.halls import measure
from vulkar.calibrate.person import Person
from vulkar.calibrate.servos import calibrate_servo
from vulkar.calibrate.steps import Step, merged, undone
from vulkar.devices.board_model import Board
from vulkar.devices.calibration import apply
from vulkar.devices.calibration_file import (
    Calibration,
    GateCalibration,
    HallCalibration,
    blank,
    read_calibration,
    write_calibration,
)
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.maps import IslandMap


@dataclass(slots=True)
class Calibrator:
    """Calibrates one board.

    ``connect`` opens the port and returns a controller that is not connected yet. ``board`` is the
    board file's, ``path`` where its calibration lies. ``anew`` begins without the calibration and
    the progress that lie there; else both must be of this very controller.
    """

    connect: Callable[[Board], Controller]
    board: Board
    island: IslandMap
    person: Person
    path: Path
    steps: Sequence[Step]
    anew: bool = False
    told: Callable[[str, int, int], None] = lambda what, done, of: None
    old: Calibration | None = field(default=None, init=False)
    progress: Calibration = field(init=False)
    dead: list[str] = field(default_factory=list, init=False)

    @property
    def progress_path(self) -> Path:
        """Where an interrupted calibration is kept until it is finished."""
        return self.path.with_name(f"{self.path.name}.progress")

    async def run(self) -> Calibration:
        """Does every step that is not done; returns what was written to ``path``.

        Whatever interrupts it, the steps that are done are kept and the board ends disarmed.
        """
        await self._begin()
        todo = undone(self.steps, self.progress)
        if len(todo) < len(self.steps):
            self.person.say(f"Going on: {len(self.steps) - len(todo)} steps are done already.")
        await self._servos([step.name for step in todo if step.kind == "servo"])
        await self._halls([step.name for step in todo if step.kind == "hall"])
        await self._gates([step.name for step in todo if step.kind == "gate"])
        return self.finish()

    def finish(self) -> Calibration:
        """Replaces the calibration by the one before with all that was measured."""
        result = self._so_far()
        apply(self.board, result, self.path)  # never written where it could not be used
        write_calibration(self.path, result)
        self.progress_path.unlink(missing_ok=True)
        return read_calibration(self.path)

    # --- files --------------------------------------------------------------------------------

    async def _begin(self) -> None:
        """Greets the controller and finds what was measured on it before."""
        async with _Linked(self.connect(self.board)) as link:
            assert link.hello is not None
            chip = link.hello.board_id
            self.progress = blank(self.board.id, chip)
            if self.anew:
                self.progress_path.unlink(missing_ok=True)
                return
            self.old = self._of_this(self.path, chip, link.port)
            self.progress = self._of_this(self.progress_path, chip, link.port) or self.progress

    def _of_this(self, path: Path, chip: str, port: str) -> Calibration | None:
        """A file, if it is there and good. Raises ``calibration.other`` for another controller."""
        if not path.is_file():
            return None
        try:
            found = read_calibration(path)
            apply(self.board, found, path)
        except VulkarError as exc:
            self.person.say(f"{exc.what} It is not used.")
            return None
        head = found.calibration
        if head.controller != chip:
            raise VulkarError(
                "calibration.other",
                port=port,
                theirs=chip,
                ours=head.controller,
                board=self.board.path,
            )
        return found

    def _so_far(self) -> Calibration:
        base = self.old or blank(self.board.id, self.progress.calibration.controller)
        return merged(base, self.progress)

    def _keep(self, new: Calibration) -> None:
        self.progress = merged(self.progress, new)
        write_calibration(self.progress_path, self.progress, backup=False)

    # --- steps --------------------------------------------------------------------------------

    async def _servos(self, names: Sequence[str]) -> None:
        if not names:
            return
        old = apply(self.board, self._so_far(), self.path)
        gates = [g.source for g in self.board.gates.values() if g.servo.name in names]
        if gates:
            await self._empty_cradles(gates)
        # Without its gates declared, a gate's servo may be jogged like any other.
        loose = replace(self.board, gates={}, diverters={}, controller_id="")
        async with _Linked(self.connect(loose)) as link:
            for number, name in enumerate(names):
                await link.arm()
                self.told(f"servo {name}", number, len(names))
                self._keep(
                    await calibrate_servo(link, self.board, old, self.island, self.person, name)
                )
                await link.disarm()

    async def _empty_cradles(self, gates: Sequence[str]) -> None:
        async with _Linked(self.connect(self.board)) as link:
            while full := [source for source in gates if (await link.snapshot()).marbles[source]]:
                await self.person.take_marbles(full)
                if not await self.person.confirm("Are they out?"):
                    raise VulkarError("calibration.gate", gate=full[0], reason="its marble is in")

    async def _halls(self, names: Sequence[str]) -> None:
        if not names:
            return
        halls = self.board.halls

        def keep(done: dict[str, HallCalibration], left: int) -> None:
            self._keep(self.progress.model_copy(update={"hall": done}))
            self.told(f"hall {next(iter(done))}", len(names) - left, len(names))

        wanted = [
            halls.address(space, int(slot or 0))
            for space, _, slot in (name.partition(":") for name in names)
        ]
        async with _Linked(self.connect(self.board)) as link:
            dead = await measure(link, halls, self.person, wanted, keep)
        self.dead = [name for name, i in zip(names, wanted, strict=True) if i in dead]

    async def _gates(self, sources: Sequence[str]) -> None:
        if not sources:
            return
        board = apply(self.board, self._so_far(), self.path)
        async with _Linked(self.connect(board)) as link:
            for number, source in enumerate(sources):
                self.told(f"gate {source}", number, len(sources))
                first = 1 + number * RELEASES
                times = await time_gate(link, board, self.island, self.person, source, first)
                gate = GateCalibration(leave_ms=times)
                self._keep(self.progress.model_copy(update={"gate": {source: gate}}))


class _Linked:
    """A connection for one part of the work; it ends disarmed."""

    def __init__(self, link: Controller) -> None:
        self._link = link

    async def __aenter__(self) -> Controller:
        await self._link.connect()
        return self._link

    async def __aexit__(self, *_: object) -> None:
        with suppress(VulkarError):
            await self._link.close()
