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
from vulkar.remote.refusal import Refusal, Refused, status_of
from vulkar.texts import Text, best_language, error_texts, render, text

STATIC: Final = Path(__file__).with_name("static")
PAGE: Final = Template((STATIC / "plain.html").read_text("utf-8"))
JOIN: Final = Template((STATIC / "join.html").read_text("utf-8"))
CSS: Final = (STATIC / "plain.css").read_text("utf-8")
LONGEST_KEY: Final = 64
LONGEST_NAME: Final = 200

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
    seated = caller_of(request).credential is not None
    return page(request, "Vulkar", text("page.seated") if seated else text("page.nobody"))


@router.get("/join/{key}")
async def look(request: Request, key: str) -> HTMLResponse:
    """The seat of a join link, and the button that claims it."""
    try:
        looked = await ask_anew(request, "join.look", {"key": key[:LONGEST_KEY]})
    except (Refused, VulkarError) as error:
        return sorry(request, error)
    if looked.get("taken"):
        return sorry(request, VulkarError("seat.taken", seat=looked["seat"]["seat"] + 1))
    name, language = looked["seat"]["name"], language_of(request)
    form = JOIN.substitute(
        key=escape(key),
        name=escape(name),
        label=escape(render(text("page.name"), language)),
        button=escape(render(text("page.claim"), language)),
    )
    return page(request, name, text("page.join"), form)


@router.post("/join")
async def claim(request: Request) -> Response:
    """Claims the seat; the credential goes into a cookie, the browser to ``/``."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=4)
    args = {"key": fields.get("key", [""])[0][:LONGEST_KEY]}
    if name := fields.get("name", [""])[0].strip()[:LONGEST_NAME]:
        args["name"] = name
    try:
        ok = await ask_anew(request, "join.claim", args)
    except (Refused, VulkarError) as error:
        return sorry(request, error)
    answer = RedirectResponse("/", 303)
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


def language_of(request: Request) -> str:
    """The language that the browser asks for."""
    return best_language(request.headers.get("accept-language", ""))
