"""What is said of an interview when it is over, each judgement with what it rests on."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tfmdrill.model.interview import Answered, PlannedProblem, Setting
from tfmdrill.model.pack import Framework


class Mark(StrEnum):
    GOOD = "good"
    PARTLY = "partly"
    POOR = "poor"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Dimension:
    """One of the things that an interviewer looks at. `says` is a line, `evidence` what is below.

    points, of: what it gave of the problem's 100, where it gives any; hints take theirs away.
    """

    name: str
    mark: Mark
    says: str
    evidence: tuple[str, ...] = ()
    points: int | None = None
    of: int = 0


class MomentKind(StrEnum):
    SET = "set"
    FAILED = "failed"
    PASSED = "passed"
    HINT = "hint"
    GAVE_UP = "gave up"
    TIME_UP = "time up"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Moment:
    """One point of the timeline; `at_s` counts seconds from the start of the interview."""

    at_s: float
    kind: MomentKind
    says: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProblemCard:
    problem: PlannedProblem
    file: str
    framework: Framework
    passed: bool
    points: int  # of 100, hints taken off
    dimensions: tuple[Dimension, ...]
    timeline: tuple[Moment, ...]
    answers: tuple[Answered, ...]


class Practice(StrEnum):
    """How a thing to practise is taken up."""

    PROBLEM = "problem"
    QUIZ = "quiz"


@dataclass(frozen=True, slots=True)
class ToPractise:
    """A problem (its slug) or a topic of the quiz, and why."""

    kind: Practice
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Scorecard:
    """points: of all problems together; `of` is what the planned ones hold, spare ones add to it.

    used_s: from the start to the end, at most the time that there was.
    """

    id: int
    setting: Setting
    began_at: datetime
    finished: bool
    used_s: float
    points: int
    of: int
    level: str
    problems: tuple[ProblemCard, ...]
    unseen: tuple[PlannedProblem, ...]  # planned, and never set
    practise: tuple[ToPractise, ...]
    notes: str = ""
