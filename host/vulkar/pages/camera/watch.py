"""One reader of the camera for all who look on; it rests while nobody does."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Final

from vulkar.errors import VulkarError
from vulkar.pages.camera.file import Camera
from vulkar.pages.camera.upstream import Picture, pictures

REST_S: Final = 3.0  # after something went wrong
LINGER_S: Final = 5.0  # after the last one has gone


class Watch:
    """Whoever looks on enters :meth:`looking`, and asks :meth:`next` over and over."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._now: Picture | VulkarError | None = None
        self._n = 0
        self._more = asyncio.Condition()
        self._looking = 0
        self._task: asyncio.Task[None] | None = None

    def enter(self) -> None:
        """One more looks on."""
        self._looking += 1
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._read())

    def leave(self) -> None:
        """One less."""
        self._looking -= 1

    async def next(self, n: int) -> tuple[int, Picture | VulkarError]:
        """What is there since number ``n``, and its number; the newest only."""
        async with self._more:
            await self._more.wait_for(lambda: self._n > n)
            assert self._now is not None
            return self._n, self._now

    async def close(self) -> None:
        """Lets go of the camera. Safe to call twice."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        last_s = loop.time()
        while self._looking or loop.time() - last_s < LINGER_S:
            try:
                found = pictures(self._camera)
                async with aclosing(found):
                    async for picture in found:
                        await self._set(picture)
                        if self._looking:
                            last_s = loop.time()
                        elif loop.time() - last_s > LINGER_S:
                            break  # to the loop's own question: somebody may have come
            except VulkarError as error:
                await self._set(error)
                await asyncio.sleep(REST_S)

    async def _set(self, now: Picture | VulkarError) -> None:
        async with self._more:
            self._n += 1
            self._now = now
            self._more.notify_all()
