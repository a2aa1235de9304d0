"""What a student may see of a verdict: hidden checks are a title, and leave no trace elsewhere.

A submission sees the inputs of every check, hidden ones too, and lives on from one check to the
next. So where a problem has hidden checks, whatever the submission chose itself could carry one of
their inputs out: what it prints, what it raises, the names in its frames, and the values that it
returns to a *visible* check. Of these nothing is shown then. The input of a visible check, the
right answer and the named mistake come from the grader, and stay.
"""

import re
from dataclasses import replace
from fnmatch import fnmatchcase

from tfmdrill.model.course import CourseProblem, Result
from tfmdrill.model.feedback import ShownCheck
from tfmdrill.model.report import (
    CheckKind,
    CheckResult,
    ExceptionInfo,
    Failure,
    Grid,
    Outcome,
    Report,
)

# Every kind in which the file's own words can't yet carry anything: no check has been asked.
BEFORE_ANY_INPUT = (CheckKind.LOAD,)
# A line number is the grader's only if it is one that a file has.
PLACE = re.compile(r"line \d{1,4}|cell \d{1,3}, line \d{1,4}")
PLAIN_ERRORS = 40  # characters of a built-in exception's name at most


def is_hidden(check: CheckResult, problem: CourseProblem) -> bool:
    """Whether one of the course's patterns hides the check.

    What keeps a file from running at all is never hidden: nothing was asked of it yet.
    """
    if check.kind in BEFORE_ANY_INPUT or check.outcome is Outcome.FORBIDDEN:
        return False
    return any(fnmatchcase(check.id, pattern) for pattern in problem.hidden)


def shown_checks(result: Result, problem: CourseProblem) -> tuple[ShownCheck, ...]:
    """The checks of a verdict that count, as a student may see them."""
    withheld = bool(problem.hidden)
    shown = []
    for check in result.judged:
        if is_hidden(check, problem):
            shown.append(ShownCheck(_title_alone(check), True))
        else:
            shown.append(ShownCheck(_without_own_words(check) if withheld else check, False))
    return tuple(shown)


def shown_findings(report: Report, problem: CourseProblem) -> tuple[str, ...]:
    """What can be said of the values; they quote them, so nothing where some are hidden."""
    return () if problem.hidden else tuple(finding.says for finding in report.findings)


def shown_prints(report: Report, problem: CourseProblem) -> str:
    return "" if problem.hidden else report.prints


def _title_alone(check: CheckResult) -> CheckResult:
    return replace(check, message="", where=None, remarks=())


def _without_own_words(check: CheckResult) -> CheckResult:
    if check.kind in BEFORE_ANY_INPUT or check.outcome is Outcome.FORBIDDEN:
        return check
    if check.outcome is Outcome.PASSED or check.kind is CheckKind.COST:
        return check
    where = None if check.where is None else _due_alone(check.where)
    return replace(check, message=_message(check), where=where)


def _message(check: CheckResult) -> str:
    """What happened, in our words alone."""
    failure = check.where
    match check.outcome:
        case Outcome.WRONG:
            return "what comes back isn't right"
        case Outcome.ERROR:
            exception = failure.exception if failure is not None else None
            return "the code ended" if exception is None else _raised(exception)
        case Outcome.TIMEOUT:
            return "the code took too long"
        case Outcome.MEMORY:
            return "the code took too much memory"
        case Outcome.OUTPUT_FLOOD:
            return "the code printed too much"
        case _:
            return ""


def _raised(exception: ExceptionInfo) -> str:
    """The nearest built-in class and the line; the message and names are the file's own."""
    kinds = [exception.type, *exception.bases]
    kind = next((k for k in kinds if _is_builtin_error(k)), "exception")
    places = [frame.place for frame in exception.frames if PLACE.fullmatch(frame.place)]
    return f"raised {kind}" + (f" at {places[-1]}" if places else "")


def _is_builtin_error(name: str) -> bool:
    import builtins

    kind = getattr(builtins, name, None) if len(name) <= PLAIN_ERRORS else None
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _due_alone(failure: Failure) -> Failure:
    """The input and the right answer."""
    expected = failure.expected if failure.grid is None else _grid_words(failure.grid)
    return Failure(failure.call, failure.arguments, expected, layout=failure.layout)


def _grid_words(grid: Grid) -> str:
    """The right values where all of them are there; a part is cut out around the entry that is
    furthest off, which is where the submission wants it to be."""
    if grid.cut is not None or any(grid.index):
        return ""
    return ", ".join(
        "[" + ", ".join(f"{value:.6g}" for value in row) + "]" for row in grid.expected
    )
