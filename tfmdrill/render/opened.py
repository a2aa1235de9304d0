"""One check in full, on a terminal: what was called, what was wanted, what came."""

import re

from rich.console import Console
from rich.text import Text

from tfmdrill.model.report import Argument, CheckResult, ExceptionInfo, Failure, Grid
from tfmdrill.render.console import indented, padded, signs_of, widest
from tfmdrill.render.heat import cut_words, heat_map, worst_words
from tfmdrill.render.inert import lines_of, one_line, visible
from tfmdrill.render.quantities import count
from tfmdrill.render.wording import OUTCOME_STYLES, OUTCOME_WORDS, sign_of

SHORT_LINES = 6  # of an exception's message, unless all is asked for
SHORT_FRAMES = 4  # of an exception, the innermost, unless all is asked for
SHORT_LOCALS = 8  # tensors of a frame, unless all is asked for
SHORT_ROWS = 4  # of a grid too wide to stand beside the other, unless all is asked for
SHOWN = 8  # rows that a grid has at most
SHORT_VALUE = 100  # characters of an argument, unless all is asked for
SHORT_LITERAL = 400  # characters of an expected or got value, unless all is asked for

_ARRAY = re.compile(r"np\.array\((.*), dtype=np\.\w+\)")


def print_check(check: CheckResult, console: Console, *, whole: bool) -> None:
    """The check with its failing input; `whole` leaves nothing out for the sake of the screen."""
    signs = signs_of(console)
    style = OUTCOME_STYLES[check.outcome]
    head = Text(f"{sign_of(check.outcome, signs)} {visible(check.id)}", style=f"bold {style}")
    head.append(f"  {OUTCOME_WORDS[check.outcome]}", style=style)
    console.print(head)
    if check.title:
        indented(console, Text(visible(check.title)))
    message = own_message(check)
    if message:
        shown, left = lines_of(message, 0 if whole else SHORT_LINES)
        indented(console, Text("\n".join(shown) + _more(left)))
    if check.where is not None:
        _print_call(check.where, console, whole=whole)
        _print_values(check, check.where, console, whole=whole)
        if check.where.exception is not None:
            print_exception(check.where.exception, console, whole=whole)
    for remark in check.remarks:
        indented(console, Text(f"Note: {visible(remark)}", style="dim"))


def _print_call(failure: Failure, console: Console, *, whole: bool) -> None:
    if failure.call:
        indented(console, Text(visible(failure.call), style="bold"), 4, hang=4)
    longest = widest(visible(argument.name) for argument in failure.arguments)
    for argument in failure.arguments:
        line = Text(padded(visible(argument.name), longest + 2)).append(visible(argument.summary))
        value = value_words(argument, whole=whole)
        if value:
            line.append(f"  {value}", style="dim")
        indented(console, line, 6, hang=longest + 2)
    if failure.layout:
        indented(console, Text(f"In memory: {visible(failure.layout)}"), 4)


def own_message(check: CheckResult) -> str:
    """The message without the exception that it ends with, where that is shown by itself."""
    exception = check.where.exception if check.where is not None else None
    if exception is None:
        return check.message
    return check.message.removesuffix(f"{exception.type}: {exception.message}").rstrip(": ")


def own_got(check: CheckResult, failure: Failure) -> str:
    """What came, unless it is the message, or the exception that is shown by itself."""
    exception = failure.exception.type if failure.exception is not None else ""
    return "" if failure.got in (check.message, exception) else failure.got


def tells_worst(message: str, grid: Grid) -> bool:
    """Whether the message names the place already that is most off."""
    return bool(grid.at) and str(grid.at) in message


def value_words(argument: Argument, *, whole: bool) -> str:
    """The value of an argument, for `whole` as Python source; empty where it is too long.

    >>> array = Argument("q", "float32 (2,)", "np.array([0.5, 1.0], dtype=np.float32)")
    >>> value_words(array, whole=False)
    '[0.5, 1.0]'
    """
    literal = one_line(argument.literal)
    if literal == argument.summary:
        return ""
    if whole:
        return literal
    listed = _ARRAY.fullmatch(literal)
    value = listed.group(1) if listed else literal  # the summary tells dtype and shape
    return value if len(value) <= SHORT_VALUE else ""


def _print_values(check: CheckResult, failure: Failure, console: Console, *, whole: bool) -> None:
    limit = 0 if whole else SHORT_LITERAL
    for label, words in (("expected", failure.expected), ("got", own_got(check, failure))):
        if words:
            text = Text(f"{label:<8}  ", style="bold")
            indented(console, text.append(one_line(words, limit), style="not bold"), 4, hang=10)
    grid = failure.grid
    if grid is not None:
        if not tells_worst(check.message, grid):
            line = worst_words(grid)
            indented(console, Text(line[0].upper() + line[1:], style="bold"), 4)
        if grid.at or cut_words(grid):
            rows = SHOWN if whole else SHORT_ROWS
            signs = signs_of(console)
            for row in heat_map(grid, width=console.width - 4, stacked_rows=rows, signs=signs):
                row.rstrip()
                console.print(Text("    ").append_text(row))


def print_exception(exception: ExceptionInfo, console: Console, *, whole: bool) -> None:
    """The type and message of an exception, then the user's frames with the shapes in them."""
    shown, left = lines_of(exception.message, 0 if whole else SHORT_LINES)
    text = Text().append(visible(exception.type), style="bold red")
    if exception.message:
        text.append(": " + "\n".join(shown) + _more(left))
    indented(console, text, 4, hang=2)
    frames = exception.frames if whole else exception.frames[-SHORT_FRAMES:]
    if len(frames) < len(exception.frames):
        left_out = count(len(exception.frames) - len(frames), "more frame")
        indented(console, Text(f"... {left_out}", style="dim"), 4)
    for frame in frames:
        place = f"{visible(frame.place)}, in {one_line(frame.function, 60)}"
        indented(console, Text(place, style="dim"), 4)
        if frame.source:
            indented(console, Text(one_line(frame.source)), 8, hang=4)
        longest = widest(visible(name) for name, _ in frame.locals)
        for name, shape in frame.locals if whole else frame.locals[:SHORT_LOCALS]:
            line = Text(padded(visible(name), longest + 2)).append(visible(shape), style="cyan")
            indented(console, line, 12, hang=longest + 2)


def _more(left: int) -> str:
    return f"\n... {count(left, 'more line')}" if left else ""
