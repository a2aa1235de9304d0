"""When a person's attempts at a problem make one review of it, and how that is rated.

A series begins with a fresh stub (or, of a problem never met before, with whatever comes first)
and ends in one of three ways:

- with a pass: EASY if the first grade passed within half of the problem's minutes, GOOD within
  all of them, HARD if it took longer or a hint was taken;
- with a look at the model answer: AGAIN;
- left without a pass for LEFT_AFTER: AGAIN, on that day. Whoever takes it up
  later, from a fresh stub or not, is in a new series.

After a pass, or a look at the model answer, grades of the same file say nothing of what is
remembered, so they count for nothing until there is a fresh stub. A failed grade on the way to a
pass costs nothing either: whoever saves under `watch` has many.

Time is what lies between one thing done and the next; a gap longer than PAUSE is time away.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from tfmdrill.model.practice import Rating

PAUSE = timedelta(hours=2)  # more than twice the longest problem
LEFT_AFTER = timedelta(hours=12)  # an evening's work that goes past midnight is one series


class MomentKind(StrEnum):
    START = "start"
    HINT = "hint"
    SOLUTION = "solution"
    FAILED = "failed"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that a person did with a problem.

    level: of a hint. minutes: the problem's budget, where it was graded.
    """

    at: datetime
    day: date
    kind: MomentKind
    level: int = 0
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Series:
    """One review: how it ended, and what it took. `active_s` leaves pauses out."""

    at: datetime
    day: date
    end: MomentKind  # PASSED, SOLUTION, or FAILED where it was left
    rating: Rating
    active_s: float
    hints: int
    minutes: int


@dataclass(frozen=True, slots=True)
class State:
    """How the latest series of a problem stands after all that was done with it.

    under_way: it hasn't ended. met: something was ever done. began: when its stub was written; None
    where none was. last, last_day: of the last thing done in it; None where someone took it up
    again. hints: the highest level taken in it, or since. upto: the time of the latest moment.
    """

    under_way: bool = False
    met: bool = False
    began: datetime | None = None
    last: datetime | None = None
    last_day: date | None = None
    active_s: float = 0.0
    hints: int = 0
    grades: int = 0
    upto: datetime | None = None

    def seen(self, now: datetime) -> tuple["State", Series | None]:
        """How it stands at that time, with the series that was left by then."""
        if not (self.under_way and self.grades and self.last and self.last_day):
            return self, None
        if now - self.last <= LEFT_AFTER:
            return self, None
        left = self._ended(MomentKind.FAILED, self.last, self.last_day, 0)
        # Whoever comes back goes on with the same file and its time, in a new series.
        return replace(self, last=None, last_day=None, grades=0), left

    def after(self, moment: Moment) -> tuple["State", tuple[Series, ...]]:
        """How it stands after a moment that isn't earlier than `upto`, and what ended with it."""
        state, left = self.seen(moment.at)
        found = [left] if left else []
        if moment.kind is MomentKind.START and not (state.under_way and state.grades):
            # A stub that was never worked on sets no clock; a hint just taken stays taken.
            state = State(True, began=moment.at, hints=state._recent_hints(moment.at))
        elif not state.under_way and state.met:
            hints = max(state.hints, moment.level)
            return replace(state, hints=hints, upto=moment.at), tuple(found)
        state = state._taking(moment)
        if moment.kind in (MomentKind.PASSED, MomentKind.SOLUTION):
            found.append(state._ended(moment.kind, moment.at, moment.day, moment.minutes))
            state = replace(state, under_way=False)
        return state, tuple(found)

    def _taking(self, moment: Moment) -> "State":
        """Counts what was done, and the time since the thing before it."""
        gap = moment.at - self.last if self.last else timedelta()
        graded = moment.kind in (MomentKind.FAILED, MomentKind.PASSED)
        return State(
            under_way=True,
            met=True,
            began=self.began,
            last=moment.at,
            last_day=moment.day,
            active_s=self.active_s + (gap.total_seconds() if timedelta() <= gap <= PAUSE else 0.0),
            hints=max(self.hints, moment.level),
            grades=self.grades + graded,
            upto=moment.at,
        )

    def _recent_hints(self, at: datetime) -> int:
        if not self.under_way or self.last is None or at - self.last > LEFT_AFTER:
            return 0
        return self.hints

    def _ended(self, end: MomentKind, at: datetime, day: date, minutes: int) -> Series:
        rating = self._rating(minutes) if end is MomentKind.PASSED else Rating.AGAIN
        return Series(at, day, end, rating, self.active_s, self.hints, minutes)

    def _rating(self, minutes: int) -> Rating:
        if self.hints or self.active_s > 60 * minutes:
            return Rating.HARD
        # Without a stub nobody knows when it was begun.
        at_once = self.began is not None and self.grades == 1
        return Rating.EASY if at_once and self.active_s <= 30 * minutes else Rating.GOOD


def read_series(moments: Iterable[Moment]) -> tuple[State, tuple[Series, ...]]:
    """How the latest series stands, and all that have ended.

    moments: of one problem, in the order of their times.
    """
    state = State()
    found: list[Series] = []
    for moment in moments:
        state, ended = state.after(moment)
        found.extend(ended)
    return state, tuple(found)
