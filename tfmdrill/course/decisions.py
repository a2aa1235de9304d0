"""The instructor's word on one student: another score, a look at it again, nothing kept."""

import math
from dataclasses import replace
from pathlib import Path

from tfmdrill.course.gathering import Gathering, terms_now
from tfmdrill.course.grading import demand_same, publish
from tfmdrill.course.jobs import Grading
from tfmdrill.course.outputs import files_of_student
from tfmdrill.course.people import find_student
from tfmdrill.course.store import HandedIn, Store, open_store
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Course, Override, Replayed, Student
from tfmdrill.model.report import Tier


def override_score(
    course: Course, out: Path, student: str, problem: str, score: float | None, reason: str
) -> tuple[Student, Override | None]:
    """Sets the student's points for the problem, whatever grading says now or later, and writes
    the outputs; a score of None takes an earlier word back, and gives no override.

    Raises UsageError for nobody, no such problem, a score that is no number, or no reason.
    """
    _demand_problem(course, problem)
    if score is not None and not (math.isfinite(score) and score >= 0):
        raise UsageError(f"a score is a number of points from 0, not {score}")
    if score is not None and not reason.strip():
        raise UsageError("say why with --reason: it is kept with the score")
    with open_store(out, create=False) as store:
        who = find_student(store.handed_in.students, student)
        override = None
        if score is not None:
            override = Override(who.key, problem, score, reason.strip())
            store.keep_override(override)
        elif not store.drop_override(who.key, problem):
            raise UsageError(f"{student} has no override for {problem}")
        publish(store, _gathering(course, store).grades(store.waivers), out)
        return who, override


def replay(
    course: Course, out: Path, student: str, problem: str, allow_tier: Tier | None
) -> tuple[Replayed, ...]:
    """The student's counted files graded again, here and with nothing left out; nothing is kept.

    Raises UsageError, TierRefused, and what grading raises.
    """
    if problem:
        _demand_problem(course, problem)
    with open_store(out, create=False) as store:
        demand_same(store, terms_now(course), out)
        who = find_student(store.handed_in.students, student)
        gathering = _gathering(course, store)
        wanted = [
            each
            for each in gathering.wanted()
            if each.student == who and problem in ("", each.attempt.match.problem)
        ]
        if not wanted:
            raise UsageError(f"nothing of {student} was graded{f' for {problem}' * bool(problem)}")
        deny = (str(out.resolve()), str(course.file.parent))
        tier = allow_tier or course.tier
        paths = {each.key: each.attempt.match.file.path for each in wanted}
        with Grading("this process") as grading:
            return tuple(
                Replayed(
                    who,
                    paths[job.key],
                    grading.report(job),
                    store.report(job.key),
                    store.trace(job.key),
                )
                for job in gathering.jobs(wanted, tier, deny)
            )


def forget(course: Course, out: Path, student: str) -> Student:
    """Deletes whatever is kept of the student, and writes the outputs without them.

    What the student handed in together with others stays with those. Raises UsageError.
    """
    with open_store(out, create=False) as store:
        before = store.handed_in
        who = find_student(before.students, student)
        matches = []
        for match in before.matches:
            rest = tuple(key for key in match.students if key != who.key)
            if rest:
                matches.append(replace(match, students=rest))
        remaining = HandedIn(
            tuple(s for s in before.students if s.key != who.key),
            tuple(matches),
            tuple(u for u in before.unmatched if who.key not in u.students),
        )
        gathering = Gathering(course, store, remaining, store.terms or terms_now(course))
        store.forget(who.key, remaining, {each.key for each in gathering.wanted()})
        for path in files_of_student(who, out):
            path.unlink(missing_ok=True)
        publish(store, gathering.grades(store.waivers), out)
        return who


def _gathering(course: Course, store: Store) -> Gathering:
    """The class under the terms that its grades were given under."""
    return Gathering(course, store, store.handed_in, store.terms or terms_now(course))


def _demand_problem(course: Course, slug: str) -> None:
    slugs = [problem.slug for problem in course.problems]
    if slug not in slugs:
        raise UsageError(f"this course doesn't set {slug!r}; it sets {', '.join(slugs)}")
