"""The real web process of the tests, and raw requests to it."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any

from tests.cli.running import PIPE, Running


class Web:
    """``python -m vulkar.remote`` on a free port, as ``vulkar serve`` starts it."""

    module = "vulkar.remote"

    def __init__(self, table: Path, log: Path, *more: str, port: int = 0) -> None:
        self._log = log
        listen = ("--listen", f"127.0.0.1:{port}")
        args = (*listen, "--table", table, *more)
        with log.open("wb") as errors:
            self.process = Running("web", self.module, args, stdout=PIPE, stderr=errors)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said.startswith("listening "), self.log()
        self.host = said.split()[1]
        self.port = int(self.host.rpartition(":")[2])
        self.url = f"http://{self.host}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(10)

    def log(self) -> str:
        return self._log.read_text("utf-8")

    def rss_kb(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return int(status.split("VmRSS:")[1].split()[0])

    def refused(self) -> dict[str, int]:
        """What the process says it refused, by code."""
        counts = json.loads(self.ask("GET", "/api/health")[2])["refused"]
        assert isinstance(counts, dict)
        return counts

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | dict[str, Any] | None = None,
        source: str = "127.0.0.1",
        **headers: str,
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body. ``headers``: with _ for -; host and origin may be replaced."""
        sent = {"host": self.host, "origin": self.url}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if isinstance(body, dict):
            body = json.dumps(body).encode()
            sent.setdefault("content-type", "application/json")
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=20, source_address=(source, 0)
        )
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if body is not None and "content-length" not in sent:
                sent["content-length"] = str(len(body))
            for name, value in sent.items():
                if value:
                    connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def error(self, *args: Any, **kwargs: Any) -> str:
        """The code of the error that comes back."""
        status, _, body = self.ask(*args, **kwargs)
        assert status >= 400, body
        code = json.loads(body)["error"]["code"]
        assert isinstance(code, str)
        return code
