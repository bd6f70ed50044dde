"""The plain pages: for who has no session, and for who opens a join link.

Opening a link shows its seat and changes nothing (programs that preview links open them too). Its
button claims the seat; then the browser is sent to ``/``, and no address holds the key any more.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from vulkar.errors import VulkarError
from vulkar.remote.asking import STALE, caller_of, client_of, link_of
from vulkar.remote.credentials import set_cookie
from vulkar.remote.refusal import Refusal, Refused, body_of, status_of

STATIC: Final = Path(__file__).with_name("static")
PAGE: Final = Template((STATIC / "plain.html").read_text("utf-8"))
JOIN: Final = Template((STATIC / "join.html").read_text("utf-8"))
CSS: Final = (STATIC / "plain.css").read_text("utf-8")
LONGEST_KEY: Final = 128

router = APIRouter(include_in_schema=False)


def add(app: FastAPI) -> None:
    """Gives the application these pages."""
    app.include_router(router)


@router.get("/plain.css")
async def css() -> Response:
    """The pages' only style."""
    return Response(CSS, media_type="text/css", headers={"cache-control": "max-age=3600"})


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """Says how to get a seat, or that this browser has one."""
    if caller_of(request).credential is None:
        return page("Vulkar", "To sit down, open the link of a seat or scan its code.")
    return page("Vulkar", "This browser has a session at this table.")


@router.get("/join/{key}")
async def look(request: Request, key: str) -> HTMLResponse:
    """The seat of a join link, and the button that claims it."""
    try:
        seat = await _ask(request, "join.look", {"key": key[:LONGEST_KEY]})
    except (Refused, VulkarError) as error:
        return sorry(error)
    name = str(seat.get("name") or "")
    form = JOIN.substitute(
        key=escape(key), name=escape(name), label="Your name", button="Take this seat"
    )
    return page(name or f"Seat {seat['seat'] + 1}", "This link is for this seat.", form)


@router.post("/join")
async def claim(request: Request) -> Response:
    """Claims the seat; the credential goes into a cookie, the browser to ``/``."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=4)
    args = {"key": fields.get("key", [""])[0][:LONGEST_KEY]}
    if name := fields.get("name", [""])[0].strip()[:40]:
        args["name"] = name
    try:
        ok = await _ask(request, "join.claim", args)
    except (Refused, VulkarError) as error:
        return sorry(error)
    answer = RedirectResponse("/", 303)
    if "credential" in ok:
        cookie = set_cookie(ok["credential"], caller_of(request).peer.https)
        answer.headers.append("set-cookie", cookie)
    return answer


async def _ask(request: Request, op: str, args: dict[str, str]) -> dict[str, Any]:
    """The table's reply; a cookie that it does not know any more counts as none."""
    caller = caller_of(request)
    link, client = link_of(request), client_of(caller)
    try:
        return await link.ask(op, args, caller.credential, client)
    except Refused as error:
        if error.code != STALE:
            raise
        return await link.ask(op, args, None, client)


def page(title: str, text: str, form: str = "", status: int = 200) -> HTMLResponse:
    """A page. ``title`` and ``text`` are shown as text whatever is in them; ``form`` is HTML."""
    html = PAGE.substitute(lang="en", title=escape(title), text=escape(text), form=form)
    return HTMLResponse(html, status)


def sorry(error: Refusal) -> HTMLResponse:
    """A page that says what is wrong, and what to do."""
    body = body_of(error)["error"]
    return page(body["what"] or body["code"], body["todo"] or "", status=status_of(error.code))
