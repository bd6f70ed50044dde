"""The start link: its page shows a button, which makes this browser the marshal's.

As with a join link, opening it changes nothing, and the address holds no key afterwards.
"""

from __future__ import annotations

from html import escape
from string import Template
from typing import Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from vulkar.errors import VulkarError
from vulkar.remote.asking import caller_of
from vulkar.remote.credentials import set_cookie
from vulkar.remote.pages import LONGEST_KEY, STATIC, ask_anew, language_of, page, sorry
from vulkar.remote.refusal import Refused
from vulkar.texts import render, text

FORM: Final = Template((STATIC / "start.html").read_text("utf-8"))
NEXT: Final = "/lobby"

router = APIRouter(include_in_schema=False)


@router.get("/start/{key}")
async def look(request: Request, key: str) -> HTMLResponse:
    """The button; whether the key opens anything is told to whoever presses it."""
    label = escape(render(text("page.start.button"), language_of(request)))
    form = FORM.substitute(key=escape(key[:LONGEST_KEY]), button=label)
    return page(request, "Vulkar", text("page.start"), form)


@router.post("/start")
async def start(request: Request) -> Response:
    """Uses the key; the credential goes into a cookie, the browser to the lobby."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=2)
    args = {"key": fields.get("key", [""])[0][:LONGEST_KEY]}
    try:
        ok = await ask_anew(request, "marshal.start", args)
    except (Refused, VulkarError) as error:
        return sorry(request, error)
    answer = RedirectResponse(NEXT, 303)
    if ok["credential"] is not None:
        cookie = set_cookie(ok["credential"], caller_of(request).peer.https)
        answer.headers.append("set-cookie", cookie)
    return answer
