"""What a candidate is shown of a verdict: of edge cases, their titles alone."""

from collections.abc import Sequence
from dataclasses import replace

from tfmdrill.model.interview import Graded, NamedMistake, SeenCheck, ShapesSeen
from tfmdrill.model.report import CheckKind, CheckResult, Outcome, Report
from tfmdrill.model.shapes import ShapesReport, Verdict

LISTED = 8  # wrong shape comments
HIDDEN = CheckKind.EDGE
_FINE = (Outcome.PASSED, Outcome.SKIPPED, Outcome.TOO_NOISY)
_PAIR = " + "  # between the ids of two mistakes that only together explain every answer


def shown(report: Report) -> Report:
    """The report without the inputs, values, messages and mistakes of edge cases.

    What the code printed goes as well: it runs on the edge cases too, and may print its arguments.
    A mistake is named only if something that isn't hidden shows it: not where the edge cases
    alone fail, and not as one of two where the other may be theirs.
    """
    failures = [check for check in report.checks if check.outcome not in _FINE]
    open_failure = any(check.kind is not HIDDEN for check in failures)
    return replace(
        report,
        checks=tuple(_shown(check) for check in report.checks),
        diagnoses=tuple(d for d in report.diagnoses if _is_told(d.bug, failures)),
        findings=report.findings if open_failure else (),
        prints="",
    )


def seen(kept: Graded) -> Graded:
    """What is kept of a report without what `shown` hides of it, for as long as work goes on."""
    failures = [check for check in kept.checks if check.outcome not in _FINE]
    return replace(
        kept,
        checks=tuple(replace(c, message="") if c.kind is HIDDEN else c for c in kept.checks),
        mistakes=tuple(m for m in kept.mistakes if _is_told(m.bug, failures)),
    )


def graded(number: int, report: Report, source_hash: str) -> Graded:
    """What is kept of a report for the scorecard, the hidden part included."""
    return Graded(
        number,
        report.outcome,
        report.score,
        source_hash,
        report.elapsed_s,
        tuple(SeenCheck(c.id, c.title, c.kind, c.outcome, c.message) for c in report.checks),
        tuple(NamedMistake(d.bug, d.says, d.because) for d in report.diagnoses),
    )


def shapes_seen(number: int, report: ShapesReport) -> ShapesSeen:
    """What is kept of the shape comments: how many, and the wrong ones."""
    wrong = (line for line in report.lines if line.verdict is Verdict.WRONG)
    evidence = tuple(f"{line.place}: {line.says}" for line in wrong)
    return ShapesSeen(number, report.right, report.wrong, report.missing, evidence[:LISTED])


def _shown(check: CheckResult) -> CheckResult:
    if check.kind is not HIDDEN:
        return check
    return replace(check, message="", where=None, remarks=())


def _is_told(bug: str, failures: Sequence[CheckResult | SeenCheck]) -> bool:
    """Whether a mistake may be named beside these failed checks."""
    hidden = any(check.kind is HIDDEN for check in failures)
    open_failure = any(check.kind is not HIDDEN for check in failures)
    return open_failure and not (hidden and _PAIR in bug)
