"""A question as it is asked, and what is said of an answer to it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tfmdrill.model.pack import Topic

# A computed answer: a count, a measure, or a shape.
Value = int | float | tuple[int, ...]


class AskedKind(StrEnum):
    CHOICE = "choice"  # answered by the letter of a choice
    NUMBER = "number"  # answered by a number or a shape
    SPOKEN = "spoken"  # answered aloud; nothing but its points can be held against it


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong value that is known: which mistake gives it."""

    value: Value
    says: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in the form in which somebody sees it: its choices are in their order.

    within: the relative error that is allowed, 0 for a value that must be exact.
    """

    key: str  # of its card: question:rope:2, question:quiz:causal-mask, number:kv-cache-bytes
    kind: AskedKind
    topic: Topic
    text: str
    about: str = ""  # the title of the problem that it belongs to
    choices: tuple[str, ...] = ()
    right: int | None = None  # index into choices
    why: tuple[str, ...] = ()  # what each choice means, aligned with choices
    unit: str = ""  # of a number: "bytes"; "shape" for a shape
    value: Value | None = None
    within: float = 0.0
    slips: tuple[Slip, ...] = ()
    points: tuple[str, ...] = ()  # what a good answer contains, or how a number comes about
    follows: str = ""  # the failure that follows from a wrong answer
    source: str = ""

    @property
    def rule(self) -> str:
        """How an answer is read and how near it must be; "" for one that is spoken."""
        if self.kind is AskedKind.CHOICE:
            return "a letter"
        if self.kind is AskedKind.SPOKEN:
            return ""
        if isinstance(self.value, tuple):
            return "a shape such as 2, 3, 4; each axis counts"
        what = f"in {self.unit}" if self.unit else "a number"
        near = f"to within {self.within * 100:g} %" if self.within else "exactly"
        return f"{what}, {near}; a calculation such as 2 * 3**2 will do"


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of an answer. right is None where nobody but the person can tell.

    says: what the answer given means, "" where nothing is known of it.
    because: the failure that follows from it, "" for a right answer.
    answer: the right one in words; explained: why it is right.
    """

    right: bool | None
    says: str
    because: str
    answer: str
    explained: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quiz:
    """Questions in the order in which they are asked.

    seed: what gives the same quiz again; None where the schedule chose.
    due: how many of them, the first ones, the schedule wanted today.
    """

    seed: int | None
    asked: tuple[Asked, ...]
    due: int = 0
    topic: Topic | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with what was typed ("" where it was skipped) and what was said of it."""

    asked: Asked
    typed: str
    judged: Judged


@dataclass(frozen=True, slots=True)
class TopicTally:
    topic: Topic
    right: int
    answered: int  # skipped ones among them


@dataclass(frozen=True, slots=True)
class DueDay:
    """How many questions come back on a day; those that are overdue count for today."""

    day: date
    questions: int


@dataclass(frozen=True, slots=True)
class QuizSummary:
    """How a quiz went, as far as it went.

    topics: the weakest first. due: the coming days on which questions of any quiz come back.
    """

    quiz: Quiz
    answered: tuple[Answered, ...]
    topics: tuple[TopicTally, ...]
    due: tuple[DueDay, ...]

    @property
    def right(self) -> int:
        return sum(one.judged.right is True for one in self.answered)
