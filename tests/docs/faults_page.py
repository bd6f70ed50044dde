"""The page of faults that other systems met, made of tests/faults."""

from __future__ import annotations

from tests.faults.report import CODE, REPORTS, Proof, Report, proofs

HEAD = """# Faults that people met elsewhere

Each report is a real one, on a system of this kind: controllers on USB, servos, boards of switches,
saved state. Each test brings the fault about on the real firmware under MicroPython, or on the part
of the host that it concerns. `pytest tests/faults` runs them all. Generated from `tests/faults`.

| reported elsewhere | what happens here | what a person sees | test |
|---|---|---|---|"""


def faults_page() -> str:
    """One row a test, grouped by report, in the order of the reports."""
    lines = [HEAD]
    for report in REPORTS:
        mine = [proof for proof in proofs() if proof.report == report.id]
        for at, proof in enumerate(mine):
            first = f"{report.happened} {_links(report)}" if at == 0 else ""
            lines.append(_row(first, proof.holds, _codes(proof.sees), _test(proof)))
    return "\n".join(lines) + "\n"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _links(report: Report) -> str:
    return ", ".join(_link(name) for name in (report.id, *report.also))


def _link(name: str) -> str:
    repository, _, number = name.partition("#")
    return f"[{name}](https://github.com/{repository}/issues/{number})"


def _codes(text: str) -> str:
    return CODE.sub(r"[`\1`](errors.md)", text)


def _test(proof: Proof) -> str:
    words = proof.test.removeprefix("test_").replace("_", " ")
    return f"[{words}](../../tests/faults/{proof.file})"
