"""How a device's state machine is declared, run and drawn.

A table is data. ``Machined`` runs it on a ``transitions`` machine: synchronous, queued, one owner,
no automatic transitions. An action that raises (or is cancelled) never leaves the machine stuck:
the state moves on as the table says, then the error comes out of :meth:`Machined.fire`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from transitions import Machine, MachineError

from vulkar.errors import VulkarError

ANY = "*"


@dataclass(frozen=True, slots=True)
class Step:
    """One row: ``event`` leads from any of ``sources`` to ``dest``; then ``action`` is called.

    ``action`` names a method of the device without parameters, or is empty.
    """

    event: str
    sources: tuple[str, ...]
    dest: str
    action: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A whole machine as data. The first state is the initial one."""

    name: str
    states: tuple[str, ...]
    steps: tuple[Step, ...]

    def mermaid(self) -> str:
        """The table as a Mermaid state diagram, one line a step, ending in a newline."""
        lines = ["stateDiagram-v2", f"    [*] --> {self.states[0]}"]
        for step in self.steps:
            sources = self.states if ANY in step.sources else step.sources
            lines += [f"    {source} --> {step.dest}: {step.event}" for source in sources]
        return "\n".join(lines) + "\n"


class Machined:
    """A device (or sequence) that lives on a :class:`Table`.

    ``on_state`` is called as ``on_state(name, state)`` after each step, for screens and tests.
    """

    state: str
    # Set by the machine on its model. Called by name: a method that is named like an event would
    # silently shadow the event.
    trigger: Callable[..., bool]

    def __init__(self, table: Table, on_state: Callable[[str, str], None] | None = None) -> None:
        self.table = table
        self.on_state = on_state
        self._raised: list[BaseException] = []
        self._machine = Machine(
            model=self,
            states=list(table.states),
            transitions=[self._row(step) for step in table.steps],
            initial=table.states[0],
            queued=True,
            auto_transitions=False,
        )

    def fire(self, event: str) -> None:
        """Makes the step ``event``, or raises ``VulkarError("device.order")`` and changes nothing.

        Fired from within an action it is queued and made after the running step. An error of an
        action is raised once every queued step has been made.
        """
        try:
            self.trigger(event)
        except (MachineError, AttributeError) as exc:
            raise VulkarError(
                "device.order", device=self.table.name, event=event, state=self.state
            ) from exc
        if self._raised:
            first = self._raised[0]
            self._raised.clear()
            raise first

    def demand(self, event: str) -> None:
        """Raises ``VulkarError("device.order")`` if the table has no step ``event`` from here.

        For whoever must undo a step whose action raised, and nothing where none was made.
        """
        if event not in self._machine.get_triggers(self.state):
            raise VulkarError("device.order", device=self.table.name, event=event, state=self.state)

    def _row(self, step: Step) -> dict[str, Any]:
        sources = ANY if ANY in step.sources else list(step.sources)
        after = self._guarded(step.action)
        return {"trigger": step.event, "source": sources, "dest": step.dest, "after": after}

    def _guarded(self, action: str) -> Callable[[], None]:
        def after() -> None:
            # Every error is held back until the queue is empty: one that passes through the
            # machine in mid-step (a cancellation above all) would leave its queue blocked.
            try:
                if action:
                    getattr(self, action)()
                if self.on_state:
                    self.on_state(self.table.name, self.state)
            except BaseException as exc:
                self._raised.append(exc)

        return after
