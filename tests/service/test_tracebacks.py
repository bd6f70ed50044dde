"""The log of bugs is bounded, however often and however long one shows."""

from vulkar.service.tracebacks import MOST_A_MINUTE, MOST_CHARACTERS, Tracebacks


def failing(depth):
    if depth:
        failing(depth - 1)
    raise ZeroDivisionError("x" * 10_000)


def raised(depth=0):
    try:
        failing(depth)
    except ZeroDivisionError as exc:
        return exc


def test_a_bug_that_shows_all_the_time_fills_no_disk():
    now, written = [0], []
    log = Tracebacks(lambda: now[0], written.append)
    for minute in range(3):
        for tenth_s in range(600):
            now[0] = minute * 60_000 + 100 * tenth_s
            log.report(raised())
    left_out = f"{600 - MOST_A_MINUTE} more errors were left out."
    kept = [text for text in written if text != left_out]
    assert len(kept) == 3 * MOST_A_MINUTE and written.count(left_out) == 2
    assert written[MOST_A_MINUTE] == left_out  # before those of the next minute
    assert all(len(text) <= MOST_CHARACTERS for text in written)


def test_one_says_where_and_what(capsys):
    written = []
    Tracebacks(lambda: 0, written.append).report(ValueError("what"))
    assert written == ["ValueError: what"]
    try:
        raise KeyError("seat")
    except KeyError as exc:
        Tracebacks(lambda: 0).report(exc)
    said = capsys.readouterr().err
    assert "test_tracebacks.py" in said and "KeyError: 'seat'" in said
