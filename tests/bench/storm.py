"""``python -m tests.bench.storm``: many triggers in a second, from a process of their own.

Reads ``[host, [[credential, count], ...]]`` as JSON from its input; each credential has a
connection of its own and sends its triggers evenly over one second.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from collections import Counter

ROW = {"seat": 0, "question": "f1", "nonce": "0"}


def pull(host: str, credential: str, count: int, codes: Counter[str]) -> None:
    began = time.monotonic()
    connection = http.client.HTTPConnection(host, timeout=30)
    headers = {"Authorization": f"Bearer {credential}", "Content-Type": "application/json"}
    headers["Origin"] = f"http://{host}"
    for number in range(count):
        time.sleep(max(0.0, began + number / count - time.monotonic()))
        body = json.dumps(ROW | {"id": f"storm{number}"})
        connection.request("POST", "/api/fire", body, headers)
        answer = json.loads(connection.getresponse().read())
        codes[answer.get("error", {}).get("code", "done")] += 1
    connection.close()


def main() -> None:
    host, rows = json.load(sys.stdin)
    codes: Counter[str] = Counter()
    began = time.monotonic()
    threads = [threading.Thread(target=pull, args=(host, *row, codes)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"took_s": round(time.monotonic() - began, 2), "answers": codes}))


main()
