"""A table that knows one seat and counts what it is asked: for tests of what stands before it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from pathlib import Path
from typing import Any

from vulkar import unixsocket
from vulkar.service.messages import (
    MAX_LINE_BYTES,
    Fault,
    Push,
    Reply,
    Request,
    decode_request,
    encode,
)

KEY = "k" * 32
SEAT = "credential-of-seat-0"
WATCH = "credential-of-a-spectator"


class SmallTable:
    """Serves its socket in a thread until :meth:`stop`; starts again with :meth:`start`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = "Anna"
        self.claimed = 0
        self.taken = False
        self.asked: list[Request] = []
        self.stream = "one"
        self.triggers: list[dict[str, Any]] = []  # what each look at the view finds; the last stays
        self.fired: list[dict[str, Any] | str] = []  # what each fire brings: a result or a refusal
        self.events: list[dict[str, Any]] = []
        self.start()

    def start(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._writers: dict[asyncio.StreamWriter, list[int]] = {}
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self.path.unlink(missing_ok=True)

    def tell(self, kind: str, **data: Any) -> None:
        self._loop.call_soon_threadsafe(self._push, kind, data)

    def close_subscriptions(self, code: str) -> None:
        self._loop.call_soon_threadsafe(self._close, code)

    def connections(self) -> list[asyncio.StreamWriter]:
        return list(self._writers)

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        serve = unixsocket.listen(self._serve, self.path, MAX_LINE_BYTES)
        server = self._loop.run_until_complete(serve)
        ready.set()
        self._loop.run_forever()
        server.close()
        for writer in self._writers:
            writer.transport.abort()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers[writer] = []
        with contextlib.suppress(OSError):
            while line := await reader.readline():
                self._hear(decode_request(line), writer)
        del self._writers[writer]

    def _hear(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.asked.append(request)
        ok, code = self._do(request)
        reply = Reply(request.id, ok) if code is None else Reply(request.id, error=Fault(code, {}))
        writer.write(encode(reply))
        if request.op == "subscribe" and code is None:
            self._writers[writer].append(request.id)
            if request.args.get("stream") not in (None, self.stream):
                data, n = {"stream": self.stream}, len(self.events)
                reset = {"n": n, "kind": "reset", "data": data, "t_ms": 0}
                writer.write(encode(Push(request.id, reset)))
                return
            for event in self.events[request.args["since"] :]:
                writer.write(encode(Push(request.id, event)))

    def _do(self, request: Request) -> tuple[dict[str, Any], str | None]:
        if request.credential not in (None, SEAT, WATCH):
            return {}, "session.unknown"
        if request.op in ("join.look", "join.claim"):
            if request.args["key"] != KEY:
                return {}, "join.key"
            self.claimed += request.op == "join.claim"
            row = {"seat": 0, "pawn": "red", "kind": "open", "hand": "phone", "name": self.name}
            looked = {"state": "open", "taken": self.taken}
            more = {"credential": SEAT} if request.op == "join.claim" else looked
            return {"seat": row | {"state": "open"}, **more}, None
        if request.op == "subscribe":
            allowed = request.args["as"] == "public" or request.credential == SEAT
            known = {"stream": self.stream, "n": len(self.events)}
            return known, None if allowed else "seat.other"
        if request.op == "view":
            trigger = self.triggers.pop(0) if len(self.triggers) > 1 else self.triggers[0]
            row = dict.fromkeys(("view", "question", "window"))
            return row | {"trigger": trigger, "seats": [], "stream": self.stream, "n": 0}, None
        if request.op == "fire":
            result = self.fired.pop(0)
            return ({}, result) if isinstance(result, str) else (result, None)
        if request.op == "table.state":
            return {"stream": self.stream, "table": None, "me": None}, None
        return {"heard": request.op, "args": request.args}, None

    def _push(self, kind: str, data: dict[str, Any]) -> None:
        event = {"n": len(self.events) + 1, "kind": kind, "data": data, "t_ms": 0}
        self.events.append(event)
        for writer, subs in self._writers.items():
            for sub in subs:
                writer.write(encode(Push(sub, event)))

    def _close(self, code: str) -> None:
        for writer, subs in self._writers.items():
            while subs:
                writer.write(encode(Push(subs.pop(), closed=Fault(code, {}))))
