"""From what the store holds to the grades of the class; the same in, the same out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tfmdrill.course.jobs import Job, result_key
from tfmdrill.course.pins import engine_id
from tfmdrill.course.scoring import attempts_of, grade_of, result_of, to_grade
from tfmdrill.course.settings import course_problems
from tfmdrill.course.store import HandedIn, Published, Store, Terms
from tfmdrill.model.course import Attempt, ClassGrades, Course, Match, Student
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Tier
from tfmdrill.practice.workspace import framework_of

Waivers = tuple[tuple[str, str], ...]  # (problem, check id)


def terms_now(course: Course) -> Terms:
    """What verdicts given now depend on. The pins are those of course.toml."""
    return Terms(
        engine_id(),
        course.seed,
        course.limit_scale,
        tuple((p.slug, p.pin) for p in course.problems),
    )


@dataclass(frozen=True, slots=True)
class Wanted:
    """An attempt that needs a verdict, and under which key that is kept."""

    student: Student
    attempt: Attempt
    framework: Framework
    key: str


class Gathering:
    """One class under certain terms: what must be graded, and what came of it."""

    def __init__(self, course: Course, store: Store, handed_in: HandedIn, terms: Terms) -> None:
        self._course = course
        self._store = store
        self._handed_in = handed_in
        self._terms = terms
        self._problems: dict[str, Problem] = course_problems(course)
        self._matches: dict[tuple[str, str], list[Match]] = {}
        for match in handed_in.matches:
            for student in match.students:
                self._matches.setdefault((student, match.problem), []).append(match)
        self._frameworks: dict[tuple[str, str], Framework] = {}

    @property
    def terms(self) -> Terms:
        return self._terms

    def wanted(self) -> Iterator[Wanted]:
        """Every attempt that needs a verdict; those of one group once for each of its members."""
        for student in self._handed_in.students:
            for problem in self._course.problems:
                for attempt in to_grade(self._course, self._attempts(student, problem.slug)):
                    framework, key = self._key(attempt)
                    yield Wanted(student, attempt, framework, key)

    def jobs(self, wanted: Sequence[Wanted], tier: Tier, deny: Sequence[str]) -> list[Job]:
        """A job for each key, in the order of the keys: problems mixed, so that what is left of a
        run is like what is done, and no worker needs more memory late than early."""
        unique = {each.key: each for each in wanted}
        ordered = [unique[key] for key in sorted(unique)]
        pins = dict(self._terms.problems)
        return [
            Job(
                each.key,
                each.attempt.match.problem,
                each.framework,
                self._store.source(each.attempt.match.file.source),
                self._terms.seed,
                self._terms.limit_scale,
                pins[each.attempt.match.problem],
                self._terms.engine,
                tier,
                tuple(map(str, self._course.packs)),
                tuple(deny),
            )
            for each in ordered
        ]

    def grades(self, waivers: Waivers) -> ClassGrades:
        """What the class has under these terms and waivers."""
        overrides = {(o.student, o.problem): o for o in self._store.overrides}
        grades = []
        keys: set[str] = set()
        for student in self._handed_in.students:
            unplaced = self._unplaced(student)
            for problem in self._course.problems:
                attempts = self._judged(student, problem.slug, waivers)
                keys |= {a.result.key for a in attempts if a.result is not None}
                override = overrides.get((student.key, problem.slug))
                grades.append(
                    grade_of(self._course, problem, student, attempts, override, unplaced)
                )
        return ClassGrades(
            self._course,
            self._handed_in.students,
            tuple(grades),
            self._handed_in.unmatched,
            waivers,
            self._store.timings(keys),
            self._terms.engine,
        )

    def _unplaced(self, student: Student) -> int:
        """How many files of the student may be an answer that nobody could place: of whoever has
        handed in no other, whatever it is."""
        own = [u for u in self._handed_in.unmatched if student.key in u.students]
        placed = any(student.key in match.students for match in self._handed_in.matches)
        return sum(unmatched.code or not placed for unmatched in own)

    def _judged(self, student: Student, slug: str, waivers: Waivers) -> tuple[Attempt, ...]:
        waived = frozenset(check for problem, check in waivers if problem == slug)
        attempts = self._attempts(student, slug)
        needed = to_grade(self._course, attempts)
        judged = []
        for attempt in attempts:
            _, key = self._key(attempt)
            report = self._store.report(key) if attempt in needed else None
            if report is not None:
                attempt = replace(attempt, result=result_of(key, report, waived))
            judged.append(attempt)
        return tuple(judged)

    def _attempts(self, student: Student, slug: str) -> tuple[Attempt, ...]:
        matches = self._matches.get((student.key, slug), [])
        return attempts_of(self._course, self._course.problem(slug), student, matches)

    def _key(self, attempt: Attempt) -> tuple[Framework, str]:
        match = attempt.match
        place = (match.file.source, match.problem)
        if place not in self._frameworks:
            source = self._store.source(match.file.source)
            self._frameworks[place] = framework_of(source, self._problems[match.problem])
        framework = self._frameworks[place]
        return framework, result_key(match.file.source, framework, match.problem, self._terms)


def published_of(grades: ClassGrades) -> tuple[Published, ...]:
    """What the store remembers of grades that were written out."""
    return tuple(
        Published(
            grade.student,
            grade.problem,
            grade.status,
            grade.final,
            grade.counted.result.key if grade.counted and grade.counted.result else "",
        )
        for grade in grades.grades
    )
