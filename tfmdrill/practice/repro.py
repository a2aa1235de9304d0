"""The failing input of a report as a script, ready for a debugger."""

import ast
from pathlib import Path

from tfmdrill.catalogue.resources import fill_template
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import CheckResult, Failure, Outcome, Report
from tfmdrill.practice.files import refusing, write_numbered
from tfmdrill.practice.grade import Submitted
from tfmdrill.practice.workspace import file_stem


def write_repro(item: Submitted, report: Report, folder: Path) -> Path | None:
    """A new script in `folder` that makes the failing call; None if no failure has one to make.

    The first failure that can be written down is taken, as the report opens it.
    Raises UsageError if it can't be written.
    """
    check = next((c for c in report.checks if _failed(c) and _can_be_written(c.where)), None)
    if check is None or check.where is None:
        return None
    stem = f"repro_{file_stem(item.problem.name)}"
    with refusing(folder / f"{stem}.py"):
        return write_numbered(folder, stem, ".py", _script(item, report, check, check.where))


def _failed(check: CheckResult) -> bool:
    return check.outcome not in (Outcome.PASSED, Outcome.SKIPPED, Outcome.TOO_NOISY)


def _can_be_written(where: Failure | None) -> bool:
    """Whether the call and every argument is Python that can be run again."""
    if where is None:
        return False
    return all(_is_expression(text) for text in (where.call, *(a.literal for a in where.arguments)))


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _expected(where: Failure) -> str:
    """The due answer in words; of a large array the part that the report shows."""
    if where.expected or where.grid is None:
        return where.expected
    grid = where.grid
    rows = "\n".join(" ".join(f"{x:.7g}" for x in row) for row in grid.expected)
    is_whole = grid.cut is None and not grid.index
    return rows if is_whole else f"(a part of it, at {[*grid.index, *grid.start]})\n{rows}"


def _script(item: Submitted, report: Report, check: CheckResult, where: Failure) -> str:
    called = ast.parse(where.call, mode="eval")
    names = sorted({n.id for n in ast.walk(called) if isinstance(n, ast.Name)})
    arguments = {a.name for a in where.arguments}
    return fill_template(
        "repro.py.jinja",
        report=report,
        check=check,
        where=where,
        expected=_expected(where),
        names=[n for n in names if n not in arguments],
        is_torch=item.framework is Framework.TORCH,
        needs_numpy=any("np." in a.literal for a in where.arguments),
        # A notebook is no file that Python runs: its code goes into the script.
        path=None if item.source.cells else str(item.path.resolve()),
        code=item.source.code.decode(),
    )
