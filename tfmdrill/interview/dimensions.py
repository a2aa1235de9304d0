"""The nine things that an interviewer looks at, each judged by what is on record."""

from collections.abc import Sequence

from tfmdrill.interview.session import best_attempt
from tfmdrill.model.interview import Answered, SeenCheck, Work, time_words
from tfmdrill.model.report import CheckKind, Outcome
from tfmdrill.model.scorecard import Dimension, Mark

HINTS = ("the idea", "the shapes", "the steps")
CODE, TIME, QUESTIONS = 70, 10, 20  # points
_NOT_JUDGED = (Outcome.SKIPPED, Outcome.TOO_NOISY)
_KINDS: dict[str, tuple[CheckKind, ...]] = {
    "correctness": (CheckKind.LOAD, CheckKind.VALUE, CheckKind.PROPERTY, CheckKind.HYGIENE),
    "edge cases": (CheckKind.EDGE,),
    "numerics": (CheckKind.HALF, CheckKind.GRADIENT),
    "cost": (CheckKind.COST,),
}


def dimensions_of(work: Work) -> tuple[Dimension, ...]:
    """The dimensions of one problem; the points of all of them make the problem's."""
    return (
        *(_checks(name, kinds, work) for name, kinds in _KINDS.items()),
        _forbidden(work),
        _shapes(work),
        _time(work),
        _hints(work),
        _questions(work),
    )


def _checks(name: str, kinds: tuple[CheckKind, ...], work: Work) -> Dimension:
    """How the checks of these kinds ended in the best attempt; correctness carries the points."""
    best = best_attempt(work.attempts)
    points: int | None = None
    of = 0
    if name == "correctness":
        of = CODE
        points = round(CODE * (best.graded.score or 0)) if best else 0
    if best is None:
        mark = Mark.POOR if of else Mark.NOT_JUDGED
        return Dimension(name, mark, "no run was judged", (), points, of)
    number = work.attempts.index(best) + 1
    checks = [c for c in best.graded.checks if c.kind in kinds and c.outcome not in _NOT_JUDGED]
    if not checks:
        mark = Mark.POOR if of else Mark.NOT_JUDGED
        return Dimension(name, mark, "nothing of it was judged", (), points, of)
    failures = [check for check in checks if check.outcome is not Outcome.PASSED]
    says = f"{len(checks) - len(failures)} of {len(checks)} checks in run {number}"
    evidence = [failure_words(check) for check in failures]
    if of and best.graded.mistakes:
        evidence = [mistake.says for mistake in best.graded.mistakes] + evidence
    return Dimension(name, _mark_of(len(failures), len(checks)), says, tuple(evidence), points, of)


def failure_words(check: SeenCheck) -> str:
    """What a check that failed demanded, and what it found."""
    return f"{check.title}: {check.message}" if check.message else f"{check.title}: failed"


def _mark_of(failures: int, checks: int) -> Mark:
    if not failures:
        return Mark.GOOD
    return Mark.PARTLY if failures * 2 <= checks else Mark.POOR


def _forbidden(work: Work) -> Dimension:
    name = "forbidden shortcuts"
    if not work.attempts:
        return Dimension(name, Mark.NOT_JUDGED, "no run was judged")
    evidence = []
    for number, attempt in enumerate(work.attempts, start=1):
        used = [c for c in attempt.graded.checks if c.outcome is Outcome.FORBIDDEN]
        evidence += [f"Run {number}: {failure_words(check)}" for check in used]
        if not used and attempt.graded.outcome is Outcome.FORBIDDEN:
            evidence.append(f"Run {number} made a forbidden call")
    if not evidence:
        return Dimension(name, Mark.GOOD, "none in any run")
    last = work.attempts[-1].graded.outcome is Outcome.FORBIDDEN
    mark = Mark.POOR if last else Mark.PARTLY
    return Dimension(name, mark, "tried" if not last else "in the last run too", tuple(evidence))


def _shapes(work: Work) -> Dimension:
    name = "shape comments"
    seen = work.shapes
    if seen is None:
        return Dimension(name, Mark.NOT_JUDGED, "no run was judged")
    if not seen.right + seen.wrong + seen.missing:
        return Dimension(name, Mark.NOT_JUDGED, "nothing in the file to comment")
    says = f"{seen.right} right, {seen.wrong} wrong, {seen.missing} lines without one"
    wanted = seen.right + seen.wrong + seen.missing
    if not seen.wrong and not seen.missing:
        mark = Mark.GOOD
    else:
        mark = Mark.PARTLY if seen.right * 2 >= wanted else Mark.POOR
    return Dimension(name, mark, says, seen.evidence)


def _time(work: Work) -> Dimension:
    """All points within the problem's minutes, none from twice as long, in between in proportion.

    20 minutes for a problem of 16 are a quarter over, which leaves 8 of 10 points.
    """
    first = work.attempts[0].at if work.attempts else None
    evidence = []
    if first is not None:
        evidence.append(f"First run after {time_words((first - work.set_at).total_seconds())}")
    if work.passed_at is None:
        return Dimension("time", Mark.POOR, "not solved", tuple(evidence), 0, TIME)
    took = (work.passed_at - work.set_at).total_seconds()
    over = max(0.0, took / (work.problem.minutes * 60) - 1)
    points = round(TIME * max(0.0, 1 - over))
    mark = Mark.GOOD if not over else Mark.PARTLY if over < 1 else Mark.POOR
    says = f"passed after {time_words(took)} of {work.problem.minutes}:00"
    return Dimension("time", mark, says, tuple(evidence), points, TIME)


def _hints(work: Work) -> Dimension:
    if not work.hints:
        return Dimension("hints", Mark.GOOD, "none taken")
    taken = tuple(f"{HINTS[h.level - 1]}: {h.points} points" for h in work.hints)
    mark = Mark.PARTLY if len(work.hints) < len(HINTS) else Mark.POOR
    says = f"{len(work.hints)} of {len(HINTS)} taken"
    return Dimension("hints", mark, says, taken, -work.hint_points)


def _questions(work: Work) -> Dimension:
    name = "follow-ups"
    if not work.answers:
        return Dimension(name, Mark.NOT_JUDGED, "none was asked", (), 0, QUESTIONS)
    share = sum(answer.share for answer in work.answers) / len(work.answers)
    mark = Mark.GOOD if share >= 0.8 else Mark.PARTLY if share >= 0.4 else Mark.POOR
    right = sum(answer.share for answer in work.answers)
    says = f"{right:.3g} of {len(work.answers)} right"
    return Dimension(name, mark, says, _evidence(work.answers), round(QUESTIONS * share), QUESTIONS)


def _evidence(answers: Sequence[Answered]) -> tuple[str, ...]:
    lines = []
    for answer in answers:
        if not answer.answer and answer.kind != "spoken":
            lines.append(f"{answer.asked} Skipped.")
        elif answer.kind == "spoken":
            met = f"{len(answer.met)} of {len(answer.points)} points, by your own rating"
            lines.append(f"{answer.asked} {met}.")
        elif answer.share == 1:
            lines.append(f"{answer.asked} Right: {answer.right.rstrip('.')}.")
        else:
            meant = f" ({answer.says})" if answer.says else ""
            lines.append(f"{answer.asked} Wrong{meant}; right: {answer.right.rstrip('.')}.")
    return tuple(lines)
