"""No report without a test, and no mark on anything else."""

from __future__ import annotations

import pytest

from tests.faults.report import REPORTS, Report, fault, proofs


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.id)
def test_a_report_has_a_test_in_a_file_that_is_named_after_it(report: Report) -> None:
    files = {proof.file for proof in proofs() if proof.report == report.id}
    assert files, f"no test for {report.id}"
    assert all(report.number in file for file in files), files


def test_every_mark_is_on_a_test_of_a_known_report() -> None:
    known = {report.id for report in REPORTS}
    for proof in proofs():
        assert proof.report in known and proof.test.startswith("test_"), proof
    names = [(proof.file, proof.test) for proof in proofs()]
    assert len(names) == len(set(names))


def test_a_mark_with_a_report_or_an_error_that_does_not_exist_is_refused() -> None:
    for report, sees in (("nobody/nothing#1", ""), (REPORTS[0].id, "`link.lsot`")):
        with pytest.raises(AssertionError):
            fault(report, holds="x", sees=sees)
