"""The HTTP and WebSocket API: each route hands its operation to the table, and holds no state."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from fastapi import Body, FastAPI, Query, Request, Security
from fastapi.responses import JSONResponse
from fastapi.security import APIKeyCookie, HTTPBearer

from vulkar.client import asks, tells
from vulkar.remote import errors_out, pages, socket, start
from vulkar.remote.asking import ask
from vulkar.remote.credentials import COOKIE
from vulkar.remote.guard import Guard, Policy
from vulkar.remote.routes import ROUTES, Route
from vulkar.remote.tablelink import TableLink

# Only for the document: whether a credential is good, the table decides.
SECURITY = [
    Security(APIKeyCookie(name=COOKIE, scheme_name="cookie", auto_error=False)),
    Security(HTTPBearer(scheme_name="bearer", auto_error=False)),
]
ERRORS: dict[int | str, dict[str, Any]] = {"default": {"model": tells.ErrorBody}}


def build(link: TableLink, policy: Policy) -> Guard:
    """The whole ASGI application; it starts and closes the link with the server."""
    return Guard(api(link, policy), policy)


def api(link: TableLink, policy: Policy) -> FastAPI:
    """The application without its guard, for its OpenAPI document."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        link.start()
        yield
        await link.close()

    app = FastAPI(
        title="Vulkar",
        version="1",
        description=__doc__,
        docs_url=None,  # its pages load scripts from strangers
        redoc_url=None,
        lifespan=lifespan,
        responses=ERRORS,
    )
    app.state.link, app.state.policy = link, policy
    for route in ROUTES:
        add(app, route)

    @app.get("/api/health", summary="Is the table there, and what was refused?")
    async def health() -> tells.Health:
        where: Literal["here", "away"] = "here" if link.here else "away"
        refused = dict(sorted(policy.refused.items()))
        return tells.Health(table=where, sockets=policy.sockets.total(), refused=refused)

    app.websocket("/api/events")(socket.events)
    pages.add(app)
    app.include_router(start.router)
    errors_out.add(app)
    return app


def add(app: FastAPI, route: Route) -> None:
    """One route of the table of routes."""
    where = Query() if route.method == "GET" else Body()
    app.add_api_route(
        route.path,
        _endpoint(route, Annotated[route.args, where]),
        methods=[route.method],
        response_model=route.ok,
        summary=route.says,
        operation_id=route.op,
        tags=[route.who],
        dependencies=[] if route.who == "anyone" else SECURITY,
    )


def _endpoint(route: Route, shape: Any) -> Callable[..., Awaitable[JSONResponse]]:
    async def endpoint(request: Request, args: Any) -> JSONResponse:
        # Sent as it came: a response that is returned is not checked against its model again.
        return await ask(request, route.op, args.model_dump(by_alias=True, exclude_unset=True))

    async def without(request: Request) -> JSONResponse:
        return await ask(request, route.op, {})

    if route.args is asks.Nothing:
        return without
    endpoint.__annotations__["args"] = shape
    return endpoint
