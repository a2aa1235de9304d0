"""course.toml as a typed value, with exact errors."""

import math
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.catalogue.schema import fault, read_toml
from tfmdrill.course.pins import problem_hash
from tfmdrill.errors import ProblemError, UsageError
from tfmdrill.model.course import (
    Counted,
    Course,
    CourseProblem,
    Extension,
    FileMapping,
    LatePolicy,
    LateUnit,
    Layout,
    Lms,
)
from tfmdrill.model.problem import Pack, Problem
from tfmdrill.model.report import Tier

FILE = "course.toml"
SCHEMA = 1
LEAST_KEY = 16  # hex digits
EARLIEST, LATEST = 1970, 9000  # years that stay years in every zone and with every extension


class LateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    per: LateUnit = LateUnit.DAY
    percent: float = 0.0
    grace_minutes: float = 0.0
    cap_percent: float = 100.0
    floor_percent: float = 0.0
    marked_units: float = 1.0


class ProblemTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    slug: str
    points: float
    pin: str
    due: datetime | None = None
    hidden: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


class ExtensionTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    student: str
    hours: float
    problem: str = ""


class MappingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    student: str = ""
    problem: str = ""


class CourseTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """course.toml."""

    schema: int
    name: str
    seed: int
    pseudonym_key: str
    problem: tuple[ProblemTable, ...]
    time_zone: str = "UTC"
    attempts: Counted = Counted.LATEST
    most_attempts: int = 20
    tier: Tier = Tier.PARTIAL
    limit_scale: float = 1.0
    packs: tuple[str, ...] = ()
    layout: Layout = Layout.AUTO
    lms: Lms = Lms.NONE
    roster: str = ""
    column: str = ""
    times: str = ""
    late: LateTable = LateTable()
    extension: tuple[ExtensionTable, ...] = ()
    map: tuple[MappingTable, ...] = ()
    groups: dict[str, tuple[str, ...]] = {}


def read_course(path: Path) -> Course:
    """The course that the file describes.

    Raises UsageError that names the file, the key, what was seen and what is wanted; ProblemError
    where a problem of a pack is not well formed.
    """
    path = path.resolve()
    if not path.is_file():
        raise UsageError(
            f"{path}: there is no such file; write one with `tfmdrill course init`, or name yours "
            "with --course"
        )
    try:
        content = read_toml(path, CourseTable)
        _check(path, content)
    except ProblemError as error:
        raise UsageError(str(error)) from None
    packs = tuple((path.parent / pack).resolve() for pack in content.packs)
    active = active_packs(packs)
    zone = ZoneInfo(content.time_zone)
    return Course(
        name=content.name,
        file=path,
        problems=tuple(_problem(path, table, active, zone) for table in content.problem),
        seed=content.seed,
        pseudonym_key=content.pseudonym_key,
        time_zone=content.time_zone,
        counted=content.attempts,
        most_attempts=content.most_attempts,
        tier=content.tier,
        limit_scale=content.limit_scale,
        late=LatePolicy(**msgspec.structs.asdict(content.late)),
        extensions=tuple(Extension(e.student, e.hours, e.problem) for e in content.extension),
        groups=tuple(content.groups.items()),
        mappings=tuple(FileMapping(m.file, m.student, m.problem) for m in content.map),
        layout=content.layout,
        lms=content.lms,
        roster=_beside(path, "roster", content.roster),
        column=content.column,
        times=_beside(path, "times", content.times),
        packs=packs,
    )


def course_problems(course: Course) -> dict[str, Problem]:
    """Each problem of the course by its slug, from the packs."""
    active = active_packs(course.packs)
    return {problem.slug: find_problem(problem.slug, active) for problem in course.problems}


def demand_pins(course: Course) -> None:
    """Raises UsageError where a problem isn't the one that was checked and pinned."""
    for slug, problem in course_problems(course).items():
        pinned, here = course.problem(slug).pin, problem_hash(problem)
        if pinned != here:
            raise UsageError(
                f"{slug} isn't the problem that this course pins (pinned {pinned[:12] or 'none'}, "
                f"here {here[:12]}): take the pinned version of its pack, or accept this one with "
                "`tfmdrill course check --repin` (and then `course regrade`)"
            )


def _problem(
    path: Path, table: ProblemTable, packs: tuple[Pack, ...], zone: ZoneInfo
) -> CourseProblem:
    try:
        title = find_problem(table.slug, packs).title
    except UsageError as error:
        raise UsageError(f"{path}: problem: {error}") from None
    due = table.due
    if due is not None and due.tzinfo is None:
        due = due.replace(tzinfo=zone)
    return CourseProblem(table.slug, title, table.points, due, table.hidden, table.files, table.pin)


def _beside(path: Path, key: str, name: str) -> Path | None:
    if not name:
        return None
    found = (path.parent / name).resolve()
    if not found.is_file():
        raise UsageError(f"{path}: {key}: there is no file {found}")
    return found


def _check(path: Path, content: CourseTable) -> None:
    """What the types don't say. Raises ProblemError."""
    if content.schema != SCHEMA:
        raise fault(path, "schema", content.schema, f"{SCHEMA}, what this tfmdrill reads")
    if not content.problem:
        raise fault(path, "problem", [], "at least one [[problem]]")
    if content.seed < 0:
        raise fault(path, "seed", content.seed, "0 or more")
    key = content.pseudonym_key
    if len(key) < LEAST_KEY:
        raise fault(path, "pseudonym_key", key, f"at least {LEAST_KEY} characters, kept secret")
    try:
        ZoneInfo(content.time_zone)
    except (KeyError, ValueError, OSError):
        raise fault(path, "time_zone", content.time_zone, "a name as Europe/Berlin") from None
    _check_number(path, "most_attempts", content.most_attempts, 1, 10_000)
    _check_number(path, "limit_scale", content.limit_scale, 0.01, 1000.0)
    for name in ("percent", "cap_percent", "floor_percent"):
        _check_number(path, f"late.{name}", getattr(content.late, name), 0.0, 100.0)
    for name in ("grace_minutes", "marked_units"):
        _check_number(path, f"late.{name}", getattr(content.late, name), 0.0, 1e6)
    slugs = [table.slug for table in content.problem]
    for number, table in enumerate(content.problem):
        if slugs.count(table.slug) > 1:
            raise fault(path, f"problem[{number}].slug", table.slug, "each problem once")
        _check_number(path, f"problem[{number}].points", table.points, 0.0, 1e6)
        if table.due is not None and not EARLIEST <= table.due.year <= LATEST:
            wanted = f"a year from {EARLIEST} to {LATEST}; without a due date nothing is late"
            raise fault(path, f"problem[{number}].due", str(table.due), wanted)
    wanted = f"one of {', '.join(slugs)}"
    for number, extension in enumerate(content.extension):
        if extension.problem and extension.problem not in slugs:
            raise fault(path, f"extension[{number}].problem", extension.problem, wanted)
        _check_number(path, f"extension[{number}].hours", extension.hours, 0.0, 1e6)
    grouped: dict[str, str] = {}
    for name, members in content.groups.items():
        for member in members:
            first = grouped.setdefault(member.casefold(), name)
            if first != name:
                raise fault(path, f"groups.{name}", member, f"nobody of group {first!r} too")
    for number, mapping in enumerate(content.map):
        if mapping.problem and mapping.problem not in slugs:
            raise fault(path, f"map[{number}].problem", mapping.problem, wanted)
        if not (mapping.student or mapping.problem):
            raise fault(path, f"map[{number}]", mapping.file, "a student or a problem, or both")


def _check_number(path: Path, key: str, value: float, least: float, most: float) -> None:
    if not (math.isfinite(value) and least <= value <= most):
        raise fault(path, key, value, f"a number from {least:g} to {most:g}")
