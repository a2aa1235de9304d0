"""Points: waivers, lateness, attempts. The expected numbers are worked out by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tfmdrill.course.scoring import (
    attempts_of,
    extension_hours,
    grade_of,
    late_units,
    penalty_of,
    points,
    result_of,
    to_grade,
)
from tfmdrill.model.course import (
    Attempt,
    Counted,
    Course,
    CourseProblem,
    Extension,
    Grade,
    GradeStatus,
    How,
    LatePolicy,
    LateUnit,
    Match,
    Override,
    Result,
    Student,
    SubmittedFile,
)
from tfmdrill.model.report import CheckKind, CheckResult, Isolation, Outcome, Report, Tier

DUE = datetime(2026, 10, 12, 21, 59, tzinfo=UTC)
DAILY = LatePolicy(percent=10, grace_minutes=15, cap_percent=50, floor_percent=20)
ADA = Student("a1", "Ada Lovelace", "student 1", "ada@example.org", ids=(("canvas", "47"),))


def check(id: str, kind: CheckKind, outcome: Outcome, weight: float) -> CheckResult:
    earned = weight if outcome is Outcome.PASSED else 0.0
    return CheckResult(id, id, kind, outcome, weight, earned)


def report(*checks: CheckResult, outcome: Outcome = Outcome.WRONG, score: float | None = 0.5):
    return Report(
        "rope", "RoPE", "rope.py", "numpy", outcome, score, 1,
        Isolation(Tier.FULL, ()), 0.0, tuple(checks),
    )  # fmt: skip


VALUES = check("values", CheckKind.VALUE, Outcome.PASSED, 3)
WRONG_VALUES = check("values", CheckKind.VALUE, Outcome.WRONG, 3)
EDGE = check("edge", CheckKind.EDGE, Outcome.WRONG, 1)
SHAPE = check("shape", CheckKind.HYGIENE, Outcome.PASSED, 1)
NOISY = check("cost", CheckKind.COST, Outcome.TOO_NOISY, 2)
FAULT = check("half", CheckKind.HALF, Outcome.GRADER_FAULT, 1)
FORBIDDEN = check("forbidden", CheckKind.FORBIDDEN, Outcome.FORBIDDEN, 0)


def test_without_waivers_the_reports_own_verdict_holds() -> None:
    result = result_of("k", report(VALUES, EDGE, score=0.123), frozenset({"other"}))
    assert (result.outcome, result.score, result.waived) == (Outcome.WRONG, 0.123, ())


@pytest.mark.parametrize(
    ("checks", "waived", "outcome", "score"),
    [
        ((VALUES, EDGE, SHAPE), "edge", Outcome.PASSED, 1.0),
        ((VALUES, EDGE, SHAPE), "shape", Outcome.WRONG, 3 / 4),
        ((VALUES, EDGE, NOISY, SHAPE), "shape", Outcome.WRONG, 3 / 4),  # too noisy is neutral
        ((WRONG_VALUES, SHAPE, EDGE), "edge", Outcome.WRONG, 0.0),  # only values earn before values
        ((WRONG_VALUES, SHAPE), "values", Outcome.PASSED, 1.0),
        ((FORBIDDEN, VALUES, SHAPE), "shape", Outcome.FORBIDDEN, 0.0),
        ((FORBIDDEN, VALUES, SHAPE), "forbidden", Outcome.PASSED, 1.0),
        ((VALUES, FAULT), "half", Outcome.PASSED, 1.0),
        ((VALUES, FAULT, SHAPE), "shape", Outcome.GRADER_FAULT, None),
        ((WRONG_VALUES,), "values", Outcome.PASSED, 0.0),  # nothing is left to judge
    ],
)
def test_a_waived_check_is_as_if_it_were_not_there(checks, waived, outcome, score) -> None:
    result = result_of("k", report(*checks), frozenset({waived}))
    assert (result.outcome, result.score, result.waived) == (outcome, score, (waived,))


@pytest.mark.parametrize(
    ("late", "hours", "units"),
    [
        (timedelta(minutes=-5), 0, 0),
        (timedelta(minutes=15), 0, 0),
        (timedelta(minutes=16), 0, 1),
        (timedelta(hours=24), 0, 1),
        (timedelta(hours=24, seconds=1), 0, 2),
        (timedelta(hours=25), 48, 0),
        (timedelta(hours=49), 48, 1),
    ],
)
def test_days_begun_after_due_date_extension_and_grace(late, hours, units) -> None:
    assert late_units(DAILY, DUE, DUE + late, hours, marked=False) == units


BERLIN = ZoneInfo("Europe/Berlin")  # 2026: clocks go on on 29 March at 2:00, back on 25 October


@pytest.mark.parametrize(
    ("due", "submitted", "hours", "per", "units"),
    [
        # 1:30 to 3:00 is half an hour in March, and two and a half hours in October.
        (datetime(2026, 3, 29, 1, 30), datetime(2026, 3, 29, 3, 0), 0, LateUnit.HOUR, 1),
        (datetime(2026, 10, 25, 1, 30), datetime(2026, 10, 25, 3, 0), 0, LateUnit.HOUR, 3),
        # The same time of the next day, 23 or 25 hours later, and a minute past it.
        (datetime(2026, 3, 28, 23, 59), datetime(2026, 3, 29, 23, 59), 0, LateUnit.DAY, 1),
        (datetime(2026, 3, 28, 23, 58), datetime(2026, 3, 29, 23, 59), 0, LateUnit.DAY, 2),
        (datetime(2026, 10, 24, 23, 59), datetime(2026, 10, 25, 23, 59), 0, LateUnit.DAY, 1),
        (datetime(2026, 10, 24, 23, 58), datetime(2026, 10, 25, 23, 59), 0, LateUnit.DAY, 2),
        # An extension of 25 hours lasts until 23:59, and one of 24 until 22:59.
        (datetime(2026, 10, 24, 23, 59), datetime(2026, 10, 25, 23, 59), 25, LateUnit.HOUR, 0),
        (datetime(2026, 10, 24, 23, 59), datetime(2026, 10, 25, 23, 59), 24, LateUnit.HOUR, 1),
        # 2:10 comes twice that night: half an hour late, though the clock shows an earlier time.
        (datetime(2026, 10, 25, 2, 40), datetime(2026, 10, 25, 2, 10, fold=1), 0, LateUnit.DAY, 1),
    ],
)
def test_lateness_across_a_change_of_clocks(due, submitted, hours, per, units) -> None:
    policy = LatePolicy(per=per, percent=10)
    due, submitted = due.replace(tzinfo=BERLIN), submitted.replace(tzinfo=BERLIN)
    for time in (submitted, submitted.astimezone(UTC)):  # as a table and as Gradescope say it
        assert late_units(policy, due, time, hours, marked=False) == units


def test_hours_and_times_that_nobody_knows() -> None:
    hourly = LatePolicy(per=LateUnit.HOUR, percent=2, marked_units=3)
    assert late_units(hourly, DUE, DUE + timedelta(minutes=90), 0, marked=False) == 2
    assert late_units(hourly, DUE, None, 0, marked=True) == 3
    assert late_units(hourly, DUE, None, 24, marked=True) == 0
    assert late_units(hourly, DUE, None, 0, marked=False) == 0
    assert late_units(hourly, None, DUE, 0, marked=True) == 0


@pytest.mark.parametrize(
    ("units", "raw", "penalty"),
    [(0, 8, 0), (1, 8, 1), (3, 8, 3), (9, 8, 5), (9, 6, 4), (9, 2, 0), (9, 1, 0), (1, 0, 0)],
)
def test_a_penalty_has_a_cap_and_leaves_the_floor(units, raw, penalty) -> None:
    assert penalty_of(DAILY, units, raw, 10) == penalty


def test_points_have_two_decimals_and_halves_go_up() -> None:
    assert [points(p) for p in (0.005, 1.005, 2.675, 3.333333, 10)] == [0.01, 1.01, 2.68, 3.33, 10]


def course(counted: Counted = Counted.LATEST, **more) -> Course:
    problem = CourseProblem("rope", "RoPE", 10, DUE)
    return Course("c", Path("/c"), (problem,), 1, "k" * 16, counted=counted, late=DAILY, **more)


def match(name: str, source: str, late: timedelta | None = None, order: int = 0) -> Match:
    submitted = None if late is None else DUE + late
    file = SubmittedFile(name, name, source, 1, source, submitted, order=(order, 0))
    return Match(file, ("a1",), "rope", How.HEADER, "", "")


def graded(course: Course, matches: list[Match], scores: dict[str, float | None]) -> Grade:
    """The grade where the verdicts on these sources are known."""
    problem = course.problem("rope")
    attempts = [
        Attempt(a.match, result(scores[a.match.file.source]), a.late_units)
        if a.match.file.source in scores
        else a
        for a in attempts_of(course, problem, ADA, matches)
    ]
    return grade_of(course, problem, ADA, attempts, None, 0)


def result(score: float | None) -> Result:
    outcome = Outcome.GRADER_FAULT if score is None else Outcome.WRONG
    return Result("k", report(outcome=outcome, score=score), outcome, score)


FIRST = match("rope.py", "s1", timedelta(hours=-2))
LATER = match("rope-1.py", "s2", timedelta(hours=2))


def test_the_latest_attempt_counts_or_the_best_after_penalty() -> None:
    scores = {"s1": 0.8, "s2": 0.85}
    latest = graded(course(), [LATER, FIRST], scores)
    assert (latest.raw, latest.penalty, latest.final) == (8.5, 1.0, 7.5)
    assert latest.reason == "1 day late"
    best = graded(course(Counted.BEST), [LATER, FIRST], scores)
    assert (best.raw, best.penalty, best.final) == (8.0, 0.0, 8.0)
    assert [a.match.file.path for a in best.attempts] == ["rope.py", "rope-1.py"]


def test_of_many_attempts_the_latest_few_may_be_the_best() -> None:
    many = [match(f"rope-{n}.py", f"s{n}", timedelta(hours=n - 20)) for n in range(4)]
    scores = {"s0": 1.0, "s1": 0.3, "s2": 0.5, "s3": 0.2}
    few = replace(course(Counted.BEST), most_attempts=3)
    grade = graded(few, many, scores)
    assert (grade.final, grade.reason) == (5.0, "of 4 attempts the latest 3 are graded")
    assert [a.match.file.path for a in to_grade(few, grade.attempts)] == [
        "rope-1.py", "rope-2.py", "rope-3.py",
    ]  # fmt: skip
    assert graded(few, many[:3], scores).final == 10.0


def test_nobody_guesses_which_of_two_files_is_the_latest() -> None:
    two = [match("a.py", "s1"), match("b.py", "s2")]
    grade = graded(course(), two, {"s1": 0.1, "s2": 1.0})
    assert (grade.status, grade.final) == (GradeStatus.UNMATCHED, None)
    assert graded(course(Counted.BEST), two, {"s1": 0.1, "s2": 1.0}).final == 10.0
    ordered = [match("a.py", "s1", order=2), match("b.py", "s2", order=1)]
    assert graded(course(), ordered, {"s1": 0.1, "s2": 1.0}).final == 1.0
    assert "map one to the problem in course.toml" in grade.reason
    mapped = [replace(two[0], how=How.MAPPING), two[1]]
    assert graded(course(), mapped, {"s1": 0.1, "s2": 1.0}).final == 1.0


def test_the_same_file_again_counts_where_it_came_first() -> None:
    again = match("rope-1.py", "s1", timedelta(hours=30))
    grade = graded(course(), [again, FIRST], {"s1": 1.0})
    assert (grade.final, len(grade.attempts)) == (10.0, 1)


def test_a_fault_is_no_number_and_an_override_is() -> None:
    grade = graded(course(), [FIRST], {"s1": None})
    assert (grade.status, grade.raw, grade.final) == (GradeStatus.REGRADE, None, None)
    assert graded(course(), [FIRST], {}).status is GradeStatus.REGRADE
    word = Override("a1", "rope", 6.5, "in the lab")
    given = grade_of(course(), course().problem("rope"), ADA, [], word, 0)
    assert (given.status, given.raw, given.final, given.override) == (
        GradeStatus.OK, None, 6.5, word,
    )  # fmt: skip


def test_what_nobody_could_place_is_not_missing() -> None:
    missing = grade_of(course(), course().problem("rope"), ADA, [], None, 0)
    assert (missing.status, missing.final) == (GradeStatus.MISSING, 0.0)
    unplaced = grade_of(course(), course().problem("rope"), ADA, [], None, 1)
    assert (unplaced.status, unplaced.final) == (GradeStatus.UNMATCHED, None)


@pytest.mark.parametrize(
    "name", ["a1", "ADA@example.org", "47", "ada lovelace", "Lovelace, Ada", "AdaLovelace"]
)
def test_extensions_add_up_under_any_name_of_a_student(name: str) -> None:
    given = (Extension(name, 24), Extension(name, 12, "rope"), Extension(name, 6, "softmax"))
    assert extension_hours(course(extensions=given), ADA, "rope") == 36
