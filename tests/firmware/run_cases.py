"""Runs the cases of one file under whatever interpreter this is; one line a case."""

import io
import sys


def report(error):
    if hasattr(sys, "print_exception"):
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    import traceback

    return "".join(traceback.format_exception(error))


def main(here, firmware, name):
    sys.path.insert(0, firmware)
    sys.path.insert(0, here + "/cases")
    from island import ticks

    # the unix port's ticks do not wrap at 2**30; a Pico's do
    ticks.diff = lambda end, start: ((end - start + 0x20000000) & 0x3FFFFFFF) - 0x20000000
    ticks.add = lambda start, delta: (start + delta) & 0x3FFFFFFF
    module = __import__(name)
    for case in sorted(dir(module)):
        if case.startswith("case_"):
            try:
                getattr(module, case)()
                print("ok " + case)
            except Exception as error:
                print("failed " + case)
                print(report(error))


main(sys.argv[1], sys.argv[2], sys.argv[3])
