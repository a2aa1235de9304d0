"""What is kept of a person's practice: every grade, every review, and when what is due."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum, StrEnum

from tfmdrill.model.listing import Status
from tfmdrill.model.outcome import Outcome
from tfmdrill.model.pack import qualified


class Rating(IntEnum):
    """How well something was remembered, as FSRS counts."""

    AGAIN = 1  # not passed, or passed after a look at the model answer
    HARD = 2  # passed, but slowly or with hints
    GOOD = 3  # passed within the problem's minutes
    EASY = 4  # passed with the first grade, within half of them


@dataclass(frozen=True, slots=True)
class Attempt:
    """One grade of one file. `hints` and `since_new_s` are filled in by who keeps it.

    variant: "" for the problem's base form.
    at: aware; its own zone says which day it is for this person. Read back, it is in UTC.
    bugs: ids of the named mistakes; "a|b" where both explain the answers equally well.
    hints: the highest level seen since the problem was begun.
    since_new_s: seconds since the stub was written; None where it never was.
    minutes: the problem's time budget.
    """

    problem: str
    framework: str
    at: datetime
    outcome: Outcome
    score: float | None
    source_hash: str
    seed: int
    elapsed_s: float
    minutes: int
    variant: str = ""
    bugs: tuple[str, ...] = ()
    hints: int = 0
    since_new_s: float | None = None

    @property
    def name(self) -> str:
        """The problem as it is named everywhere: `rope`, or `rope:half-split` for a variant."""
        return qualified(self.problem, self.variant)

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a person has come with a problem; nothing of it is ever taken back."""

    problem: str
    started: bool = False  # a file of it was graded
    passed: bool = False
    gave_up: bool = False  # the model answer was looked at before a pass

    @property
    def status(self) -> Status:
        if self.passed:
            return Status.PASSED
        if self.gave_up:
            return Status.GIVEN_UP
        return Status.STARTED if self.started else Status.NEW


class StepKind(StrEnum):
    """What a person did with a problem besides having it graded."""

    START = "start"  # a fresh stub was written
    HINT = "hint"
    SOLUTION = "solution"  # the model answer was looked at


@dataclass(frozen=True, slots=True)
class Card:
    """One thing to remember (`problem:rope`, `question:rope:2`) and what FSRS says of it.

    last, due: days. stability: the days after which nine of ten would still be right.
    difficulty: 1 to 10. lapses: reviews rated AGAIN.
    """

    key: str
    last: date
    due: date
    stability: float
    difficulty: float
    reviews: int
    lapses: int
