"""An island around another: what it does not do itself, the inner one does."""

from __future__ import annotations

from vulkar.island.port import Island, RollOrder, RollReport, Task


class AroundIsland:
    """Passes everything on; a subclass says what is different."""

    def __init__(self, inner: Island) -> None:
        self._inner = inner

    async def open(self) -> None:
        await self._inner.open()

    async def roll(self, order: RollOrder) -> RollReport:
        return await self._inner.roll(order)

    async def expect(self, tasks: tuple[Task, ...], standing: dict[str, str]) -> None:
        await self._inner.expect(tasks, standing)

    async def observe(self) -> dict[str, bool]:
        return await self._inner.observe()

    async def marble_home(self, source: str) -> bool:
        return await self._inner.marble_home(source)

    async def went(self, order: RollOrder) -> bool:
        return await self._inner.went(order)

    @property
    def memory(self) -> int | None:
        return self._inner.memory

    async def close(self) -> None:
        await self._inner.close()
