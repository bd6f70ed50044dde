"""Requests over HTTP that are repeated where that is harmless, and errors with their code."""

from __future__ import annotations

import asyncio
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from vulkar.client.tells import Error, ErrorBody, Text
from vulkar.errors import VulkarError
from vulkar.texts import error_texts, render

PATIENCE_S: Final = 20.0
FIRST_WAIT_S: Final = 0.1
LONGEST_WAIT_S: Final = 2.0
UNHEARD: Final = frozenset({"table.away", "table.busy", "web.rate"})  # nothing was done
UNKNOWN: Final = frozenset({"table.lost", "table.late", "client.connection"})
COOKIES: Final = ("vulkar", "__Host-vulkar")


class TableError(Exception):
    """The table's refusal, or the web process's; ``code`` is of the error catalogue."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.what} {error.todo}")
        self.code = error.code
        self.params = error.params
        self.what = error.what
        self.todo = error.todo

    @classmethod
    def of(cls, reason: Text) -> TableError:
        """The error of a reason that stands in a view."""
        texts = error_texts(reason.code, reason.params)
        what, todo = render(texts.what), render(texts.todo)
        return cls(Error(code=reason.code, params=reason.params, what=what, todo=todo))


class Transport:
    """One session at one table. ``url`` is its address, as ``http://volcano.local:8080``.

    ``credential``: of an earlier session. ``patience_s``: how long to repeat what may be repeated
    while the table is away, too many ask, or the connection breaks. Raises
    ``VulkarError("client.url")``.
    """

    def __init__(
        self, url: str, credential: str | None = None, patience_s: float = PATIENCE_S
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise VulkarError("client.url", url=url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.credential = credential
        self._patience_s = patience_s
        self._http = httpx.AsyncClient(
            base_url=self.origin,
            headers={"origin": self.origin},
            verify=parts.scheme == "https",  # reading all authorities takes 0.1 s: not for nothing
            trust_env=False,
        )

    async def close(self) -> None:
        """Ends the connections."""
        await self._http.aclose()

    def headers(self) -> dict[str, str]:
        """What says who asks."""
        return {"authorization": f"Bearer {self.credential}"} if self.credential else {}

    async def get(self, op: str, args: dict[str, Any]) -> dict[str, Any]:
        """An operation that changes nothing."""
        return await self._patiently(op, params=args)

    async def post(self, op: str, args: dict[str, Any], repeat: bool = False) -> dict[str, Any]:
        """An operation that changes something; ``repeat``: doing it twice does no harm.

        Raises :class:`TableError`, and ``VulkarError``: client.connection (whether the request was
        heard is then unknown), client.no_table.
        """
        return await self._patiently(op, json=args, repeat=repeat)

    async def _patiently(self, op: str, repeat: bool = True, **body: Any) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        until, wait_s = loop.time() + self._patience_s, FIRST_WAIT_S
        while True:
            try:
                return await self._once(op, **body)
            except (TableError, VulkarError) as error:
                again = error.code in UNHEARD or (repeat and error.code in UNKNOWN)
                pause_s = max(wait_s, float(str(error.params.get("wait_s", 0))))
                if not again or loop.time() + pause_s > until:
                    raise
            await asyncio.sleep(pause_s)
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    async def _once(self, op: str, **body: Any) -> dict[str, Any]:
        path = "/api/" + op.replace(".", "/")
        method = "POST" if "json" in body else "GET"
        self._http.cookies.clear()  # the Bearer alone says who asks
        try:
            answer = await self._http.request(method, path, headers=self.headers(), **body)
        except httpx.HTTPError as exc:
            reason = str(exc) or type(exc).__name__
            raise VulkarError("client.connection", url=self.origin, reason=reason) from exc
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                if name in COOKIES:
                    self.credential = morsel.value or None
        return self._result(answer)

    def _result(self, answer: httpx.Response) -> dict[str, Any]:
        try:
            found = answer.json()
            if answer.is_success and isinstance(found, dict):
                return found
            error = ErrorBody.model_validate(found).error
        except ValueError as exc:
            raise VulkarError("client.no_table", url=self.origin) from exc
        raise TableError(error)
