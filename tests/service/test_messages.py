"""One message, one line, and back; what is no message is one clear error."""

from pathlib import Path

import pytest

from vulkar.errors import VulkarError
from vulkar.service.messages import (
    MAX_LINE_BYTES,
    Client,
    Fault,
    Push,
    Reply,
    Request,
    decode_answer,
    decode_request,
    encode,
    fault_of,
)

HOME = Client("192.168.1.7", True)


@pytest.mark.parametrize(
    "request_",
    [
        Request(7, "answer", "secret", HOME, {"seat": 0, "value": ["move", ["TA1"]]}),
        Request(0, "hello", None, HOME),
    ],
)
def test_a_request_survives_the_line(request_):
    line = encode(request_)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert decode_request(line) == request_


@pytest.mark.parametrize(
    "answer",
    [
        Reply(7, ok={"n": 1}),
        Reply(7, error=Fault("seat.other", {"seat": 2})),
        Push(3, event={"n": 1, "kind": "turn", "data": {"line": "a\nb"}, "t_ms": 5}),
        Push(3, closed=Fault("stream.slow", {})),
    ],
)
def test_an_answer_survives_the_line(answer):
    line = encode(answer)
    assert line.count(b"\n") == 1
    assert decode_answer(line) == answer


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"[" * 50_000,
        b'{"id":1}',
        b'{"id":true,"op":"hello","client":{"address":"","local":true}}',
        b'{"id":-1,"op":"hello","client":{"address":"","local":true}}',
        b'{"id":1,"op":1,"client":{"address":"","local":true}}',
        b'{"id":1,"op":"hello","client":{"address":"","local":"yes"}}',
        b'{"id":1,"op":"hello","client":{"address":"","local":true},"args":[]}',
        b'{"id":1,"op":"hello","client":{"address":"","local":true},"credential":5}',
        b" " * (MAX_LINE_BYTES + 1),
    ],
)
def test_what_is_no_request_is_one_clear_error(line):
    with pytest.raises(VulkarError) as caught:
        decode_request(line)
    assert caught.value.code == "message.bad"


def test_parameters_of_an_error_are_plain():
    fault = fault_of(VulkarError("house.unwritable", path=object, reason=OSError("full")))
    assert fault.params == {"path": str(object), "reason": "full"}


def test_where_this_machine_keeps_its_files_leaves_it_with_no_error():
    fault = fault_of(VulkarError("house.unwritable", path=Path("/home/me/house.sqlite"), reason=""))
    assert fault.params["path"] == "house.sqlite"
