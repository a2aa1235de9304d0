"""`course regrade`: what would change first, then, if the instructor agrees, the change."""

import difflib
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from tfmdrill.course.gathering import Gathering, Waivers, terms_now
from tfmdrill.course.grading import HowToGrade, Told, grade_wanted, publish
from tfmdrill.course.settings import demand_pins
from tfmdrill.course.store import Published, Store, open_store
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Course, Grade, ScoreChange, Student

NEAR = 3  # names that are shown in place of one that is none
Agree = Callable[[tuple[ScoreChange, ...]], bool]


def regrade_class(
    course: Course,
    out: Path,
    how: HowToGrade,
    *,
    waive: Sequence[str] = (),
    count_again: Sequence[str] = (),
    agree: Agree,
    told: Told = lambda _: None,
) -> bool:
    """Whether the grades were written anew: `agree` is given what would change, and decides.

    Everything that was handed in is graded under course.toml, problems and engine as they are
    now; verdicts that still hold are taken as they are.

    waive, count_again: ids of checks that don't count any more, or count again, or patterns of
        them, alone or as "problem:check".
    Raises UsageError, TierRefused.
    """
    demand_pins(course)
    with open_store(out, create=False) as store:
        gathering = Gathering(course, store, store.handed_in, terms_now(course))
        have = store.keys(faults=False)
        wanted = [each for each in gathering.wanted() if each.key not in have]
        grade_wanted(course, store, gathering, wanted, how, deny=(str(out.resolve()),), told=told)
        waivers = _waivers(course, store, gathering, waive, count_again)
        grades = gathering.grades(waivers)
        changes = _changes(store, grades.students, grades.grades)
        if not agree(changes):
            return False
        store.keep_decisions(gathering.terms, waivers)
        publish(store, grades, out, names=how.names or None)
        return True


def _waivers(
    course: Course,
    store: Store,
    gathering: Gathering,
    waive: Sequence[str],
    count_again: Sequence[str],
) -> Waivers:
    known = {
        (grade.problem, check.id)
        for grade in gathering.grades(()).grades
        for attempt in grade.attempts
        if attempt.result is not None
        for check in attempt.result.report.checks
    }
    waivers = set(store.waivers)
    for name in waive:
        waivers |= _named(name, known, "that was judged in this class")
    for name in count_again:
        waivers -= _named(name, set(store.waivers), "that is waived")
    slugs = [problem.slug for problem in course.problems]
    return tuple(sorted(w for w in waivers if w[0] in slugs))


def _named(name: str, known: set[tuple[str, str]], what: str) -> set[tuple[str, str]]:
    """The checks that "check" or "problem:check" means, where a check may be a pattern.

    Raises UsageError for none.
    """
    whole = ":" in name
    names = {(p, c): f"{p}:{c}" if whole else c for p, c in known}
    found = {pair for pair, own in names.items() if fnmatchcase(own, name)}
    if not found:
        each = sorted(set(names.values()))
        near = difflib.get_close_matches(name, each, NEAR)
        meant = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(each)}"
        raise UsageError(f"no check {what} is {name!r}; {meant if each else 'there are none'}")
    return found


def _changes(
    store: Store, students: Sequence[Student], grades: Sequence[Grade]
) -> tuple[ScoreChange, ...]:
    before = {(p.student, p.problem): p for p in store.published}
    by_key = {student.key: student for student in students}
    changes = []
    for grade in grades:
        was = before.get((grade.student, grade.problem))
        if was is not None and (was.final, was.status) == (grade.final, grade.status):
            continue
        changes.append(
            ScoreChange(
                by_key[grade.student],
                grade.problem,
                was.final if was else None,
                grade.final,
                was.status if was else "not graded",
                grade.status,
                _changed_checks(store, was, grade),
            )
        )
    return tuple(changes)


def _changed_checks(
    store: Store, was: Published | None, grade: Grade
) -> tuple[tuple[str, str, str], ...]:
    """The checks of the attempt that counted and of the one that counts, where they differ."""
    before: dict[str, str] = {}
    report = store.report(was.key) if was and was.key else None
    if report is not None:
        waived = {check for problem, check in store.waivers if problem == grade.problem}
        before = {c.id: "waived" if c.id in waived else c.outcome.value for c in report.checks}
    after: dict[str, str] = {}
    result = grade.counted.result if grade.counted else None
    if result is not None:
        after = {
            c.id: "waived" if c.id in result.waived else c.outcome.value
            for c in result.report.checks
        }
    names = dict.fromkeys((*before, *after))
    return tuple(
        (name, before.get(name, "not there"), after.get(name, "not there"))
        for name in names
        if before.get(name) != after.get(name)
    )
