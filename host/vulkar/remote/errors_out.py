"""Every error that leaves the application, in one shape."""

from __future__ import annotations

import logging
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from vulkar.errors import VulkarError
from vulkar.remote.asking import STALE, caller_of
from vulkar.remote.credentials import set_cookie
from vulkar.remote.refusal import Refusal, Refused, body_of, headers_of, status_of
from vulkar.texts import LANGUAGES

log = logging.getLogger(__name__)


def add(app: FastAPI) -> None:
    """Gives the application its handlers."""
    app.add_exception_handler(VulkarError, _refused)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _bad_body)
    app.add_exception_handler(HTTPException, _no_such_route)
    app.add_exception_handler(Exception, _failed)


def answer(request: Request, error: Refusal) -> JSONResponse:
    """The error's answer; a credential that the table does not know is taken away."""
    language = request.scope.get("vulkar.language", LANGUAGES[0])  # a page's own, for its people
    out = JSONResponse(body_of(error, language), status_of(error.code), headers_of(error))
    caller = caller_of(request)
    if error.code == STALE and caller.credential is not None:
        out.headers.append("set-cookie", set_cookie("", caller.peer.https, max_age_s=0))
    return out


async def _refused(request: Request, error: Exception) -> JSONResponse:
    return answer(request, cast(Refusal, error))


async def _bad_body(request: Request, error: Exception) -> JSONResponse:
    first = cast(RequestValidationError, error).errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "body"
    return answer(request, VulkarError("web.body", where=where[:100], why=first["msg"][:200]))


async def _no_such_route(request: Request, error: Exception) -> JSONResponse:
    status = cast(HTTPException, error).status_code
    if status == 405:
        return answer(request, VulkarError("web.method", method=request.method))
    if status == 404:
        return answer(request, VulkarError("web.path"))
    return answer(request, VulkarError("web.body", where="body", why="not JSON"))


async def _failed(request: Request, error: Exception) -> JSONResponse:
    # Without the request: its path and body may hold keys and hands.
    log.error("a request failed", exc_info=error)
    return answer(request, VulkarError("web.failed"))
