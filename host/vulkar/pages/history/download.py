"""``/history/{game}/export``: what everybody knew of a game, as a file of JSON lines."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response, StreamingResponse

from vulkar.errors import VulkarError
from vulkar.remote.asking import caller_of, client_of, link_of
from vulkar.remote.pages import sorry
from vulkar.remote.refusal import Refused

router = APIRouter(include_in_schema=False)


def add(app: FastAPI) -> None:
    """Gives the application this file."""
    app.include_router(router)


@router.get("/history/{game}/export")
async def export(request: Request, game: int) -> Response:
    """The file; whoever has no session gets the page that says so."""
    try:
        first = await _part(request, game, 0)
    except (Refused, VulkarError) as error:
        return sorry(request, error)

    async def lines() -> AsyncIterator[str]:
        part = first
        while True:
            for line in part["lines"]:
                yield json.dumps(line, ensure_ascii=False) + "\n"
            if part["next"] is None:
                return
            part = await _part(request, game, part["next"])

    name = f'attachment; filename="vulkar-{game:04}.jsonl"'
    return StreamingResponse(lines(), 200, {"content-disposition": name}, "application/jsonl")


async def _part(request: Request, game: int, since: int) -> dict[str, Any]:
    caller = caller_of(request)
    args = {"game": game, "since": since}
    return await link_of(request).ask("export", args, caller.credential, client_of(caller))
