"""A file with the shapes of what it assigned in a column at the right, and what is to be mended."""

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tfmdrill.model.report import Outcome
from tfmdrill.model.shapes import Held, Kind, Line, ShapesReport, Value, Verdict
from tfmdrill.render.console import Signs, indented, say, signs_of
from tfmdrill.render.inert import lines_of, one_line, visible
from tfmdrill.render.opened import print_exception
from tfmdrill.render.problems import FRAMEWORK_WORDS
from tfmdrill.render.quantities import count

MOST_SHAPES = 40  # columns that the shapes take at most, where the code needs the room
GAP = 2
DEF_INDENT = 6  # of parameters that don't fit beside their `def`
SHORT_PRINTS = 8  # lines
SHORT_NAME = 24
SHOWN_VALUES = 3  # of a line that is run several times
DEFAULT_DTYPE = "float32"
STYLES = {Verdict.RIGHT: "green", Verdict.WRONG: "bold red", Verdict.MISSING: "yellow"}
_FAULTS = (Verdict.WRONG, Verdict.MISSING)
# Where one value stands alone beside its line, no name is needed.
_NAMELESS = (Kind.ASSIGNED, Kind.ALIAS, Kind.AUGMENTED, Kind.WALRUS, Kind.RETURN, Kind.LAMBDA,
             Kind.EXPRESSION)  # fmt: skip

_BREAK = re.compile(r"(?<=,) (?=then |[^\W\d]|\.\.\.)")


def print_shapes(report: ShapesReport, *, console: Console, plain: bool = False) -> None:
    """The listing, then each wrong or missing comment in words, and how many there are."""
    if plain:
        for line in _sentences(report):
            say(console, line)
        return
    _print_head(report, console)
    if report.examples:
        console.print()
        _print_listing(report, console)
    _print_faults(report, console)
    _print_end(report, console)
    console.print()
    style = "green" if _is_clean(report) else "bold"
    indented(console, Text(summary(report), style=style), 0, hang=2)


def summary(report: ShapesReport) -> str:
    """How the comments stand, in one sentence."""
    if not report.examples:
        return "Nothing was checked."
    parts = [
        f"{number} {word}"
        for number, word in (
            (report.right, "right"),
            (report.wrong, "wrong"),
            (report.missing, "missing"),
            (report.count(Verdict.NOT_CHECKED), "on lines that no example reached"),
        )
        if number
    ]
    if not parts:
        return "No line holds a tensor that needs a shape comment."
    if _is_clean(report) and len(parts) == 1:
        return f"Every shape comment is there and right ({report.right})."
    return f"Shape comments: {', '.join(parts)}."


def held_words(held: Sequence[Held]) -> list[str]:
    """What a line held: `q, k (2, 3, 5)`, `n = 5`; names with the same shape stand together."""
    groups: dict[str, list[str]] = {}
    for one in held:
        words = _values_words(one)
        joint = " = " if not any(value.arrays for value in one.values) else " "
        groups.setdefault(joint + words, []).append(one_line(one.name, SHORT_NAME))
    if len(held) == 1 and held[0].kind in _NAMELESS and held[0].values[0].arrays:
        return [_values_words(held[0])]
    return [f"{', '.join(dict.fromkeys(names))}{words}" for words, names in groups.items()]


def _values_words(held: Held) -> str:
    words = ", then ".join(map(_value_words, held.values[:SHOWN_VALUES]))
    return f"{words}, ..." if held.more or len(held.values) > SHOWN_VALUES else words


def _value_words(value: Value) -> str:
    if not value.arrays:
        return visible(value.words)
    shapes = [
        f"{'' if array.dtype == DEFAULT_DTYPE else visible(array.dtype) + ' '}{array.shape}"
        for array in value.arrays
    ]
    if not value.container:
        return shapes[0]
    if len(shapes) == 1:
        return f"{value.container} of {value.count} x {shapes[0]}"
    more = ", ..." if value.count > len(shapes) else ""
    return f"{value.container} of {value.count}: {', '.join(shapes)}{more}"


def _print_head(report: ShapesReport, console: Console) -> None:
    dot = f" {signs_of(console).dot} "
    framework = FRAMEWORK_WORDS.get(report.framework, report.framework)
    title = Text(visible(report.title), style="bold")
    title.append(dot.join(["", visible(report.file), framework]), style="dim not bold")
    indented(console, title, 0, hang=2)
    for remark in report.remarks:
        indented(console, Text(f"Note: {visible(remark)}", style="dim"), hang=6)
    for number, example in enumerate(report.examples):
        mark = f"[{number + 1}] " if len(report.examples) > 1 else ""
        indented(console, Text(f"{mark}{one_line(example.call)}", style="dim"), hang=4)
        if example.sizes:
            sizes = dot.join(f"{visible(name)} = {size}" for name, size in example.sizes)
            indented(console, Text(sizes, style="cyan"), 2 + len(mark), hang=2)


def _print_listing(report: ShapesReport, console: Console) -> None:
    """Each line; its shapes start in one column, below the line where the code is too wide."""
    signs = signs_of(console)
    code = _code_lines(report, console)
    margin = len(str(len(report.lines))) + GAP
    column = _column(report, console.width - margin)
    for line, text in zip(report.lines, code, strict=True):
        row = Text().append(f"{line.number:>{margin - GAP}}" + " " * GAP, style="dim")
        row.append_text(text)
        start = column
        notes = _notes(line, report, signs, console.width - margin - column)
        is_too_wide = text.cell_len > column - GAP
        if is_too_wide and len(notes) > 1 and line.held[0].kind is Kind.PARAMETER:
            start = len(line.source) - len(line.source.lstrip()) + DEF_INDENT
            notes = _notes(line, report, signs, console.width - margin - start)
        elif notes and not is_too_wide:
            row.append(" " * (column - text.cell_len)).append_text(notes.pop(0))
        row.rstrip()
        console.print(row, soft_wrap=True)
        for note in notes:
            console.print(Text(" " * (margin + start)).append_text(note), soft_wrap=True)


def _column(report: ShapesReport, width: int) -> int:
    """Where the shapes start: right of all code that has any, if they still fit there."""
    shown = [line for line in report.lines if line.held]
    widest_code = max((cell_len(visible(line.source)) for line in shown), default=0)
    widest_note = max(
        (
            2 + cell_len(part)
            for line in shown
            for part in _parts(line)
            if line.held[0].kind is not Kind.PARAMETER  # there are many, and they may be folded
        ),
        default=0,
    )
    room = width - GAP - min(widest_note, MOST_SHAPES)
    return min(widest_code, max(room, width // 3)) + GAP


def _notes(line: Line, report: ShapesReport, signs: Signs, width: int) -> list[Text]:
    """What the line held, in as many rows as it takes, broken between two names."""
    if not line.held:
        is_left = line.verdict is Verdict.NOT_CHECKED
        return [Text(f"{signs.skipped} not reached", style="dim")] if is_left else []
    style = STYLES.get(line.verdict, "")
    sign = f"{_sign(line.verdict, signs)} "
    if len(report.examples) > 1 and line.example:
        sign += f"[{line.example + 1}] "
    rows: list[str] = []
    for words in _parts(line):
        if rows and cell_len(f"{sign}{rows[-1]} {words}") <= width:
            rows[-1] += f" {words}"
        else:
            rows.append(words)
    lead = Text(sign, style=style)
    return [
        (lead if number == 0 else Text(" " * len(sign))).append(row, style=style or "cyan")
        for number, row in enumerate(rows)
    ]


def _parts(line: Line) -> list[str]:
    """The words of a line, between which a row may be broken: not within a shape."""
    return _BREAK.split(", ".join(held_words(line.held)))


def _sign(verdict: Verdict, signs: Signs) -> str:
    return {
        Verdict.RIGHT: signs.passed,
        Verdict.WRONG: signs.failed,
        Verdict.MISSING: "?",
    }.get(verdict, " ")


def _code_lines(report: ShapesReport, console: Console) -> list[Text]:
    """The lines of the file, in colour where there is any; nothing in them steers a terminal."""
    plain = [visible(line.source) for line in report.lines]
    if console.color_system is None:
        return [Text(line) for line in plain]
    from rich.syntax import Syntax

    syntax = Syntax("", "python", theme="ansi_dark", background_color="default")
    colored = syntax.highlight("\n".join(plain)).split("\n", allow_blank=True)
    return [text if text.plain == line else Text(line)
            for line, text in zip(plain, colored, strict=False)]  # fmt: skip


def _print_faults(report: ShapesReport, console: Console) -> None:
    faults = [line for line in report.lines if line.verdict in _FAULTS]
    if faults:
        console.print()
    for line in faults:
        sign = _sign(line.verdict, signs_of(console))
        text = Text(f"{sign} {visible(line.place)}: ", style=STYLES[line.verdict])
        indented(console, text.append(visible(line.says), style="default not bold"), 0, hang=4)
        for detail in line.details:
            indented(console, Text(visible(detail), style="dim"), 4, hang=2)


def _print_end(report: ShapesReport, console: Console) -> None:
    """What ended the run early, and what the code printed."""
    if report.exception is not None:
        console.print()
        indented(console, Text(f"{ended_words(report)}; the listing goes up to there:"), 0)
        print_exception(report.exception, console, whole=False)
    elif report.says:
        console.print()
        style = "" if report.outcome is Outcome.PASSED else "bold red"
        indented(console, Text(visible(report.says), style=style), 0)
    if report.prints.strip():
        shown, left = lines_of(report.prints, SHORT_PRINTS)
        console.print()
        indented(console, Text("Your code printed:", style="dim"), 0)
        for text in shown:
            indented(console, Text(text), 2, hang=2)
        if left:
            indented(console, Text(f"... {count(left, 'more line')}", style="dim"))


def ended_words(report: ShapesReport) -> str:
    """How a run ended that didn't come to its end."""
    return "Your code took too long" if report.outcome is Outcome.TIMEOUT else "Your code raised"


def _is_clean(report: ShapesReport) -> bool:
    return report.outcome is Outcome.PASSED and not (report.wrong or report.missing)


def _sentences(report: ShapesReport) -> Iterator[str]:
    """The same content, a fact a line."""
    framework = FRAMEWORK_WORDS.get(report.framework, report.framework)
    yield f"{visible(report.title)}. File {visible(report.file)}, {framework}."
    yield from (f"Note: {visible(remark)}" for remark in report.remarks)
    for number, example in enumerate(report.examples, start=1):
        yield f"Example {number}: {one_line(example.call)}"
        if example.sizes:
            sizes = ", ".join(f"{visible(name)} is {size}" for name, size in example.sizes)
            yield f"Sizes {number}: {sizes}."
    for line in report.lines if report.examples else ():
        yield f"{line.number}: {visible(line.source)}".rstrip()
        if line.held:
            which = f" in example {line.example + 1}" if line.example else ""
            yield f"  Holds{which}: {', '.join(held_words(line.held))}."
        if line.verdict is Verdict.RIGHT:
            yield "  The comment is right."
        if line.verdict is Verdict.NOT_CHECKED:
            yield "  The comment wasn't checked: no example reached the line."
        if line.says:
            yield f"  {str(line.verdict).capitalize()}: {visible(line.says)}."
        yield from (f"  {visible(detail)}." for detail in line.details)
    if report.exception is not None:
        raised = report.exception
        yield f"{ended_words(report)}: {visible(raised.type)}: {visible(raised.message)}"
        for frame in raised.frames:
            yield f"{visible(frame.place)}, in {one_line(frame.function)}: {one_line(frame.source)}"
            yield from (f"  {visible(name)} is {visible(held)}" for name, held in frame.locals)
    elif report.says:
        yield visible(report.says)
    if report.prints.strip():
        yield "Your code printed:"
        yield from (f"> {line}" for line in lines_of(report.prints, SHORT_PRINTS)[0])
    yield summary(report)
