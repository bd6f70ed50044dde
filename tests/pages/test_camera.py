"""The camera: its file, its stream taken apart, real servers read. No browser."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vulkar.errors import VulkarError
from vulkar.pages.__main__ import main
from vulkar.pages.camera.file import Camera, load_camera
from vulkar.pages.camera.multipart import MOST_BYTES, Part, Parts, boundary_of
from vulkar.pages.camera.upstream import Picture, picture, pictures
from vulkar.pages.camera.watch import Watch

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415478"
    "9c63606060000000040001f61738550000000049454e44ae426082"
)
JPEG = b"\xff\xd8\xff\xe0 not much of a picture"


# --- the file


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[camera]\nurl = 1\nkind = 'mjpeg'\n", "camera.value"),
        ("[camera]\nurl = 'http://a/'\nkind = 'film'\n", "camera.value"),
        ("[camera]\nurl = 'file:///etc/passwd'\nkind = 'snapshot'\n", "camera.value"),
        ("[camera]\nurl = 'http://a/'\nkind = 'mjpeg'\nfps = 3\n", "camera.value"),
        ("[camera]\nurl = 'http://a/live.m3u8'\nkind = 'hls'\n", "camera.hls"),
        ("[camera\n", "camera.syntax"),
        ("", "camera.value"),
    ],
)
def test_a_file_that_names_no_camera_is_one_clear_error(
    tmp_path: Path, text: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "camera.toml"
    path.write_text(text)
    with pytest.raises(VulkarError) as caught:
        load_camera(path)
    assert caught.value.code == code and str(path) in str(caught.value)
    assert main(["--camera", str(path), "--table", "t", "--listen", "127.0.0.1:0"]) == 1
    assert f"({code})" in capsys.readouterr().err


def test_a_file_may_be_absent_or_unreadable_or_good(tmp_path: Path) -> None:
    path = tmp_path / "camera.toml"
    for spoil, code in (
        (lambda: None, "missing"),
        (lambda: path.write_bytes(b"\xff"), "unreadable"),
    ):
        spoil()
        with pytest.raises(VulkarError) as caught:
            load_camera(path)
        assert caught.value.code == f"camera.{code}"
    path.write_text("[camera]\nurl = 'http://u:p@10.0.0.4/x?y'\nkind = 'snapshot'\n")
    assert load_camera(path) == Camera("http://u:p@10.0.0.4/x?y", "snapshot")


# --- a stream of pictures


def stream(bodies: list[bytes], lengths: bool) -> bytes:
    out = b"preamble\r\n"
    for body in bodies:
        out += b"--cut here\r\nContent-Type: image/jpeg\r\nX-Timestamp: 12.5\r\n"
        out += f"Content-Length: {len(body)}\r\n".encode() if lengths else b""
        out += b"\r\n" + body + b"\r\n"
    return out + b"--cut here\r\n"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.binary(max_size=60)), st.lists(st.integers(1, 40), min_size=1), st.data())
def test_pictures_come_out_whole_however_the_stream_is_cut(
    bodies: list[bytes], steps: list[int], data: st.DataObject
) -> None:
    lengths = data.draw(st.booleans())
    if not lengths:
        bodies = [body.replace(b"\r", b".") for body in bodies]
    raw, found = stream(bodies, lengths), []
    parts, at = Parts(b"--cut here"), 0
    for step in itertools.cycle(steps):
        found += list(parts.feed(raw[at : at + step]))
        at += step
        if at >= len(raw):
            break
    assert [part.body for part in found] == bodies
    assert all(part.headers["x-timestamp"] == "12.5" for part in found)


def test_a_stream_that_is_none_ends_with_an_error_and_keeps_little() -> None:
    assert boundary_of('multipart/x-mixed-replace;boundary="--a b"') == b"--a b"
    for wrong in ("", "text/html", "multipart/x-mixed-replace"):
        with pytest.raises(VulkarError):
            boundary_of(wrong)
    endless = Parts(b"--x")
    with pytest.raises(VulkarError) as caught:
        for _ in range(MOST_BYTES // 2**20 + 2):
            list(endless.feed(bytes(2**20)))
    assert caught.value.code == "camera.large"
    with pytest.raises(VulkarError):
        list(Parts(b"--x").feed(b"--x\r\nContent-Length: 99999999999\r\n\r\n"))
    assert list(Parts(b"--x").feed(b"--x\r\nA: b\r\n\r\n12\r\n--x")) == [Part({"a": "b"}, b"12")]


def test_only_pictures_are_passed_on_and_their_moment_only_if_it_can_be() -> None:
    with pytest.raises(VulkarError) as caught:
        picture(b"<script>", {"content-type": "image/jpeg"})
    assert caught.value.code == "camera.answer"
    now_s = time.time()
    assert picture(PNG, {"x-timestamp": f"{now_s - 2:.3f}"}).taken_s == pytest.approx(
        now_s - 2, abs=0.01
    )
    for clock in ("", "0", "never", "nan", "1e400"):
        found = picture(JPEG, {"x-timestamp": clock})
        assert not found.is_sure and abs(found.taken_s - now_s) < 5


# --- real servers


@contextmanager
def server(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_: object) -> None: ...

    served = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{served.server_address[1]}/"
    finally:
        served.shutdown()
        served.server_close()


def still(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("X-Timestamp", f"{time.time() - 1.5:.3f}")
    handler.end_headers()
    handler.wfile.write(PNG)


def moving(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", 'multipart/x-mixed-replace; boundary="cut here"')
    handler.end_headers()
    handler.wfile.write(stream([JPEG, PNG, JPEG], lengths=True))


def web_page(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "image/jpeg")
    handler.end_headers()
    handler.wfile.write(b"<html>log in</html>")


async def first(camera: Camera, most: int) -> list[Picture]:
    found: list[Picture] = []
    async with aclosing(pictures(camera)) as all_of_them:
        async for each in all_of_them:
            found.append(each)
            if len(found) == most:
                break
    return found


def test_still_and_moving_pictures_come_from_real_servers() -> None:
    with server(still) as url:
        one, two = asyncio.run(first(Camera(url, "snapshot"), 2))
    assert one.data == two.data == PNG and one.is_sure and one.taken_s < two.taken_s
    with server(moving) as url:
        found = asyncio.run(first(Camera(url, "mjpeg"), 3))
    assert [each.type for each in found] == ["image/jpeg", "image/png", "image/jpeg"]


@pytest.mark.parametrize(
    ("answer", "kind", "code"),
    [
        (web_page, "snapshot", "camera.answer"),
        (web_page, "mjpeg", "camera.answer"),
        (lambda handler: handler.send_error(404), "snapshot", "camera.answer"),
        (None, "snapshot", "camera.away"),
        (moving, "mjpeg", "camera.away"),
    ],
)
def test_a_camera_that_is_none_is_an_error(
    answer: Callable[[BaseHTTPRequestHandler], None] | None, kind: str, code: str, tmp_path: Path
) -> None:
    with server(answer or still) as url:
        where = url if answer is not None else f"unix:{tmp_path}/nobody"
        with pytest.raises(VulkarError) as caught:
            asyncio.run(first(Camera(where, "mjpeg" if kind == "mjpeg" else "snapshot"), 9))
    assert caught.value.code == code


def test_the_camera_is_asked_once_for_all_and_not_at_all_while_nobody_looks() -> None:
    asked: list[float] = []

    def count(handler: BaseHTTPRequestHandler) -> None:
        asked.append(time.monotonic())
        still(handler)

    async def look(url: str) -> None:
        watch = Watch(Camera(url, "snapshot"))
        await asyncio.sleep(0.1)
        assert not asked
        for _ in range(3):
            watch.enter()
        both = await asyncio.gather(watch.next(0), watch.next(0), watch.next(0))
        assert len(asked) == 1 and {n for n, _ in both} == {1}
        await watch.close()
        await watch.close()

    with server(count) as url:
        asyncio.run(look(url))


def test_who_comes_just_as_the_camera_is_put_away_gets_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vulkar.pages.camera.watch.LINGER_S", 0.2)

    async def look(url: str) -> None:
        watch = Watch(Camera(url, "snapshot"))
        n = 0
        for _ in range(3):
            watch.enter()
            n, found = await asyncio.wait_for(watch.next(n), 5)
            assert isinstance(found, Picture)
            watch.leave()
            await asyncio.sleep(1.2)
        await watch.close()

    with server(still) as url:
        asyncio.run(look(url))
