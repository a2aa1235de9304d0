"""Results in words and figures: outcome and score of a report, and what no plan has checks for."""

from collections.abc import Sequence

from tfmdrill.grading.candidate import Observed
from tfmdrill.grading.judging import Verdict
from tfmdrill.grading.plan import Manner
from tfmdrill.model.report import (
    OUTCOME_ORDER,
    CheckKind,
    CheckResult,
    ExceptionInfo,
    Failure,
    Outcome,
)
from tfmdrill.runner import Died, Raised

NOT_FORBIDDEN = "No forbidden call is made"


def report_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """The first present of OUTCOME_ORDER, else passed."""
    return next((o for o in OUTCOME_ORDER if o in outcomes), Outcome.PASSED)


def score_of(results: Sequence[CheckResult]) -> float:
    """Earned over judged weight, in [0, 1]; skipped and too-noisy leave both sums."""
    if any(r.outcome is Outcome.FORBIDDEN for r in results):
        return 0.0
    judged = [r for r in results if r.outcome not in (Outcome.SKIPPED, Outcome.TOO_NOISY)]
    total = sum(r.weight for r in judged)
    return sum(r.earned for r in judged) / total if total else 0.0


def message_of(failing: Verdict, *, values_right: bool) -> str:
    """What went wrong; a check that looks at more than values doesn't pass wrong ones for its own
    finding."""
    own = failing.step.manner in (Manner.AGAIN, Manner.UNMODIFIED) and not failing.changed
    if own and not values_right and failing.mismatch is not None:
        return f"the values are wrong here too, which hides the rest: {failing.mismatch.message}"
    return failing.message


def unwatched(seen: Observed) -> CheckResult:
    text = f"while it was watched for forbidden calls, and only then: {seen.message}"
    return CheckResult(
        "forbidden", NOT_FORBIDDEN, CheckKind.FORBIDDEN, seen.outcome, 1.0, 0.0, text
    )


def not_run(reason: str) -> CheckResult:
    title = "The file can be read"
    return CheckResult("load", title, CheckKind.LOAD, Outcome.ERROR, 1.0, 0.0, reason)


def load_failure(reply: Raised | Died) -> CheckResult:
    info: ExceptionInfo | None = reply.info if isinstance(reply, Raised) else None
    outcome = reply.outcome if isinstance(reply, Died) else Outcome.ERROR
    message = (
        reply.message if isinstance(reply, Died) else f"{reply.info.type}: {reply.info.message}"
    )
    return CheckResult(
        "load",
        "The file can be run",
        CheckKind.LOAD,
        outcome,
        1.0,
        0.0,
        message,
        Failure(call="running the file", exception=info) if info else None,
    )
