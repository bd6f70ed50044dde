"""``python -m vulkar.remote --table SOCKET --listen HOST:PORT``: the web process.

Prints ``listening HOST:PORT`` once it is open. A signal to end lets open answers finish.
"""

from __future__ import annotations

import argparse
import functools
import resource
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import uvicorn

from vulkar.errors import VulkarError
from vulkar.remote.accesslog import AccessLog
from vulkar.remote.app import build
from vulkar.remote.guard import MAX_BODY_BYTES, Guard, Policy
from vulkar.remote.http import Http
from vulkar.remote.logs import log_to
from vulkar.remote.names import Names, parse_host
from vulkar.remote.peer import Trust, parse, plain
from vulkar.remote.rates import Limits
from vulkar.remote.reach import Reach
from vulkar.remote.tablelink import TableLink

MOST_CONNECTIONS: Final = 600
MOST_FILES: Final = 4096


def main(
    argv: Sequence[str] | None = None, make: Callable[[TableLink, Policy], Guard] = build
) -> int:
    """Serves what ``make`` builds until it is told to end; returns the exit code."""
    parser = argparse.ArgumentParser("the web process")
    parser.add_argument("--table", type=Path, required=True, help="the table's Unix socket")
    parser.add_argument("--listen", required=True, help="HOST:PORT; port 0 takes a free one")
    parser.add_argument("--public-host", action="append", default=[], help="its name outside")
    parser.add_argument("--proxy", action="append", default=[], help="a proxy whose word counts")
    parser.add_argument("--rate-factor", type=float, default=1, help="times the usual rates")
    parser.add_argument("--access-log", action="store_true", help="a line for each request")
    given = parser.parse_args(argv)
    log_to(sys.stderr)
    try:
        trust = trust_of(given.public_host, given.proxy)
        opened = listen(given.listen)
    except VulkarError as error:
        print(f"error: {error} ({error.code})", file=sys.stderr)
        return 1
    host, port = opened.getsockname()[:2]
    names = Names(socket.gethostname(), frozenset({plain(given.listen.rpartition(":")[0])}))
    _many_files()
    public = given.public_host[0] if given.public_host else None
    reach = functools.partial(Reach.of, given.listen, port, public)
    limits = Limits.times(given.rate_factor)
    app = make(TableLink(given.table), Policy(names, trust, limits, reach))
    config = uvicorn.Config(
        AccessLog(app) if given.access_log else app,
        http=Http,
        ws="websockets-sansio",
        ws_max_size=MAX_BODY_BYTES,
        ws_per_message_deflate=False,  # costs memory for each phone, saves nothing on small events
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # peer.py alone decides whom to believe
        server_header=False,
        access_log=False,  # paths hold keys
        log_config=None,
    )
    print(f"listening {f'[{host}]' if ':' in host else host}:{port}", flush=True)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[opened])
    return 0


def trust_of(public_hosts: Sequence[str], proxies: Sequence[str]) -> Trust:
    """What the operator said. Raises ``VulkarError("web.proxy")``."""
    for address in proxies:
        if parse(address) is None:
            raise VulkarError("web.proxy", address=address)
    names = frozenset(name.lower().removesuffix(".") for name in public_hosts)
    return Trust(names, frozenset(plain(address) for address in proxies))


def listen(address: str) -> socket.socket:
    """An open socket. Raises ``VulkarError``: web.address, web.listen."""
    place = parse_host(address)
    if place is None or place.port is None or place.port > 65535:
        raise VulkarError("web.address", address=address)
    family = socket.AF_INET6 if ":" in place.name else socket.AF_INET
    try:
        return socket.create_server((place.name, place.port), family=family, backlog=256)
    except OSError as exc:
        reason = exc.strerror or str(exc)
        raise VulkarError("web.listen", address=address, reason=reason) from exc


def _many_files() -> None:
    """Each WebSocket holds two files: its own, and one to the table."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


if __name__ == "__main__":
    sys.exit(main())
