"""What to do today: the reviews that are due, and the next new problem."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tfmdrill.model.listing import Summary
from tfmdrill.model.pack import qualified


class Why(StrEnum):
    """Why a problem is in the plan."""

    REVIEW = "review"  # passed before, and due
    RETRY = "retry"  # never passed, and due
    STARTED = "started"  # begun, and not due for anything yet
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Planned:
    """One line of the plan.

    variant: "" for the base form. due: the day; None for a new one.
    under_way: a stub of it was written and no pass followed, so there is a file to go on with.
    """

    problem: Summary
    why: Why
    variant: str = ""
    due: date | None = None
    under_way: bool = False

    @property
    def name(self) -> str:
        """What commands call it: `rope`, or `rope:half-split`."""
        return qualified(self.problem.slug, self.variant)


@dataclass(frozen=True, slots=True)
class Plan:
    """A day's plan.

    reviews: the due ones that fit into the day, in the order to do them. waiting: how many more
    are due. questions: how many of `quiz` are due. fresh: the next new (or started) problem.
    reviewed: how many problems were reviewed that day already. passed, total: of all problems.
    next_due: the day on which the next review comes, where none is due.
    """

    day: date
    reviews: tuple[Planned, ...] = ()
    waiting: int = 0
    questions: int = 0
    fresh: Planned | None = None
    reviewed: int = 0
    passed: int = 0
    total: int = 0
    next_due: date | None = None
    first_time: bool = False  # nothing was ever done here

    @property
    def first(self) -> Planned | None:
        """What to take up now."""
        return self.reviews[0] if self.reviews else self.fresh
