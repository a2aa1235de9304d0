"""What `tfmdrill progress` shows: a person's practice in numbers."""

from dataclasses import dataclass
from datetime import date

from tfmdrill.model.listing import Status
from tfmdrill.model.pack import Topic


@dataclass(frozen=True, slots=True)
class TopicProgress:
    """A topic. None where nothing is known of it yet.

    remembered: mean chance, 0 to 1, of still passing what was reviewed. weakness: 0 to 1, as the
    plan counts it. time_ratio: median of time to pass over the problem's budget.
    """

    topic: Topic
    passed: int
    total: int
    grades: int
    remembered: float | None
    weakness: float | None
    time_ratio: float | None


@dataclass(frozen=True, slots=True)
class ProblemProgress:
    """A problem that was begun. active_s: time of the latest pass, pauses left out."""

    name: str
    title: str
    topic: Topic
    status: Status
    grades: int
    hints: int
    active_s: float | None
    minutes: int
    remembered: float | None
    due: date | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A named mistake, counted each time that it was made anew.

    weeks: how often in each of the weeks that end today, the oldest first.
    """

    bug: str
    problems: tuple[str, ...]
    times: int
    last: date
    weeks: tuple[int, ...]
    says: str = ""

    @property
    def words(self) -> str:
        """
        >>> Mistake("causal-strict|no-mask", (), 1, date(2026, 3, 2), ()).words
        'causal strict or no mask'
        """
        return self.bug.replace("-", " ").replace("+", " with ").replace("|", " or ")


@dataclass(frozen=True, slots=True)
class Day:
    """A day of practice: grades of files, and reviews of quiz questions."""

    day: date
    grades: int
    passed: int
    questions: int = 0

    @property
    def total(self) -> int:
        return self.grades + self.questions


@dataclass(frozen=True, slots=True)
class Forecast:
    """Mean chance, 0 to 1, of remembering a card so many days from now without practice."""

    days: int
    remembered: float


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything. `days` has those on which something was done, the oldest first."""

    day: date
    passed: int
    total: int
    grades: int
    streak: int
    longest_streak: int
    due: int
    next_due: date | None
    topics: tuple[TopicProgress, ...] = ()
    problems: tuple[ProblemProgress, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    days: tuple[Day, ...] = ()
    forecast: tuple[Forecast, ...] = ()


@dataclass(frozen=True, slots=True)
class Merged:
    """What an import brought that wasn't here before; left_out: interviews that are none."""

    grades: int = 0
    steps: int = 0
    reviews: int = 0
    interviews: int = 0
    left_out: int = 0
