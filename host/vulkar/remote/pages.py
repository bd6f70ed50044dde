"""The plain pages: for who has no session, and for who opens a join link.

Opening a link shows its seat and changes nothing (programs that preview links open them too). Its
button claims the seat; then the browser is sent on, and no address holds the key any more.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from vulkar.errors import VulkarError
from vulkar.remote.asking import STALE, caller_of, client_of, link_of
from vulkar.remote.credentials import set_cookie
from vulkar.remote.refusal import Refusal, Refused, status_of
from vulkar.texts import LANGUAGES, Text, best_language, error_texts, named, render, text

STATIC: Final = Path(__file__).with_name("static")
PAGE: Final = Template((STATIC / "plain.html").read_text("utf-8"))
JOIN: Final = Template((STATIC / "join.html").read_text("utf-8"))
NOBODY: Final = Template((STATIC / "nobody.html").read_text("utf-8"))
CSS: Final = (STATIC / "plain.css").read_text("utf-8")
LANGUAGE_COOKIE: Final = "vulkar-language"
LONGEST_KEY: Final = 64
LONGEST_NAME: Final = 200
LONGEST_PIN: Final = 8

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
    if caller_of(request).credential is not None:
        return page(request, "Vulkar", text("page.seated"))
    return nobody(request)


@router.get("/join/{key}")
async def look(request: Request, key: str) -> HTMLResponse:
    """The seat of a join link, and the button that claims it."""
    try:
        looked = await ask_anew(request, "join.look", {"key": key[:LONGEST_KEY]})
    except (Refused, VulkarError) as error:
        return sorry(request, error)
    if looked.get("taken"):
        return sorry(request, VulkarError("seat.taken", seat=looked["seat"]["seat"] + 1))
    language, pawn, name = language_of(request), looked["seat"]["pawn"], looked["seat"]["name"]
    own = render(named("pawn", pawn, pawn), language)
    own = own[:1].upper() + own[1:]
    form = JOIN.substitute(
        key=escape(key),
        name=escape(name if name != pawn else ""),
        own=escape(own),
        label=escape(render(text("page.name"), language)),
        button=escape(render(text("page.claim"), language)),
    )
    return page(request, name if name != pawn else own, text("page.join"), form)


@router.post("/join")
async def claim(request: Request) -> Response:
    """Claims the seat; the credential goes into a cookie, the browser to the seat's page.

    Without pages of seats it goes to ``/``.
    """
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=4)
    args = {"key": fields.get("key", [""])[0][:LONGEST_KEY]}
    if name := fields.get("name", [""])[0].strip()[:LONGEST_NAME]:
        args["name"] = name
    return await _enter(request, "join.claim", args)


@router.post("/watch")
async def watch(request: Request) -> Response:
    """Opens a session that looks on."""
    return await _enter(request, "join.watch", {})


@router.post("/enter")
async def enter(request: Request) -> Response:
    """Makes this browser the marshal's, with the right PIN."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=2)
    pin = fields.get("pin", [""])[0].strip()[:LONGEST_PIN]
    return await _enter(request, "marshal.enter", {"pin": pin})


async def _enter(request: Request, op: str, args: dict[str, str]) -> Response:
    try:
        ok = await ask_anew(request, op, args)
    except (Refused, VulkarError) as error:
        return sorry(request, error)
    seat_page = getattr(request.app.state, "seat_page", "/")
    answer = RedirectResponse(seat_page.format(seat=ok["seat"]["seat"]), 303)
    if ok["credential"] is not None:
        cookie = set_cookie(ok["credential"], caller_of(request).peer.https)
        answer.headers.append("set-cookie", cookie)
    return answer


async def ask_anew(request: Request, op: str, args: dict[str, str]) -> dict[str, Any]:
    """The table's reply; a cookie that it does not know any more counts as none."""
    caller = caller_of(request)
    link, client = link_of(request), client_of(caller)
    try:
        return await link.ask(op, args, caller.credential, client)
    except Refused as error:
        if error.code != STALE:
            raise
        return await link.ask(op, args, None, client)


def nobody(request: Request, status: int = 200) -> HTMLResponse:
    """For who has no session: how to get a seat, and the ways in without one."""
    language = language_of(request)
    forms = NOBODY.substitute(
        watch=escape(render(text("page.watch"), language)),
        marshal=escape(render(text("page.marshal"), language)),
        pin=escape(render(text("page.pin"), language)),
        enter=escape(render(text("page.enter"), language)),
    )
    return page(request, "Vulkar", text("page.nobody"), forms, status)


def page(
    request: Request, title: str, says: Text, form: str = "", status: int = 200
) -> HTMLResponse:
    """A page. What is in ``title`` and ``says`` is shown as text, ``form`` is HTML."""
    language = language_of(request)
    said = escape(render(says, language))
    html = PAGE.substitute(lang=language, title=escape(title), text=said, form=form)
    return HTMLResponse(html, status)


def sorry(request: Request, error: Refusal) -> HTMLResponse:
    """A page that says what is wrong, and what to do."""
    texts = error_texts(error.code, error.params)
    title = render(texts.what, language_of(request))
    return page(request, title, texts.todo, status=status_of(error.code))


def language_of(request: HTTPConnection) -> str:
    """The language that was chosen on a page of ours, else the one that the browser asks for."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return (
        chosen if chosen in LANGUAGES else best_language(request.headers.get("accept-language", ""))
    )
