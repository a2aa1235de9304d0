"""What happened on one problem, in order: first run, each failure and its mistake, pass."""

from datetime import datetime

from tfmdrill.interview.dimensions import HINTS, failure_words
from tfmdrill.interview.session import Session
from tfmdrill.model.interview import Attempt, Work
from tfmdrill.model.report import Outcome
from tfmdrill.model.scorecard import Moment, MomentKind


def timeline_of(work: Work, session: Session) -> tuple[Moment, ...]:
    """The moments of a problem, with their time since the start of the interview."""

    def seconds(at: datetime) -> float:
        return (at - session.began_at).total_seconds()

    moments = [Moment(seconds(work.set_at), MomentKind.SET, f"{work.problem.title} was set")]
    for number, attempt in enumerate(work.attempts, start=1):
        moments.append(_attempt(number, attempt, seconds(attempt.at)))
    for hint in work.hints:
        says = f"Hint {hint.level}, {HINTS[hint.level - 1]}: {hint.points} points"
        moments.append(Moment(seconds(hint.at), MomentKind.HINT, says))
    until = work.over_at or session.latest_at
    for at in session.resumed_at:
        if work.set_at <= at <= until:
            says = "Back after the screen was closed; the clock had run on"
            moments.append(Moment(seconds(at), MomentKind.BACK, says))
    if work.over_at is not None and work.moved_on:
        moments.append(Moment(seconds(work.over_at), MomentKind.GAVE_UP, "Given up"))
    if work.over_at is not None and work.time_was_up:
        moments.append(Moment(seconds(work.over_at), MomentKind.TIME_UP, "Time was up"))
    return tuple(sorted(moments, key=lambda moment: moment.at_s))


def _attempt(number: int, attempt: Attempt, at_s: float) -> Moment:
    graded = attempt.graded
    name = "First run" if number == 1 else f"Run {number}"
    if graded.outcome is Outcome.PASSED:
        return Moment(at_s, MomentKind.PASSED, f"{name}: passed")
    score = "no score" if graded.score is None else f"{graded.score:.0%}"
    details = [mistake.says for mistake in graded.mistakes]
    if not details:
        failed = [c for c in graded.checks if c.outcome is graded.outcome]
        details = [failure_words(check) for check in failed[:1]]
    return Moment(at_s, MomentKind.FAILED, f"{name}: {graded.outcome}, {score}", tuple(details))
