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
class Latest:
    """The latest series of a problem as it stands.

    under_way: it hasn't ended. began: when its stub was written; None where none was.
    hints: the highest level taken in it, or since. graded: something of it was.
    """

    under_way: bool = False
    began: datetime | None = None
    hints: int = 0
    graded: bool = False


@dataclass(slots=True)
class _Running:
    """A series while it is read."""

    began: datetime | None
    last: Moment | None = None
    active_s: float = 0.0
    hints: int = 0
    grades: int = 0

    def take(self, moment: Moment) -> None:
        """Counts what was done, and the time since the thing before it."""
        if self.last is not None:
            gap = moment.at - self.last.at
            self.active_s += gap.total_seconds() if timedelta() <= gap <= PAUSE else 0.0
        self.last = moment
        self.hints = max(self.hints, moment.level)
        self.grades += moment.kind in (MomentKind.FAILED, MomentKind.PASSED)

    def ended(self, end: MomentKind, moment: Moment) -> Series:
        rating = self._rating(moment) if end is MomentKind.PASSED else Rating.AGAIN
        return Series(moment.at, moment.day, end, rating, self.active_s, self.hints, moment.minutes)

    @property
    def latest(self) -> Latest:
        return Latest(True, self.began, self.hints, self.grades > 0)

    def taken_up(self) -> "_Running":
        """The series in which someone goes on who had left this one."""
        return _Running(self.began, None, self.active_s, self.hints)

    def _rating(self, moment: Moment) -> Rating:
        budget_s = moment.minutes * 60
        if self.hints or self.active_s > budget_s:
            return Rating.HARD
        # Without a stub nobody knows when it was begun.
        at_once = self.began is not None and self.grades == 1
        return Rating.EASY if at_once and self.active_s <= budget_s / 2 else Rating.GOOD


def read_series(moments: Iterable[Moment], now: datetime) -> tuple[tuple[Series, ...], Latest]:
    """The series that have ended, and how the latest stands.

    moments: of one problem, in the order of their times.
    """
    found: list[Series] = []
    running: _Running | None = None
    latest: Latest | None = None  # of the last that ended; with None anything begins one
    for moment in moments:
        if running is not None and (left := _left(running, moment.at)):
            found.append(left)
            running = running.taken_up()
        if moment.kind is MomentKind.START and (running is None or running.grades == 0):
            # A stub that was never worked on sets no clock; a hint just taken stays taken.
            running = _Running(moment.at, hints=_recent_hints(running, moment.at))
        if running is None and latest is not None:
            latest = replace(latest, hints=max(latest.hints, moment.level))
            continue
        running = running or _Running(None)
        running.take(moment)
        if moment.kind in (MomentKind.PASSED, MomentKind.SOLUTION):
            found.append(running.ended(moment.kind, moment))
            latest = replace(running.latest, under_way=False)
            running = None
    if running is not None and (left := _left(running, now)):
        found.append(left)
        running = running.taken_up()
    return tuple(found), running.latest if running is not None else latest or Latest()


def _left(running: _Running, at: datetime) -> Series | None:
    """The series as one that was left, if it was graded and nothing was done for so long."""
    last = running.last
    if last is None or running.grades == 0 or at - last.at <= LEFT_AFTER:
        return None
    return running.ended(MomentKind.FAILED, last)


def _recent_hints(running: _Running | None, at: datetime) -> int:
    if running is None or running.last is None or at - running.last.at > LEFT_AFTER:
        return 0
    return running.hints
