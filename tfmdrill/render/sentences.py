"""The report as sentences in order, for screen readers and logs: no boxes, columns or colour."""

from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console

from tfmdrill.model.report import (
    CheckResult,
    Diagnosis,
    ExceptionInfo,
    Failure,
    Grid,
    Outcome,
    Report,
)
from tfmdrill.render.console import say
from tfmdrill.render.heat import cut_words, numbers_of, worst_words
from tfmdrill.render.inert import lines_of, one_line, visible
from tfmdrill.render.opened import SHORT_FRAMES, own_got, own_message, tells_worst, value_words
from tfmdrill.render.problems import FRAMEWORK_WORDS
from tfmdrill.render.quantities import count, seconds, size
from tfmdrill.render.report import (
    agreement_words,
    counts_words,
    diagnosis_match,
    measured_words,
)
from tfmdrill.render.wording import (
    KIND_WORDS,
    OUTCOME_WORDS,
    failed,
    isolation_words,
    judged,
    next_steps,
    to_open,
)

SHORT_PRINTS = 8  # lines of what the user's code printed, unless all is asked for
SHORT_LITERAL = 200  # characters of an expected or got value, unless all is asked for


def print_sentences(
    report: Report, console: Console, *, all_checks: bool, only: tuple[str, ...]
) -> None:
    """The same content as the coloured report, a fact a line."""
    opened = to_open(report, all_checks=all_checks, only=only)
    whole = all_checks or bool(only)
    for line in _head(report):
        say(console, line)
    for check in opened:
        for line in check_sentences(check, whole=whole):
            say(console, line)
    for line in _diagnoses(report.diagnoses):
        say(console, line)
    for line in _rest(report, whole=all_checks):
        say(console, line)
    say(console, f"{judged(report).capitalize()}. Took {seconds(report.elapsed_s)}.")
    say(console, f"Seed {report.seed}. Isolation {isolation_words(report.isolation)}.")
    for command, gives in next_steps(report, len(opened), only=only):
        say(console, f"Next: {one_line(command)} ({gives})")


def item_sentences(report: Report, check: CheckResult) -> list[str]:
    """One check of a report by itself, what happened first: in full where it is the one to open.

    The others end with the mistake that was named, since they most likely are its doing.
    """
    message = one_line(check.message) or OUTCOME_WORDS[check.outcome]
    if check not in to_open(report, all_checks=False, only=()):
        call = check.where.call if check.where is not None else ""
        lines = [message, *([f"The call: {visible(call)}"] if call else [])]
        return lines + [f"The mistake: {visible(d.says)}" for d in report.diagnoses[:1]]
    lines = [
        message,
        *(line for line in check_sentences(check, whole=False) if line != check.message),
    ]
    lines += _diagnoses(report.diagnoses)
    lines += (f"Pattern: {visible(finding.says)}" for finding in report.findings)
    lines.append(f"{judged(report).capitalize()}, seed {report.seed}.")
    return [line for line in lines if line]


def detail_sentences(check: CheckResult) -> list[str]:
    """What is known of one check beside its id, title and outcome."""
    lines = list(check_sentences(replace(check, id="", title=""), whole=False))
    return [line for line in lines[2:] if line]


def _head(report: Report) -> Iterator[str]:
    framework = FRAMEWORK_WORDS.get(report.framework, report.framework)
    word = OUTCOME_WORDS[report.outcome].capitalize()
    yield f"{word}: {visible(report.title)} ({report.name}), {judged(report)}."
    yield f"File {visible(report.file)}, {framework}."
    if report.outcome is Outcome.GRADER_FAULT:
        yield "The grader failed, not your code. This counts for nothing: grade it again."
    for kind, word in KIND_WORDS.items():
        checks = [check for check in report.checks if check.kind is kind]
        if not checks:
            continue
        failures = ", ".join(
            f"{visible(check.id)} ({OUTCOME_WORDS[check.outcome]})"
            for check in checks
            if failed(check)
        )
        counts = counts_words(checks, " passed")
        yield f"{word}: {counts}." + (f" Failed: {failures}." if failures else "")
        for measured in measured_words(checks):
            yield f"{measured}."


def check_sentences(check: CheckResult, *, whole: bool) -> Iterator[str]:
    """One check, a fact a line."""
    yield ""
    yield f"Check {visible(check.id)}: {OUTCOME_WORDS[check.outcome]}."
    if check.title:
        yield visible(check.title)
    if check.where is not None:
        yield from _call(check.where, whole=whole)
    message = own_message(check)
    if message:
        yield visible(message)
    if check.where is not None:
        limit = 0 if whole else SHORT_LITERAL
        if check.where.expected:
            yield f"Expected: {one_line(check.where.expected, limit)}"
        got = own_got(check, check.where)
        if got:
            yield f"Got: {one_line(got, limit)}"
        if check.where.grid is not None:
            yield from _grid(check.where.grid, told=check.message)
        if check.where.exception is not None:
            yield from _exception(check.where.exception, whole=whole)
    for remark in check.remarks:
        yield f"Note: {visible(remark)}"


def _call(failure: Failure, *, whole: bool) -> Iterator[str]:
    if failure.call:
        yield f"The call: {visible(failure.call)}"
    for argument in failure.arguments:
        value = value_words(argument, whole=whole)
        words = f"{visible(argument.summary)}, {value}" if value else visible(argument.summary)
        yield f"Argument {visible(argument.name)}: {words}"
    if failure.layout:
        yield f"In memory: {visible(failure.layout)}"


def _grid(grid: Grid, *, told: str) -> Iterator[str]:
    """The worst place, then each row that has a wrong entry, expected before got."""
    if not tells_worst(told, grid):
        line = worst_words(grid)
        yield f"{line[0].upper()}{line[1:]}."
    if cut_words(grid):
        yield f"Shown: {cut_words(grid)}."
    numbers = numbers_of(grid)
    right = []
    for r, wrong in enumerate(grid.wrong):
        row = grid.start[0] + r
        if not any(wrong):
            right.append(str(row))
            continue
        columns = ", ".join(str(grid.start[1] + c) for c, w in enumerate(wrong) if w)
        where = "all wrong" if all(wrong) else f"wrong in column {columns}"
        yield (
            f"Row {row}: expected {', '.join(numbers.expected[r])}; "
            f"got {', '.join(numbers.got[r])}; {where}."
        )
    if right:
        yield f"Right: row {', '.join(right)}."


def _exception(exception: ExceptionInfo, *, whole: bool) -> Iterator[str]:
    yield f"{visible(exception.type)}: {visible(exception.message)}"
    for frame in exception.frames if whole else exception.frames[-SHORT_FRAMES:]:
        yield f"{visible(frame.place)}, in {one_line(frame.function)}: {one_line(frame.source)}"
        for name, shape in frame.locals:
            yield f"  {visible(name)} is {visible(shape)}"


def _diagnoses(diagnoses: tuple[Diagnosis, ...]) -> Iterator[str]:
    if diagnoses:
        yield ""
    if len(diagnoses) > 1:
        yield f"{len(diagnoses)} mistakes fit equally well; it is one of them."
    for number, diagnosis in enumerate(diagnoses):
        word = "The mistake" if len(diagnoses) == 1 else ("Or" if number else "Either")
        yield f"{word}: {visible(diagnosis.says)}"
        if diagnosis.because:
            yield f"Because: {visible(diagnosis.because)}"
        if diagnosis.fix:
            yield f"Try: {visible(diagnosis.fix)}"
        yield f"{diagnosis_match(diagnosis)}."


def _rest(report: Report, *, whole: bool) -> Iterator[str]:
    for finding in report.findings:
        yield f"Pattern: {visible(finding.says)}"
    for remark in report.remarks:
        yield f"Note: {visible(remark)}"
    if report.prints.strip():
        shown, left = lines_of(report.prints, 0 if whole else SHORT_PRINTS)
        yield "Your code printed:"
        yield from (f"> {line}" for line in shown)
        if left:
            yield f"{count(left, 'more line')}, shown with --all."
    yield ""
    if report.agreement is not None:
        yield agreement_words(report.agreement)
    beside = report.beside
    if beside is not None:
        yield (
            f"Your code: {seconds(beside.user_cpu_s)} of CPU, "
            f"{size(beside.user_memory_bytes)} of memory. "
            f"Model answer: {seconds(beside.model_cpu_s)}, {size(beside.model_memory_bytes)}."
        )
        yield "The model answer:"
        yield from lines_of(beside.model_source)[0]
