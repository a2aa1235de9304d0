"""What a candidate must not see of a verdict, told by secrets planted in a report."""

from dataclasses import asdict, replace

import pytest
from reports import CALL, FULL

from tfmdrill.interview.hidden import graded, shown
from tfmdrill.interview.questions import few
from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import Asked, AskedKind
from tfmdrill.model.report import CheckKind, CheckResult, Diagnosis, Finding, Outcome, Report

VALUE = CheckResult("values", "Right values", CheckKind.VALUE, Outcome.WRONG, 1, 0, "open", CALL)
EDGE = CheckResult(
    "edge-empty",
    "A row without a key",
    CheckKind.EDGE,
    Outcome.WRONG,
    1,
    0,
    "SECRET message",
    replace(CALL, call="SECRET call", got="SECRET got", expected="SECRET expected"),
    ("SECRET remark",),
)
ONE = Diagnosis("one", "The named mistake.", "", "", 5, 5)
PAIR = Diagnosis("one + two", "SECRET pair", "", "", 5, 5)


def report(*checks: CheckResult, diagnoses: tuple[Diagnosis, ...] = (ONE,)) -> Report:
    return Report(
        "attention", "Attention", "a.py", "numpy", Outcome.WRONG, 0.5, 7, FULL, 0.1, checks,
        diagnoses, (Finding("scaled", "Off by a factor."),), (), "SECRET printed argument",
    )  # fmt: skip


def fine(check: CheckResult) -> CheckResult:
    return replace(check, outcome=Outcome.PASSED, earned=1.0)


@pytest.mark.parametrize(
    "checks", [(VALUE, EDGE), (fine(VALUE), EDGE), (VALUE, fine(EDGE)), (fine(VALUE), fine(EDGE))]
)
def test_an_edge_case_shows_its_title_and_outcome_alone(checks: tuple[CheckResult, ...]) -> None:
    seen = shown(report(*checks))
    assert "SECRET" not in str(asdict(seen))
    assert [(c.title, c.outcome) for c in seen.checks] == [(c.title, c.outcome) for c in checks]
    assert seen.checks[0] == checks[0]


def test_a_mistake_is_named_where_something_open_shows_it() -> None:
    assert shown(report(VALUE, EDGE)).diagnoses == (ONE,)
    assert shown(report(VALUE, EDGE, diagnoses=(PAIR,))).diagnoses == ()
    assert shown(report(VALUE, fine(EDGE), diagnoses=(PAIR,))).diagnoses == (PAIR,)


def test_no_mistake_and_no_pattern_is_named_where_edge_cases_alone_fail() -> None:
    seen = shown(report(fine(VALUE), EDGE))
    assert (seen.diagnoses, seen.findings) == ((), ())


def test_the_record_keeps_what_is_hidden() -> None:
    kept = graded(2, report(VALUE, EDGE), "hash")
    assert (kept.number, kept.score, kept.mistakes[0].bug) == (2, 0.5, "one")
    assert kept.checks[1].message == "SECRET message"


def asked(key: str, kind: AskedKind) -> Asked:
    return Asked(key, kind, Topic.ATTENTION, key)


def test_few_questions_of_different_kinds_the_same_for_a_seed() -> None:
    questions = [asked(f"{kind}:{i}", kind) for kind in AskedKind for i in range(4)]
    chosen = few(questions, 7)
    assert {q.kind for q in chosen} == set(AskedKind)
    assert few(questions[::-1], 7) == chosen
    assert len({few(questions, seed) for seed in range(20)}) > 5
    spoken = [q for q in questions if q.kind is AskedKind.SPOKEN]
    assert len(few(spoken, 7)) == 3
    assert few((), 7) == ()
