"""What a student is told: nothing in it may carry a hidden input or value."""

from dataclasses import dataclass

from tfmdrill.model.course import GradeStatus
from tfmdrill.model.report import CheckResult, Diagnosis, Outcome


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """A check with what may be shown of it: of a hidden one its title and how it ended."""

    check: CheckResult
    hidden: bool


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """One problem of a student.

    raw, penalty, final: points, None where there is no number (yet).
    file: the name under which it was handed in, "" where nothing was.
    lateness, override: sentences, "" for none.
    outcome: of the attempt that counts, None where none was graded.
    withheld: the words of the file's own (what it printed and raised) are left out, since they
        could tell a hidden input.
    """

    slug: str
    title: str
    points: float
    status: GradeStatus
    raw: float | None
    penalty: float
    final: float | None
    file: str = ""
    submitted: str = ""
    lateness: str = ""
    override: str = ""
    attempts: int = 0
    outcome: Outcome | None = None
    checks: tuple[ShownCheck, ...] = ()
    mistakes: tuple[Diagnosis, ...] = ()
    findings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    prints: str = ""
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Feedback:
    """Everything that one student is told. total: None while a problem has no number."""

    course: str
    name: str
    total: float | None
    points: float
    problems: tuple[ShownProblem, ...]
