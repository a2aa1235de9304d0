"""What a course is, who handed in what, and what came of it: all that the outputs are made from."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from tfmdrill.model.report import CheckResult, Isolation, Outcome, Report, Tier


class Lms(StrEnum):
    """Where the roster comes from and the grades go to."""

    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"
    NONE = "none"


class Layout(StrEnum):
    """How the folder or zip of submissions is laid out."""

    AUTO = "auto"
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"
    FOLDERS = "folders"  # a folder, or a zip, a student
    PLAIN = "plain"  # all files in one folder


class Counted(StrEnum):
    """Which of several attempts counts."""

    LATEST = "latest"
    BEST = "best"


class LateUnit(StrEnum):
    DAY = "day"
    HOUR = "hour"


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """What lateness costs, in percent of a problem's points.

    grace_minutes: lateness up to this costs nothing; beyond it, time counts from the due date.
    cap_percent: the most that lateness takes.
    floor_percent: what a submission keeps at least, if it has earned as much.
    marked_units: the units that count for a file that the LMS marks late without saying when it
        was handed in.
    """

    per: LateUnit = LateUnit.DAY
    percent: float = 0.0
    grace_minutes: float = 0.0
    cap_percent: float = 100.0
    floor_percent: float = 0.0
    marked_units: float = 1.0


@dataclass(frozen=True, slots=True)
class Extension:
    """More time for a student, for one problem or, where it is "", for all."""

    student: str  # key, name, email or an id of the LMS
    hours: float
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CourseProblem:
    """A problem as the course sets it.

    due: with its time zone; None where there is no date.
    hidden: patterns of check ids whose title alone is shown to students ("gradient", "edge-*").
    files: patterns of the names under which students hand it in, besides that of the stub.
    pin: the hash of the problem's files that the instructor has checked.
    """

    slug: str
    title: str
    points: float
    due: datetime | None = None
    hidden: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    pin: str = ""


@dataclass(frozen=True, slots=True)
class FileMapping:
    """The instructor's word on files whose path fits the pattern; "" leaves that part open."""

    file: str
    student: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """course.toml, which lies at `file`. Paths are absolute."""

    name: str
    file: Path
    problems: tuple[CourseProblem, ...]
    seed: int
    pseudonym_key: str
    time_zone: str = "UTC"
    counted: Counted = Counted.LATEST
    most_attempts: int = 20  # of a student at a problem that are graded, where the best counts
    tier: Tier = Tier.PARTIAL
    limit_scale: float = 1.0
    late: LatePolicy = LatePolicy()
    extensions: tuple[Extension, ...] = ()
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()  # (name, members as in Extension)
    mappings: tuple[FileMapping, ...] = ()
    layout: Layout = Layout.AUTO
    lms: Lms = Lms.NONE
    roster: Path | None = None  # the LMS's own export, or a CSV with a column `id` or `name`
    column: str = ""  # the gradebook column that the total goes to: "Homework 2 (12345)"
    times: Path | None = None  # CSV: student,submitted[,problem]
    packs: tuple[Path, ...] = ()

    def problem(self, slug: str) -> CourseProblem:
        """Raises KeyError for a slug that the course doesn't set."""
        for problem in self.problems:
            if problem.slug == slug:
                return problem
        raise KeyError(slug)

    @property
    def points(self) -> float:
        return sum(problem.points for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Student:
    """One person.

    key: unique in the class and stable: the roster's id, else what the download says.
    name: as the roster or the LMS writes it; data of others, shown only through `visible`.
    pseudonym: what logs and the class page show.
    ids: (system, id): ("canvas", "123"), ("sis", ...), ("login", ...), ("moodle", "456"),
        ("gradescope", "submission_789").
    """

    key: str
    name: str
    pseudonym: str
    email: str = ""
    group: str = ""
    ids: tuple[tuple[str, str], ...] = ()

    def id_in(self, system: str) -> str:
        """The id in that system, "" where it isn't known."""
        return next((value for name, value in self.ids if name == system), "")


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """A file as it was handed in.

    path: where it was found; a zip counts as a folder: "ada.zip/rope.py".
    name: as the student named it, without what the LMS put before it.
    sha256: of its bytes.
    source: under which hash the store keeps what is graded: its code and its name.
    submitted: when, if anything says so.
    order: among files handed in at one time, or at times unknown, the later has the greater.
    """

    path: str
    name: str
    sha256: str
    size: int
    source: str = ""
    submitted: datetime | None = None
    marked_late: bool = False
    order: tuple[int, int] = (0, 0)


class How(StrEnum):
    """What told which problem a file answers."""

    MAPPING = "mapping"  # the instructor said so in course.toml
    HEADER = "header"  # its line `# tfmdrill: rope (torch)`
    NAME = "name"
    ENTRIES = "entries"  # it defines every name that the problem asks for
    SOLE = "sole problem"  # the course sets no other, and the student handed in no other file


@dataclass(frozen=True, slots=True)
class Match:
    """A file answers a problem for one student, or for all of a group.

    says: why, in words: "its first line says rope".
    whose: what told the student: "Canvas id 123", "folder ada".
    """

    file: SubmittedFile
    students: tuple[str, ...]  # keys
    problem: str
    how: How
    says: str
    whose: str


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A file that nobody gets a grade for, with the reason; `students` are those whose it may be.

    code: it may hold an answer: it is Python, a notebook or an archive.
    """

    path: str
    reason: str
    students: tuple[str, ...] = ()
    code: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one file, after waivers.

    key: the hash of source, problem, engine, seed and options.
    score: 0 to 1; None after a grader fault.
    waived: ids of its checks that don't count.
    """

    key: str
    report: Report
    outcome: Outcome
    score: float | None
    waived: tuple[str, ...] = ()

    @property
    def judged(self) -> tuple[CheckResult, ...]:
        """The checks that count."""
        return tuple(c for c in self.report.checks if c.id not in self.waived)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A matched file with its verdict; None where another attempt counts and it wasn't graded.

    late_units: days or hours begun after the due date, extension and grace.
    """

    match: Match
    result: Result | None
    late_units: float = 0.0


class GradeStatus(StrEnum):
    OK = "ok"
    REGRADE = "regrade"  # tfmdrill failed: no number until it is graded again
    MISSING = "missing"  # nothing was handed in
    UNMATCHED = "unmatched"  # something was, and a person has to say what it is


@dataclass(frozen=True, slots=True)
class Override:
    """The instructor's own score, in points, with the reason."""

    student: str
    problem: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Grade:
    """One student's grade for one problem, in points.

    raw: earned; None unless something was graded.
    penalty: what lateness took off it.
    final: raw less penalty, or the override; 0 where missing, None for regrade and unmatched.
    reason: for a status other than ok, and for lateness, in words.
    """

    student: str
    problem: str
    status: GradeStatus
    raw: float | None
    penalty: float
    final: float | None
    counted: Attempt | None = None
    attempts: tuple[Attempt, ...] = ()  # in order, the counted one among them
    override: Override | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Timing:
    """What grading a file took; never part of any output but timings.csv."""

    key: str
    problem: str
    wall_s: float
    cpu_s: float  # of the grading process; that of the student's code is not in it
    worker: str
    finished: str  # ISO 8601, UTC


@dataclass(frozen=True, slots=True)
class ClassGrades:
    """Everything that the outputs are made from.

    grades: every student with every problem, in the order of `students` and of the course.
    waived: (problem, check id).
    """

    course: Course
    students: tuple[Student, ...]
    grades: tuple[Grade, ...]
    unmatched: tuple[Unmatched, ...] = ()
    waived: tuple[tuple[str, str], ...] = ()
    timings: tuple[Timing, ...] = ()
    engine: str = ""

    def of(self, student: str) -> tuple[Grade, ...]:
        """The grades of a student, by key, in the order of the course's problems."""
        return tuple(grade for grade in self.grades if grade.student == student)

    def total(self, student: str) -> float | None:
        """The sum of the final points; None while one of them isn't known."""
        finals = [grade.final for grade in self.of(student)]
        if any(final is None for final in finals):
            return None
        return round(sum(final for final in finals if final is not None), 2)


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """What a regrade would change for one student and problem.

    before, after: final points, None where there is no number; statuses beside them.
    checks: (id, what it was, what it would be), outcomes or "waived", of those that changed.
    """

    student: Student
    problem: str
    before: float | None
    after: float | None
    status_before: str
    status_after: str
    checks: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """One file that `course check` graded, with what had to come of it."""

    problem: str
    what: str  # "model answer (torch)"
    expected: str  # "full marks", "score 0"
    outcome: Outcome
    score: float | None
    right: bool
    message: str = ""
    wall_s: float = 0.0


@dataclass(frozen=True, slots=True)
class CourseCheck:
    """What `course check` found; `complaints` are sentences, any of them means not ready."""

    course: Course
    isolation: Isolation
    checked: tuple[Checked, ...]
    students: int | None  # of the roster, where there is one
    complaints: tuple[str, ...] = ()
    repinned: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        return not self.complaints and all(checked.right for checked in self.checked)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A file graded again: the report now, the path, and what is kept of the first time."""

    student: Student
    path: str
    report: Report
    kept: Report | None
    trace: str


@dataclass(frozen=True, slots=True)
class Advance:
    """How far a run is: told before the first verdict, after each, and where none can come.

    waiting: what the run waits for, in a sentence, as long as nothing can grade.
    """

    done: int
    of: int
    outcome: Outcome | None = None
    waiting: str = ""
