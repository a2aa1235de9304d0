"""The course of an interview as a pure function: what happened so far gives where it stands.

Nothing here reads a clock. The time is passed in with each question, and runs from the start of
the interview without a pause: a screen that was closed or killed has changed nothing.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from tfmdrill.model.interview import (
    HINT_POINTS,
    Answered,
    Attempt,
    Finished,
    Graded,
    Happening,
    HintTaken,
    MovedOn,
    Noted,
    PaidHint,
    Phase,
    Plan,
    ProblemSet,
    QuestionsOver,
    Recorded,
    Resumed,
    Said,
    ShapesSeen,
    TimeUp,
    Work,
)
from tfmdrill.model.report import Outcome

WARNINGS_S = (5 * 60, 60)  # of the time left; before them at half of all
ENOUGH = 0.5  # of a problem's own minutes must be left for it to be set


@dataclass(frozen=True, slots=True)
class Session:
    """Where an interview stands. `latest_at` is the time of the last thing that happened."""

    plan: Plan
    began_at: datetime
    latest_at: datetime
    phase: Phase = Phase.BETWEEN
    works: tuple[Work, ...] = ()
    notes: str = ""
    resumed_at: tuple[datetime, ...] = ()
    ended_at: datetime | None = None

    @property
    def work(self) -> Work:
        """The problem that was set last. Raises ValueError before the first."""
        if not self.works:
            raise ValueError("no problem is set yet")
        return self.works[-1]

    def left_s(self, at: datetime) -> float:
        """Seconds until the time is up, negative after that.

        A system clock that was set back doesn't give any back: it is never before what happened.
        """
        elapsed = (max(at, self.latest_at) - self.began_at).total_seconds()
        return self.plan.setting.minutes * 60 - elapsed

    def warning_s(self, since: datetime, at: datetime) -> int | None:
        """The mark, in seconds left, that was passed after `since`: the latest if several were."""
        before, now = self.left_s(since), self.left_s(at)
        return min((mark for mark in self._marks_s if now <= mark < before), default=None)

    def until_mark_s(self, at: datetime) -> float | None:
        """Seconds until the next mark, or until the time is up; None after that."""
        left_s = self.left_s(at)
        ahead = [left_s - mark for mark in (*self._marks_s, 0) if left_s > mark]
        return min(ahead, default=None)

    @property
    def _marks_s(self) -> tuple[int, ...]:
        return (self.plan.setting.minutes * 30, *WARNINGS_S)

    def following(self, at: datetime) -> int | None:
        """The number of the next problem: the first of the plan for which enough time is left."""
        done = {work.number for work in self.works}
        left_s = self.left_s(at)
        for number, problem in enumerate(self.plan.problems):
            if number not in done and left_s >= ENOUGH * problem.minutes * 60:
                return number
        return None

    def next_hint(self) -> tuple[int, int] | None:
        """The level of the next hint on the current problem and the points it costs."""
        taken = len(self.work.hints)
        return (taken + 1, HINT_POINTS[taken]) if taken < len(HINT_POINTS) else None


def begin(plan: Plan, at: datetime) -> Session:
    """An interview whose clock starts now."""
    return Session(plan, began_at=at, latest_at=at)


def replay(recorded: Recorded) -> Session:
    """Where a recorded interview stands. Raises ValueError if it isn't one that can have been."""
    session = begin(recorded.plan, recorded.began_at)
    for happening in recorded.happenings:
        session = after(session, happening)
    return session


def after(session: Session, happening: Happening) -> Session:
    """The session after something happened.

    Raises ValueError if it can't happen where the session stands.
    """
    at = max(happening.at, session.latest_at)
    session = replace(session, latest_at=at)
    match happening.event:
        case ProblemSet() as given:
            return _set(session, given, at)
        case Graded() as graded:
            return _graded(session, graded, at)
        case HintTaken(number, level, points):
            hint = PaidHint(at, level, points)
            return _changed(session, number, lambda w: replace(w, hints=(*w.hints, hint)))
        case Noted(text):
            return replace(session, notes=text)
        case MovedOn(number):
            return _over(session, number, lambda w: replace(w, moved_on=True, over_at=at))
        case TimeUp(number):
            return _over(session, number, lambda w: replace(w, time_was_up=True, over_at=at))
        case Said() as said:
            _demand(session, Phase.QUESTIONS)
            return _changed(session, said.number, lambda w: replace(w, said=(*w.said, said)))
        case Answered() as answer:
            _demand(session, Phase.QUESTIONS)
            return _changed(session, answer.number, lambda w: _with_answer(w, answer))
        case QuestionsOver():
            _demand(session, Phase.QUESTIONS)
            return replace(session, phase=Phase.BETWEEN)
        case ShapesSeen() as shapes:
            return _changed(session, shapes.number, lambda w: replace(w, shapes=shapes))
        case Resumed():
            return replace(session, resumed_at=(*session.resumed_at, at))
        case Finished():
            return replace(session, phase=Phase.ENDED, ended_at=at)


def _set(session: Session, given: ProblemSet, at: datetime) -> Session:
    _demand(session, Phase.BETWEEN)
    if not 0 <= given.number < len(session.plan.problems):
        raise ValueError(f"the plan has no problem {given.number}")
    work = Work(
        given.number,
        session.plan.problems[given.number],
        given.file,
        given.framework,
        at,
        given.source_hash,
    )
    return replace(session, phase=Phase.WORKING, works=(*session.works, work))


def _graded(session: Session, graded: Graded, at: datetime) -> Session:
    _demand(session, Phase.WORKING)
    attempt = Attempt(at, graded)
    passed = graded.outcome is Outcome.PASSED

    def changed(work: Work) -> Work:
        work = replace(work, attempts=(*work.attempts, attempt), source_hash=graded.source_hash)
        return replace(work, passed_at=at, over_at=at) if passed else work

    session = _changed(session, graded.number, changed)
    return replace(session, phase=Phase.QUESTIONS) if passed else session


def _over(session: Session, number: int, change: Callable[[Work], Work]) -> Session:
    _demand(session, Phase.WORKING)
    return replace(_changed(session, number, change), phase=Phase.QUESTIONS)


def _with_answer(work: Work, answer: Answered) -> Work:
    """One answer a question: the first one stands."""
    if any(known.question == answer.question for known in work.answers):
        raise ValueError(f"question {answer.question} is answered already")
    return replace(work, answers=(*work.answers, answer))


def _changed(session: Session, number: int, change: Callable[[Work], Work]) -> Session:
    if session.work.number != number:
        raise ValueError(f"problem {number} isn't the current one")
    return replace(session, works=(*session.works[:-1], change(session.work)))


def _demand(session: Session, phase: Phase) -> None:
    if session.phase is not phase:
        raise ValueError(f"this can't happen while the interview is {session.phase}")


def is_unsolved(work: Work) -> bool:
    """Whether a problem counts as one that the candidate can't do yet.

    A spare one that nothing was tried on says nothing.
    """
    return work.passed_at is None and (bool(work.attempts) or not work.problem.spare)


def best_attempt(attempts: Iterable[Attempt]) -> Attempt | None:
    """The one with the highest score, the later of two; grader faults don't count."""
    best: Attempt | None = None
    for attempt in attempts:
        score = attempt.graded.score
        if score is not None and (best is None or score >= (best.graded.score or 0)):
            best = attempt
    return best
