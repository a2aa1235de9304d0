"""The words for outcomes, kinds and next commands, the same in every form of a report."""

import shlex

from tfmdrill.model.report import CheckKind, CheckResult, Isolation, Outcome, Report
from tfmdrill.render.console import Signs
from tfmdrill.render.inert import one_line, visible
from tfmdrill.render.quantities import count, percent

OUTCOME_WORDS = {
    Outcome.PASSED: "passed",
    Outcome.WRONG: "wrong",
    Outcome.ERROR: "error",
    Outcome.TIMEOUT: "timed out",
    Outcome.MEMORY: "out of memory",
    Outcome.OUTPUT_FLOOD: "printed too much",
    Outcome.FORBIDDEN: "forbidden call",
    Outcome.BROKEN_PROTOCOL: "broken protocol",
    Outcome.GRADER_FAULT: "grader fault",
    Outcome.SKIPPED: "skipped",
    Outcome.TOO_NOISY: "too noisy to judge",
}

OUTCOME_STYLES = {
    Outcome.PASSED: "green",
    Outcome.WRONG: "red",
    Outcome.ERROR: "red",
    Outcome.TIMEOUT: "yellow",
    Outcome.MEMORY: "yellow",
    Outcome.OUTPUT_FLOOD: "yellow",
    Outcome.FORBIDDEN: "magenta",
    Outcome.BROKEN_PROTOCOL: "magenta",
    Outcome.GRADER_FAULT: "blue",
    Outcome.SKIPPED: "dim",
    Outcome.TOO_NOISY: "dim",
}

KIND_WORDS = {
    CheckKind.LOAD: "Loading",
    CheckKind.FORBIDDEN: "Allowed calls",
    CheckKind.VALUE: "Values",
    CheckKind.EDGE: "Edge cases",
    CheckKind.PROPERTY: "Properties",
    CheckKind.HYGIENE: "Hygiene",
    CheckKind.HALF: "Half precision",
    CheckKind.GRADIENT: "Gradients",
    CheckKind.COST: "Cost",
}
# The order in which a person should look at failures: what explains the others comes first.
KINDS = tuple(KIND_WORDS)

# The options of a report that each command takes.
DISPUTE = ("--problem", "--framework", "--pack")
GRADE = (*DISPUTE, "--limit-scale")
SOLUTION = ("--framework", "--pack")

NOT_JUDGED = (Outcome.SKIPPED, Outcome.TOO_NOISY)


def sign_of(outcome: Outcome, signs: Signs) -> str:
    match outcome:
        case Outcome.PASSED:
            return signs.passed
        case Outcome.SKIPPED:
            return signs.skipped
        case Outcome.TOO_NOISY:
            return signs.noisy
        case Outcome.GRADER_FAULT:
            return signs.fault
        case _:
            return signs.failed


def failed(check: CheckResult) -> bool:
    return check.outcome is not Outcome.PASSED and check.outcome not in NOT_JUDGED


def does_not_count(check: CheckResult) -> bool:
    """Passed, but without its weight: hygiene beside wrong values."""
    return check.outcome is Outcome.PASSED and check.earned < check.weight


def to_open(report: Report, *, all_checks: bool, only: tuple[str, ...]) -> list[CheckResult]:
    """The checks to show in full: those asked for, or all that failed, or the one to look at.

    The one is the first, in the order of kinds, that ended as the whole report did.
    """
    ordered = sorted(report.checks, key=lambda check: KINDS.index(check.kind))
    if only:
        return [check for check in ordered if check.id in only]
    failures = [check for check in ordered if failed(check)]
    if all_checks:
        return failures
    deciding = [check for check in failures if check.outcome is report.outcome]
    return (deciding or failures)[:1]


def judged(report: Report) -> str:
    """The score in words; a grader fault has none."""
    return "no score" if report.score is None else f"score {percent(report.score)}"


def isolation_words(isolation: Isolation) -> str:
    """The tier, with the layers that this machine lacks and why."""
    if not isolation.missing:
        return isolation.tier
    alike: dict[str, list[str]] = {}
    for layer, why in isolation.missing:
        alike.setdefault(why, []).append(layer)
    lacking = "; ".join(f"{', '.join(layers)} ({why})" for why, layers in alike.items())
    return one_line(f"{isolation.tier}, without {lacking}")


def after_failure(report: Report, opened: int, *, only: tuple[str, ...]) -> list[tuple[str, str]]:
    """What to type next, each with what it gives."""
    grade = _command(report, f"grade {file_argument(report)}", *GRADE)
    if report.outcome is Outcome.GRADER_FAULT:
        dispute = _command(report, f"dispute {file_argument(report)}", *DISPUTE)
        return [
            (f"{grade} --seed {report.seed}", "grade it again"),
            (dispute, "if it stays: report it"),
        ]
    steps = [(grade, "when you have changed it")]
    others = sum(failed(check) for check in report.checks) - opened
    if others > 0 and not only:
        steps.append((f"{grade} --all", f"{count(others, 'more failure')} in full"))
    if report.in_interview:
        steps.append(("tfmdrill interview resume", "if its screen is closed; hints are there"))
    else:
        steps.append((_command(report, f"hint {report.name}", "--pack"), "a hint"))
    # What a cost was measured on is too large to be written down.
    inputs = [check for check in report.checks if check.kind is not CheckKind.COST]
    if any(failed(check) and check.where is not None for check in inputs):
        steps.append((f"{grade} --repro", "a script with this input"))
    return steps


def after_pass(report: Report) -> list[tuple[str, str]]:
    if report.in_interview:
        return [("tfmdrill interview resume", "if its screen is closed")]
    steps = [(_command(report, "next", "--pack"), "the next problem")]
    if report.beside is None:
        grade = _command(report, f"grade {file_argument(report)}", *GRADE)
        steps.append((f"{grade} --compare", "your code beside the model answer"))
    solution = _command(report, f"solution {report.name}", *SOLUTION)
    return [*steps, (solution, "the model answer")]


def next_steps(report: Report, opened: int, *, only: tuple[str, ...]) -> list[tuple[str, str]]:
    """The commands that make sense now, the likeliest first, each with what it gives."""
    if report.outcome is Outcome.PASSED:
        return after_pass(report)
    return after_failure(report, opened, only=only)


def file_argument(report: Report) -> str:
    """The file as it can be typed to a shell, and be looked at; a leading - is no option."""
    name = visible(report.file)
    return shlex.quote(f"./{name}" if name.startswith("-") else name)


def _command(report: Report, words: str, *options: str) -> str:
    """A command with those of the report's options that it takes."""
    taken = [f"{name} {shlex.quote(visible(value))}" for name, value in report.options
             if name in options]  # fmt: skip
    return " ".join(["tfmdrill", words, *taken])
