"""``/api/events``: one WebSocket, on which a program or a page hears any of its audiences.

It sends ``{"subscribe": {"as": "public" or a seat, "since": N, "stream": "..."}}`` and
``{"unsubscribe": "public" or a seat}``. It hears objects with ``as`` and one of: ``subscribed``
(the stream and the number of its last event), ``event``, ``away`` (the table is gone for now; the
subscription goes on by itself) and ``error``, after which the socket is closed with 1008. After a
broken connection the last number heard goes into ``since``, with its stream. An event of kind
``reset`` says that some may be missing, and of which stream the next ones are: look at the view.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from fastapi import WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from vulkar.client import asks
from vulkar.errors import VulkarError
from vulkar.remote.asking import caller_of, client_of, link_of
from vulkar.remote.refusal import Refusal, Refused, body_of
from vulkar.remote.tablelink import Audience

MOST_AUDIENCES: Final = 5  # the public and four seats
CLOSE_REFUSED: Final = 1008
CLOSE_SLOW: Final = 1013
SENT_WITHIN_S: Final = 5.0


class Says(asks.Ask):
    """What may be sent on the socket: one of the two."""

    subscribe: asks.Since | None = None
    unsubscribe: str | int | None = None


class Listener:
    """One socket and what it follows."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._follows: dict[str | int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Until the far end goes, or is refused."""
        await self._socket.accept()
        try:
            while True:
                await self._hear(await self._socket.receive_text())
        except (Refused, VulkarError) as error:
            await self._refuse(error)
        except (WebSocketDisconnect, KeyError):  # KeyError: a binary frame
            pass
        finally:
            for task in self._follows.values():
                task.cancel()
            await asyncio.gather(*self._follows.values(), return_exceptions=True)

    async def _hear(self, text: str) -> None:
        try:
            says = Says.model_validate_json(text)
        except ValidationError as exc:
            raise VulkarError("web.body", where="message", why=exc.errors()[0]["msg"]) from exc
        if says.unsubscribe is not None:
            task = self._follows.pop(says.unsubscribe, None)
            if task is not None:
                task.cancel()
        if says.subscribe is not None:
            wanted = says.subscribe
            if wanted.as_ in self._follows or len(self._follows) >= MOST_AUDIENCES:
                raise VulkarError("web.body", where="subscribe", why="is subscribed already")
            audience = Audience(wanted.as_, wanted.since, wanted.stream)
            task = asyncio.get_running_loop().create_task(self._follow(audience))
            self._follows[wanted.as_] = task

    async def _follow(self, audience: Audience) -> None:
        caller = caller_of(self._socket)
        link, client = link_of(self._socket), client_of(caller)
        heard = link.follow(audience, caller.credential, client)
        try:
            async for item in heard:
                if "closed" in item:
                    raise Refused(item["closed"]["code"], item["closed"]["params"])
                # Who reads nothing for so long is cut off, and comes back for what it missed.
                async with asyncio.timeout(SENT_WITHIN_S):
                    await self._socket.send_json({"as": audience.as_, **item})
        except (Refused, VulkarError) as error:
            await self._refuse(error, audience.as_)
        except TimeoutError:
            await self._socket.close(CLOSE_SLOW)
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: the socket is closed
            pass
        finally:
            await heard.aclose()

    async def _refuse(self, error: Refusal, as_: str | int | None = None) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.send_json({"as": as_, **body_of(error)})
            await self._socket.close(CLOSE_REFUSED)


async def events(socket: WebSocket) -> None:
    """Serves one socket."""
    await Listener(socket).run()
