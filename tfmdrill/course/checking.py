"""`course check`: what can be known before the class hands in, on this machine."""

import re
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from tfmdrill.catalogue import solution_path, stub_for
from tfmdrill.course.gathering import terms_now
from tfmdrill.course.handed_in import source_hash
from tfmdrill.course.jobs import Grading, Job, demand_isolation, result_key
from tfmdrill.course.people import People
from tfmdrill.course.pins import problem_hash
from tfmdrill.course.reading.tables import read_roster, read_times
from tfmdrill.course.settings import course_problems, demand_pins, read_course
from tfmdrill.course.store import Terms
from tfmdrill.errors import TierRefused, UsageError
from tfmdrill.model.course import Checked, Course, CourseCheck
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Isolation, Outcome, Report, Tier
from tfmdrill.model.source import Source
from tfmdrill.practice.files import back_up, refusing, write_whole

ENDLESS = "def {name}(*args, **kwargs):\n    while True:\n        pass\n"
TABLE = re.compile(r"\s*\[")
PROBLEM_TABLE = re.compile(r"\s*\[\[\s*problem\s*\]\]")
SLUG = re.compile(r"""\s*slug\s*=\s*["']([^"']*)["']""")
PIN = re.compile(r"""(?P<before>\s*pin\s*=\s*)["'][^"']*["'](?P<after>.*)""", re.DOTALL)


def check_course(file: Path, *, repin: bool, allow_tier: Tier | None = None) -> CourseCheck:
    """Grades each problem's model answers and stubs, and one file that never ends, as students'
    files are graded.

    repin: take the problems as they are now for those of this course.
    Raises UsageError, TierRefused.
    """
    course = read_course(file)
    repinned: tuple[str, ...] = ()
    if repin:
        repinned = repin_file(course)
        course = read_course(file)
    demand_pins(course)
    terms = terms_now(course)
    problems = course_problems(course)
    tier = allow_tier or course.tier
    checked: list[Checked] = []
    complaints: list[str] = []
    with Grading("this process") as grading:
        isolation: Isolation | None = None
        for number, problem in enumerate(problems.values()):
            ids: set[str] = set()
            for what, framework, source, expected in _files(problem, endless=not number):
                job = _job(course, problem, framework, source, terms, tier)
                start = time.perf_counter()
                report = grading.report(job)
                isolation = report.isolation
                ids |= {check.id for check in report.checks}
                took = time.perf_counter() - start
                checked.append(_checked(what, expected, report, took))
            complaints += _unknown_hidden(course, problem, ids)
    if isolation is None:
        raise UsageError(f"{file}: sets no problem")
    try:
        demand_isolation(tier, isolation)
    except TierRefused as error:
        complaints.append(str(error))
    students = len(read_roster(course.roster)) if course.roster else None
    complaints += _tables(course)
    return CourseCheck(course, isolation, tuple(checked), students, tuple(complaints), repinned)


def repin_file(course: Course) -> tuple[str, ...]:
    """The problems whose pins in course.toml were not those of the problems here, and now are.

    Nothing else in the file changes, and a backup of it stays. Raises UsageError.
    """
    now = {slug: problem_hash(problem) for slug, problem in course_problems(course).items()}
    changed = tuple(slug for slug in now if course.problem(slug).pin != now[slug])
    if not changed:
        return ()
    lines = course.file.read_text("utf-8").splitlines(keepends=True)
    done = set()
    for slug, number in _pin_lines(lines):
        if slug in now:
            lines[number] = PIN.sub(rf'\g<before>"{now[slug]}"\g<after>', lines[number])
            done.add(slug)
    missed = [slug for slug in changed if slug not in done]
    if missed:
        slug = missed[0]
        raise UsageError(
            f'{course.file}: write this line into the [[problem]] of {slug}: pin = "{now[slug]}"'
        )
    with refusing(course.file):
        back_up(course.file)
        write_whole(course.file, "".join(lines))
    return changed


def _pin_lines(lines: list[str]) -> Iterator[tuple[str, int]]:
    """(slug, number of its line with the pin) of each [[problem]]."""
    slug, pin, inside = "", -1, False
    for number, line in enumerate([*lines, "[end]"]):
        if TABLE.match(line):
            if slug and pin >= 0:
                yield slug, pin
            slug, pin, inside = "", -1, bool(PROBLEM_TABLE.match(line))
        elif inside and (found := SLUG.match(line)):
            slug = found[1]
        elif inside and PIN.match(line):
            pin = number


def _files(problem: Problem, *, endless: bool) -> Iterator[tuple[str, Framework, Source, str]]:
    """(what, framework, source, what must come of it)."""
    for framework in problem.frameworks:
        answer = solution_path(problem, framework)
        source = Source(answer.name, answer.read_bytes())
        yield f"model answer ({framework})", framework, source, "full marks"
        stub = Source("stub.py", stub_for(problem, framework).encode())
        yield f"stub ({framework})", framework, stub, "score 0"
    if endless:
        code = "\n".join(ENDLESS.format(name=entry.name) for entry in problem.entries)
        source = Source("endless.py", code.encode())
        yield "a file that never ends", problem.frameworks[-1], source, "timeout, score 0"


def _checked(what: str, expected: str, report: Report, wall_s: float) -> Checked:
    fine = {
        "full marks": report.outcome is Outcome.PASSED and report.score == 1,
        "score 0": report.outcome is not Outcome.PASSED and report.score == 0,
        "timeout, score 0": report.outcome is Outcome.TIMEOUT and report.score == 0,
    }[expected]
    message = "" if fine else next((c.message for c in report.checks if c.message), "")
    return Checked(
        report.problem, what, expected, report.outcome, report.score, fine, message, wall_s
    )


def _job(
    course: Course,
    problem: Problem,
    framework: Framework,
    source: Source,
    terms: Terms,
    tier: Tier,
) -> Job:
    return Job(
        result_key(source_hash(source), framework, problem.slug, terms),
        problem.slug,
        framework,
        source,
        terms.seed,
        terms.limit_scale,
        course.problem(problem.slug).pin,
        terms.engine,
        tier,
        tuple(map(str, course.packs)),
        (str(course.file.parent),),
    )


def _unknown_hidden(course: Course, problem: Problem, ids: set[str]) -> list[str]:
    patterns = course.problem(problem.slug).hidden
    return [
        f"{problem.slug}: hidden: no check fits {pattern!r}; there are {', '.join(sorted(ids))}"
        for pattern in patterns
        if not any(fnmatch(id, pattern) for id in ids)
    ]


def _tables(course: Course) -> list[str]:
    """What the tables beside course.toml name that isn't there."""
    from zoneinfo import ZoneInfo

    if course.roster is None:
        return []
    people = People(read_roster(course.roster), course.groups, closed=True)
    named = [("extension", e.student) for e in course.extensions]
    named += [("map", m.student) for m in course.mappings if m.student]
    if course.times:
        zone = ZoneInfo(course.time_zone)
        named += [(course.times.name, row.student) for row in read_times(course.times, zone)]
    complaints = []
    for where, name in named:
        try:
            people.named(name)
        except UsageError as error:
            complaints.append(f"{where}: {error}")
    return complaints
