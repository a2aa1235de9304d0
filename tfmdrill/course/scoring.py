"""Points: a report after waivers, what lateness takes, and which attempt counts."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tfmdrill.course.people import spellings
from tfmdrill.model.course import (
    Attempt,
    Counted,
    Course,
    CourseProblem,
    Grade,
    GradeStatus,
    How,
    LatePolicy,
    LateUnit,
    Match,
    Override,
    Result,
    Student,
)
from tfmdrill.model.report import OUTCOME_ORDER, CheckKind, CheckResult, Outcome, Report

HUNDRED = 100  # points have two decimals
NOT_JUDGED = (Outcome.SKIPPED, Outcome.TOO_NOISY)


def result_of(key: str, report: Report, waived: frozenset[str]) -> Result:
    """The report's own verdict where nothing of it is waived, else as if those checks weren't."""
    out = tuple(check.id for check in report.checks if check.id in waived)
    if not out:
        return Result(key, report, report.outcome, report.score)
    checks = [check for check in report.checks if check.id not in waived]
    outcomes = [check.outcome for check in checks]
    outcome = next((o for o in OUTCOME_ORDER if o in outcomes), Outcome.PASSED)
    score = None if outcome is Outcome.GRADER_FAULT else _score(checks)
    return Result(key, report, outcome, score, out)


def points(score: float) -> float:
    """Points as they are shown and added up: two decimals, halves up.

    >>> points(1.005), points(2.675)
    (1.01, 2.68)
    """
    return math.floor(score * HUNDRED + 0.5 + 1e-9) / HUNDRED


def late_units(
    policy: LatePolicy,
    due: datetime | None,
    submitted: datetime | None,
    extension_hours: float,
    *,
    marked: bool,
) -> float:
    """Days or hours begun after due date and extension; 0 within the grace.

    Hours are such as pass; days are those of the due date's calendar, so that the same time of the
    next day is one day late even where clocks changed in between.

    A file that the LMS marks late, and of which no time is known, has those of the policy, unless
    the student has an extension: how much of it was used can't be known.
    """
    if submitted is None:
        return policy.marked_units if marked and not extension_hours else 0.0
    if due is None:
        return 0.0
    # In UTC: times of one zone are subtracted as the clocks on the wall show them.
    end = due.astimezone(UTC) + timedelta(hours=extension_hours)
    late = submitted.astimezone(UTC) - end
    if late <= timedelta(minutes=policy.grace_minutes):
        return 0.0
    if policy.per is LateUnit.HOUR:
        return float(math.ceil(late / timedelta(hours=1)))
    on_the_wall = submitted.astimezone(due.tzinfo).replace(tzinfo=None) - end.astimezone(
        due.tzinfo
    ).replace(tzinfo=None)
    return float(max(1, math.ceil(on_the_wall / timedelta(days=1))))


def penalty_of(policy: LatePolicy, units: float, raw: float, worth: float) -> float:
    """The points that lateness takes off `raw`, of a problem worth so many."""
    percent = min(units * policy.percent, policy.cap_percent)
    floor = min(raw, worth * policy.floor_percent / 100)
    return points(min(worth * percent / 100, raw - floor))


def extension_hours(course: Course, student: Student, problem: str) -> float:
    """The hours that course.toml gives the student for the problem, all entries together."""
    ids = {v.casefold() for v in (student.key, student.email) if v}
    ids |= {id.casefold() for _, id in student.ids}
    names = set(spellings(student.name))
    return sum(
        extension.hours
        for extension in course.extensions
        if extension.problem in ("", problem)
        and (extension.student.casefold() in ids or names & set(spellings(extension.student)))
    )


def attempts_of(
    course: Course, problem: CourseProblem, student: Student, matches: Sequence[Match]
) -> tuple[Attempt, ...]:
    """The student's attempts at the problem in order of time, without verdicts; a file that was
    handed in twice as it is counts once, where it came first."""
    hours = extension_hours(course, student, problem.slug)
    seen: dict[str, Attempt] = {}
    for match in sorted(matches, key=_moment):
        file = match.file
        units = late_units(course.late, problem.due, file.submitted, hours, marked=file.marked_late)
        seen.setdefault(file.source, Attempt(match, None, units))
    return tuple(seen.values())


def to_grade(course: Course, attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """Those of the attempts that need a verdict: the latest, or the latest so many where the best
    counts; none where nothing says which is the latest."""
    if course.counted is Counted.BEST or not attempts:
        return tuple(attempts[-course.most_attempts :])
    return () if undecided(course, attempts) else (attempts[-1],)


def undecided(course: Course, attempts: Sequence[Attempt]) -> str:
    """Why the latest attempt isn't known, "" if it is or doesn't matter."""
    if course.counted is Counted.BEST:
        return ""
    last = _when(attempts[-1].match)
    equal = sum(_when(attempt.match) == last for attempt in attempts)
    if equal == 1:
        return ""
    return (
        f"nothing says which of {equal} files is the latest; map one to the problem in course.toml"
    )


def grade_of(
    course: Course,
    problem: CourseProblem,
    student: Student,
    attempts: Sequence[Attempt],
    override: Override | None,
    unplaced: int,
) -> Grade:
    """attempts: as `attempts_of` orders them, with verdicts where there are any.

    unplaced: how many of the student's files may be an answer that nobody could place.
    """
    grade = _graded(course, problem, student, attempts, unplaced)
    if override is None:
        return grade
    final = points(override.score)
    return replace(grade, status=GradeStatus.OK, final=final, override=override)


def _graded(
    course: Course,
    problem: CourseProblem,
    student: Student,
    attempts: Sequence[Attempt],
    unplaced: int,
) -> Grade:
    attempts = tuple(attempts)

    def without_number(status: GradeStatus, reason: str, final: float | None = None) -> Grade:
        return Grade(
            student.key, problem.slug, status, None, 0.0, final, attempts=attempts, reason=reason
        )

    if not attempts and unplaced:
        return without_number(GradeStatus.UNMATCHED, "files are there that nobody could place")
    if not attempts:
        return without_number(GradeStatus.MISSING, "nothing was handed in", 0.0)
    reason = undecided(course, attempts)
    if reason:
        return without_number(GradeStatus.UNMATCHED, reason)
    open_ones = [a for a in to_grade(course, attempts) if a.result is None]
    if open_ones:
        return without_number(GradeStatus.REGRADE, "not graded yet")
    if any(a.result is not None and a.result.score is None for a in to_grade(course, attempts)):
        return without_number(GradeStatus.REGRADE, "tfmdrill failed on it: to be graded again")
    scored = [_scored(course, problem, attempt) for attempt in to_grade(course, attempts)]
    raw, penalty, counted = max(scored, key=lambda s: s[0] - s[1])
    return Grade(
        student.key,
        problem.slug,
        GradeStatus.OK,
        raw,
        penalty,
        points(raw - penalty),
        counted,
        attempts,
        reason="; ".join(filter(None, [_late_words(course, counted), _left_out(course, attempts)])),
    )


def _scored(
    course: Course, problem: CourseProblem, attempt: Attempt
) -> tuple[float, float, Attempt]:
    score = attempt.result.score if attempt.result is not None else None
    raw = points((score or 0.0) * problem.points)
    return raw, penalty_of(course.late, attempt.late_units, raw, problem.points), attempt


def _left_out(course: Course, attempts: Sequence[Attempt]) -> str:
    if course.counted is not Counted.BEST or len(attempts) <= course.most_attempts:
        return ""
    return f"of {len(attempts)} attempts the latest {course.most_attempts} are graded"


def _late_words(course: Course, attempt: Attempt) -> str:
    units = attempt.late_units
    if not units:
        return ""
    word = f"{units:g} {course.late.per}{'' if units == 1 else 's'} late"
    return word if attempt.match.file.submitted else f"{word}: the LMS marks it late"


def _score(checks: Sequence[CheckResult]) -> float:
    """As grading scores: nothing but values earns anything until the first value check passes."""
    if any(check.outcome is Outcome.FORBIDDEN for check in checks):
        return 0.0
    values = [check for check in checks if check.kind is CheckKind.VALUE]
    base_right = not values or values[0].outcome is Outcome.PASSED
    judged = [check for check in checks if check.outcome not in NOT_JUDGED]
    total = sum(check.weight for check in judged)
    earned = sum(
        check.weight
        for check in judged
        if check.outcome is Outcome.PASSED and (check.kind is CheckKind.VALUE or base_right)
    )
    return earned / total if total else 0.0


def _when(match: Match) -> tuple[float, tuple[int, int], bool]:
    """Of files of one moment the one that course.toml maps is the latest."""
    submitted = match.file.submitted
    moment = submitted.timestamp() if submitted else 0.0
    return moment, match.file.order, match.how is How.MAPPING


def _moment(match: Match) -> tuple[tuple[float, tuple[int, int], bool], str]:
    return _when(match), match.file.path
