"""An interview: what was planned, each thing that happened, and what the candidate sees of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tfmdrill.model.pack import Difficulty, Framework, Topic
from tfmdrill.model.report import CheckKind, Outcome

LENGTHS = (15, 30, 45, 60)  # minutes
HINT_POINTS = (5, 10, 15)  # what the idea, the shapes and the steps cost, of a problem's 100


@dataclass(frozen=True, slots=True)
class Setting:
    """What was asked for. Two people who give the same get the same interview.

    level: None mixes them. topics: empty means all. framework: None leaves the choice open.
    """

    minutes: int
    seed: int
    level: Difficulty | None = None
    topics: tuple[Topic, ...] = ()
    framework: Framework | None = None


@dataclass(frozen=True, slots=True)
class PlannedProblem:
    """spare: not in the time's budget; set to whoever is faster than it."""

    slug: str
    title: str
    topic: Topic
    difficulty: Difficulty
    minutes: int
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    setting: Setting
    problems: tuple[PlannedProblem, ...]

    @property
    def budgeted(self) -> tuple[PlannedProblem, ...]:
        return tuple(problem for problem in self.problems if not problem.spare)


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """A problem was given: `number` counts from 0 in the plan; its stub is at `file`."""

    number: int
    file: str
    framework: Framework
    source_hash: str


@dataclass(frozen=True, slots=True)
class SeenCheck:
    """What of one check is kept; `title` is all that a hidden one shows."""

    id: str
    title: str
    kind: CheckKind
    outcome: Outcome
    message: str = ""


@dataclass(frozen=True, slots=True)
class NamedMistake:
    bug: str
    says: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class Graded:
    """A save was judged. `score` is None for a grader fault, which counts for nothing."""

    number: int
    outcome: Outcome
    score: float | None
    source_hash: str
    elapsed_s: float
    checks: tuple[SeenCheck, ...]
    mistakes: tuple[NamedMistake, ...] = ()


@dataclass(frozen=True, slots=True)
class HintTaken:
    number: int
    level: int  # 1 the idea, 2 the shapes, 3 the steps
    points: int


@dataclass(frozen=True, slots=True)
class Noted:
    """The candidate's notes, whole, as they stand."""

    text: str


@dataclass(frozen=True, slots=True)
class MovedOn:
    """The candidate gave a problem up, for the next one."""

    number: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock ran out while the problem was open."""

    number: int


@dataclass(frozen=True, slots=True)
class Said:
    """What was typed in answer to a spoken question, before it is rated."""

    number: int
    question: int
    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A follow-up question, counting from 0, and its answer; "" where it was skipped.

    key: of the question's card. share: how right it was, 0 to 1; of a spoken one, as the
    candidate rated it. says: what the answer given means. right: the right one.
    points, met: those of a good answer, and which of them the candidate counted as said.
    """

    number: int
    question: int
    key: str
    kind: str  # choice, number or spoken
    asked: str
    answer: str
    share: float
    says: str = ""
    right: str = ""
    points: tuple[str, ...] = ()
    met: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionsOver:
    """The follow-ups on a problem are through."""

    number: int


@dataclass(frozen=True, slots=True)
class ShapesSeen:
    """The shape comments of the last file judged, counted."""

    number: int
    right: int
    wrong: int
    missing: int
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resumed:
    """The screen is back after it was left, closed or killed; the clock ran on."""


@dataclass(frozen=True, slots=True)
class Finished:
    """There is nothing more to do or the candidate ended it."""


Event = (
    ProblemSet
    | Graded
    | HintTaken
    | Noted
    | MovedOn
    | TimeUp
    | Said
    | Answered
    | QuestionsOver
    | ShapesSeen
    | Resumed
    | Finished
)


@dataclass(frozen=True, slots=True)
class Happening:
    """An event and when it happened (aware, UTC)."""

    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class Recorded:
    """An interview as it is kept: `id` counts from 1 on this machine."""

    id: int
    plan: Plan
    began_at: datetime
    happenings: tuple[Happening, ...] = ()


class Phase(StrEnum):
    WORKING = "working"
    QUESTIONS = "questions"
    BETWEEN = "between"  # a problem is through; the next, or the end, is to be chosen
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Attempt:
    at: datetime
    graded: Graded


@dataclass(frozen=True, slots=True)
class PaidHint:
    at: datetime
    level: int
    points: int


@dataclass(frozen=True, slots=True)
class Work:
    """How it went with one problem that was set."""

    number: int
    problem: PlannedProblem
    file: str
    framework: Framework
    set_at: datetime
    source_hash: str  # of the file as it was judged last, at first of the stub
    attempts: tuple[Attempt, ...] = ()
    hints: tuple[PaidHint, ...] = ()
    said: tuple[Said, ...] = ()
    answers: tuple[Answered, ...] = ()
    shapes: ShapesSeen | None = None
    passed_at: datetime | None = None
    moved_on: bool = False
    time_was_up: bool = False
    over_at: datetime | None = None  # passed, given up or out of time

    @property
    def hint_points(self) -> int:
        return sum(hint.points for hint in self.hints)


@dataclass(frozen=True, slots=True)
class Running:
    """The problem that is worked on in an interview whose time isn't up; `since` it was set."""

    interview: int
    slug: str
    since: datetime


def time_words(seconds: float) -> str:
    """Minutes and seconds, as a clock shows them.

    >>> time_words(754.9), time_words(3)
    ('12:34', '0:03')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
