"""A file's shapes, and its shape comments judged: `check_shapes`."""

from collections.abc import Sequence
from dataclasses import replace

from tfmdrill.errors import ExitCode
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Outcome
from tfmdrill.model.shapes import Example, Kind, Line, ShapesReport
from tfmdrill.practice.grade import Submitted
from tfmdrill.shapes.checking import Checker
from tfmdrill.shapes.examples import choose_examples, sizes_seen
from tfmdrill.shapes.symbols import Symbols
from tfmdrill.shapes.tracing import Run, Traced, trace


def check_shapes(item: Submitted, grader: Grader) -> ShapesReport:
    """What the file's lines hold when it runs on an example, and how its shape comments fit.

    Raises:
        UsageError: the framework isn't installed.
        GraderFault, ProblemError: tfmdrill or the problem is at fault, not the file.
    """
    unread = item.source.unreadable
    if unread is not None:
        return _report(item, outcome=Outcome.ERROR, says=unread.reason)
    if item.framework is Framework.TEXT:
        return _report(item, says="This problem is about text: there are no tensors in it.")
    grader.warm_up(item.framework)  # it imports while the examples are drawn
    examples = choose_examples(item.problem)
    run = grader.with_wall(
        item.framework,
        lambda wall: trace(wall, item.source, item.problem, examples, grader.limits),
    )
    return _judged(item, run)


def exit_code(report: ShapesReport) -> ExitCode:
    """0 where the file ran and every comment is there and right."""
    if report.outcome is Outcome.GRADER_FAULT:
        return ExitCode.GRADER_FAULT
    clean = report.outcome is Outcome.PASSED and not (report.wrong or report.missing)
    return ExitCode.PASSED if clean else ExitCode.FAILED


def _judged(item: Submitted, run: Run) -> ShapesReport:
    lines: tuple[Line, ...] = ()
    examples: list[Example] = []
    for number, traced in enumerate(run.traced):
        example = _example(item, traced)
        lines = _merged(lines, _lines(item, traced, example, number))
        examples += [example] if traced.chosen is not None else []
    last = run.traced[-1]
    return _report(
        item,
        outcome=last.outcome,
        says=last.says,
        exception=last.exception,
        examples=tuple(examples),
        lines=lines,
        prints=run.prints,
        isolation=run.isolation,
    )


def _example(item: Submitted, traced: Traced) -> Example:
    """The call, with the sizes that only the run shows where a script makes several calls."""
    if traced.chosen is None:
        return Example("", ())
    text = item.source.code.decode("utf-8", "replace").split("\n")
    known = dict(traced.chosen.example.sizes)
    if traced.chosen.step.case.script is not None:
        known = sizes_seen(item.problem, text, traced.places) | known
    return replace(traced.chosen.example, sizes=tuple(known.items()))


def _lines(item: Submitted, traced: Traced, example: Example, number: int) -> tuple[Line, ...]:
    loops = {p.name for p in traced.places if p.kind in (Kind.FOR, Kind.COMPREHENSION)}
    given = {p.name for p in traced.places if p.kind is Kind.PARAMETER}
    sizes = dict(example.sizes)
    local = {axis.name for axis in item.problem.axes if axis.name not in sizes}
    symbols = Symbols(sizes, local, loops, given)
    return Checker(item.source, symbols, traced.places).lines(number)


def _merged(before: Sequence[Line], lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of a further example where none before it reached them."""
    if not before:
        return tuple(lines)
    return tuple(
        new if new.held and not old.held else old for old, new in zip(before, lines, strict=True)
    )


def _report(item: Submitted, **found: object) -> ShapesReport:
    return ShapesReport(
        problem=item.problem.name,
        title=item.problem.title,
        file=item.source.name,
        framework=str(item.framework),
        remarks=item.source.remarks,
        **{"outcome": Outcome.PASSED, **found},  # type: ignore[arg-type]  # fields of the report
    )
