"""``/island/camera``: the camera's pictures for a session of the table, from this origin.

One answer without end: for each picture a line of JSON, ``{"now_ms", "bytes", "type", "taken_ms",
"sure"}``, and that many bytes; without a picture ``{"now_ms", "bytes": 0, "why"}``. Both times are
of this process's clock: from one a browser learns it, by the other it tells the picture's age.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from vulkar.errors import VulkarError
from vulkar.pages.admission import Admission
from vulkar.pages.camera.upstream import Picture
from vulkar.pages.camera.watch import Watch
from vulkar.pages.taps import now_ms
from vulkar.remote.asking import caller_of
from vulkar.remote.guard import Caller
from vulkar.remote.refusal import body_of, status_of

MOST_LOOKING: Final = 16
CHECK_S: Final = 10.0  # between two looks whether the session is still good
SILENT_S: Final = 5.0

router = APIRouter(include_in_schema=False)


def add(app: FastAPI, watch: Watch | None) -> None:
    """Gives the application its camera, if there is one."""
    app.state.camera, app.state.camera_looking = watch, 0
    app.include_router(router)


@router.get("/island/camera")
async def look(request: Request) -> Response:
    """See above; 404 where this table has no camera."""
    state, caller = request.app.state, caller_of(request)
    try:
        if state.camera is None:
            raise VulkarError("web.path", path="/island/camera")
        admission = Admission(state.link)
        if await admission.state(caller) is None:
            raise VulkarError("session.none", op="camera")
        if state.camera_looking >= MOST_LOOKING:
            raise VulkarError("camera.busy", most=MOST_LOOKING)
    except VulkarError as error:
        return JSONResponse(body_of(error), status_of(error.code))
    return StreamingResponse(
        _stream(state, admission, caller), media_type="application/octet-stream"
    )


async def _stream(state: Any, admission: Admission, caller: Caller) -> AsyncIterator[bytes]:
    watch: Watch = state.camera
    watch.enter()
    state.camera_looking += 1
    n, due_s = 0, time.monotonic() + CHECK_S
    try:
        while True:
            if time.monotonic() > due_s:
                due_s = time.monotonic() + CHECK_S
                if await admission.state(caller) is None:
                    return
            try:
                n, found = await asyncio.wait_for(watch.next(n), SILENT_S)
            except TimeoutError:
                found = VulkarError("camera.away", reason="it is silent")
            yield frame(found)
    except VulkarError:
        return  # the table is gone; the page asks again
    finally:
        watch.leave()
        state.camera_looking -= 1


def frame(found: Picture | VulkarError) -> bytes:
    """One picture, or why there is none, as it is sent."""
    now = now_ms()
    if isinstance(found, VulkarError):
        return _line({"now_ms": now, "bytes": 0, "why": found.code})
    taken_ms = now - round((time.time() - found.taken_s) * 1000)
    row = {"now_ms": now, "bytes": len(found.data), "type": found.type, "taken_ms": taken_ms}
    return _line(row | {"sure": found.is_sure}) + found.data


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row).encode() + b"\n"
