"""Graded classes written by hand, for the tests of what comes out: no grading is run for them."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from reports import EXCEPTION, check, report, wrong_report

from tfmdrill.model.course import (
    Attempt,
    ClassGrades,
    Course,
    CourseProblem,
    Grade,
    GradeStatus,
    How,
    Match,
    Override,
    Result,
    Student,
    SubmittedFile,
    Timing,
    Unmatched,
)
from tfmdrill.model.report import Argument, CheckKind, Failure, Outcome, Report

# Names as classes have them, and as nobody should: each is one person's.
NAMES = (
    "Lovelace, Ada",
    'O\'Neil, Ann "Annie"',
    "Müller, Jürgen; Straße",
    "王小明",
    "محمد علي",
    '=HYPERLINK("http://example.org";"click")',
    "+1+1",
    "-2",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "<script>alert('name')</script>",
    "</bdi><img src=x onerror=alert(1)>",
    "right \u202e to left",
    "red \x1b[31m bell \x07 nul \x00",
    "half \ud800 of a pair",
    "x" * 200,
    "same name",
    "Same Name",
    "`code` **bold** [link](javascript:alert(1)) | cell",
    "{{ 7 * 7 }} {% raw %}",
    "CON",
    "../../etc/passwd",
    "",
)
SECRET = "SECRET-8.46357"  # what a hidden check was called with


def students() -> tuple[Student, ...]:
    return tuple(
        Student(
            key=f"k{number:02}",
            name=name,
            pseudonym=f"student {number:06x}",
            email=f"s{number}@example.org",
            ids=(("canvas", str(9000 + number)), ("moodle", str(500 + number))),
        )
        for number, name in enumerate(NAMES)
    )


def leaking_report() -> Report:
    """A submission that prints, returns and raises what it was called with."""
    hidden_call = Failure(
        call=f"masked_attention({SECRET})",
        arguments=(Argument("q", "float32 (1,)", f"np.array([{SECRET}])"),),
        expected=SECRET,
        got=SECRET,
    )
    frame = replace(EXCEPTION.frames[0], function=SECRET, source=f"raise E({SECRET})")
    raised = replace(EXCEPTION, type=f"E{SECRET}", message=SECRET, frames=(frame,))
    shown = Failure(
        call="masked_attention(q, k, v)",
        arguments=(Argument("q", "float32 (1,)", "np.array([0.25])"),),
        expected="0.125",
        got=SECRET,
    )
    return report(
        Outcome.ERROR,
        check("plain", title="Plain attention"),
        check("causal", Outcome.WRONG, title="Causal", message=f"is {SECRET}", where=shown),
        check(
            "padded",
            Outcome.ERROR,
            title="Padded",
            message=f"E{SECRET}: {SECRET}",
            where=replace(shown, exception=raised),
        ),
        check(
            "edge-secret",
            Outcome.ERROR,
            kind=CheckKind.EDGE,
            title="A row with nothing allowed",
            message=f"E{SECRET}: {SECRET}",
            where=replace(hidden_call, exception=raised),
        ),
        check("gradient", Outcome.WRONG, kind=CheckKind.GRADIENT, title="Gradients",
              message=SECRET, where=hidden_call),
        score=0.25,
        prints=SECRET,
    )  # fmt: skip


def attempt(student: str, graded: Report | None, number: int = 0, *, late: float = 0.0) -> Attempt:
    file = SubmittedFile(
        path=f"{student}/masked_{number}.py",
        name=f"masked_{number}.py",
        sha256=f"{student}{number}".ljust(64, "0"),
        size=100,
        source=f"{student}{number}",
        submitted=datetime(2026, 11, 3, 22, 30, number, tzinfo=UTC),
    )
    match = Match(file, (student,), "attention-masks", How.HEADER, "its first line", "folder")
    if graded is None:
        return Attempt(match, None, late)
    result = Result(f"key-{student}-{number}", graded, graded.outcome, graded.score)
    return Attempt(match, result, late)


def course(hidden: tuple[str, ...] = ("edge-*", "gradient")) -> Course:
    return Course(
        name="Transformers 101, <autumn>",
        file=Path("course.toml"),
        problems=(
            CourseProblem("attention-masks", "Attention with masks", 8.0, hidden=hidden),
            CourseProblem("rope", "Rotary positions", 2.0),
        ),
        seed=71203,
        pseudonym_key="secret",
        time_zone="Europe/Berlin",
    )


def class_grades(hidden: tuple[str, ...] = ("edge-*", "gradient")) -> ClassGrades:
    """Every status, several attempts, lateness, an override, and names of every sort."""
    people = students()
    grades: list[Grade] = []
    for number, student in enumerate(people):
        grades.append(_attention(number, student.key))
        grades.append(_rope(number, student.key))
    timings = tuple(
        Timing(f"key-{s.key}-0", "attention-masks", 0.1 * (i % 5), 0.05, "worker 1", "2026-11-04")
        for i, s in enumerate(people)
    )
    lost = Unmatched("x/=1+1.py", "it names no problem", (people[0].key,))
    return ClassGrades(
        course(hidden), people, tuple(grades), (lost,), (), timings, engine="0.1.0 1234abcd"
    )


def _attention(number: int, key: str) -> Grade:
    if number % 6 == 0:
        one = attempt(key, report())
        return Grade(key, "attention-masks", GradeStatus.OK, 8.0, 0.0, 8.0, one, (one,))
    if number % 6 == 1:
        first, second = attempt(key, None), attempt(key, wrong_report(), 1, late=2.0)
        return Grade(
            key, "attention-masks", GradeStatus.OK, 4.96, 1.6, 3.36, second, (first, second),
            reason="handed in 2 days late: 20 % off",
        )  # fmt: skip
    if number % 6 == 2:
        one = attempt(key, leaking_report())
        return Grade(key, "attention-masks", GradeStatus.OK, 2.0, 0.0, 2.0, one, (one,))
    if number % 6 == 3:
        fault = report(
            Outcome.GRADER_FAULT, check("plain", Outcome.GRADER_FAULT, message=SECRET), score=None
        )
        one = attempt(key, fault)
        return Grade(
            key, "attention-masks", GradeStatus.REGRADE, None, 0.0, None, one, (one,),
            reason="tfmdrill failed on it",
        )  # fmt: skip
    if number % 6 == 4:
        return Grade(
            key, "attention-masks", GradeStatus.MISSING, None, 0.0, 0.0, reason="nothing handed in"
        )
    one = attempt(key, wrong_report())
    return Grade(
        key, "attention-masks", GradeStatus.OK, 4.96, 0.0, 7.5, one, (one,),
        override=Override(key, "attention-masks", 7.5, "=a <b>fair</b> reason"),
    )  # fmt: skip


def _rope(number: int, key: str) -> Grade:
    if number % 5 == 4:
        return Grade(
            key, "rope", GradeStatus.UNMATCHED, None, 0.0, None, reason="its file names no problem"
        )
    one = attempt(key, replace(report(), problem="rope", title="Rotary positions"), 7)
    return Grade(key, "rope", GradeStatus.OK, 2.0, 0.0, 2.0, one, (one,))
