"""Problems as the candidate sees them: the list, a statement, a hint, a model answer."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from tfmdrill.model.listing import Listed, Status
from tfmdrill.render.console import say, signs_of
from tfmdrill.render.inert import visible
from tfmdrill.render.quantities import count

if TYPE_CHECKING:
    from tfmdrill.model.problem import Problem

FRAMEWORK_WORDS = {"torch": "PyTorch", "numpy": "NumPy", "text": "plain Python"}
GAP = 2  # columns between the columns of the list
STATUS_STYLES = {
    Status.NEW: "",
    Status.STARTED: "yellow",
    Status.PASSED: "green",
    Status.GIVEN_UP: "dim",
}
# Each column's cell, in the order shown.
_CELLS: dict[str, Callable[[Listed], str]] = {
    "problem": lambda line: line.problem.slug,
    "title": lambda line: visible(line.problem.title),
    "topic": lambda line: line.problem.topic,
    "level": lambda line: line.problem.difficulty,
    "min": lambda line: str(line.problem.minutes),
    "framework": lambda line: "/".join(line.problem.frameworks),
    "variants": lambda line: str(len(line.problem.variants) or ""),
    "status": lambda line: line.status.replace("-", " "),
}
# What is left out, one after the other, until a line fits the terminal.
_DISPENSABLE = ("framework", "topic", "variants", "title", "min", "level")
_NUMBERS = ("min", "variants")
HINT_LEVELS = ("idea", "shapes", "steps")


def print_list(listed: Sequence[Listed], *, console: Console, plain: bool = False) -> None:
    """A line a problem; columns are left out until it fits the terminal."""
    if not listed:
        say(console, "No problem fits.")
        return
    if plain:
        for line in listed:
            say(console, _sentence(line))
        return
    signs = signs_of(console)
    rows = [{name: cell(line) for name, cell in _CELLS.items()} for line in listed]
    widths = _fitting_widths(rows, console.width)
    console.print(_list_line({name: name for name in _CELLS}, widths, "", "bold"))
    for line, row in zip(listed, rows, strict=True):
        sign = signs.passed if line.status is Status.PASSED else " "
        console.print(_list_line(row, widths, sign, STATUS_STYLES[line.status]))
    passed = sum(line.status is Status.PASSED for line in listed)
    say(console)
    say(
        console,
        f"{passed} of {count(len(listed), 'problem')} passed. Start one: tfmdrill new "
        f"{_first_open(listed)}",
        "dim",
    )


def print_statement(
    problem: "Problem", statement: str, *, console: Console, plain: bool = False
) -> None:
    """The problem's facts in a line, then its statement (Markdown)."""
    frameworks = " or ".join(FRAMEWORK_WORDS[name] for name in problem.frameworks)
    facts = f"{problem.topic}, {problem.difficulty}, {problem.minutes} minutes, {frameworks}"
    say(console, f"{visible(problem.title)} ({problem.name})", "" if plain else "bold")
    say(console, facts, "" if plain else "dim")
    if problem.source:
        say(console, f"Source: {visible(problem.source)}", "" if plain else "dim")
    say(console)
    print_markdown(without_title(statement, problem.title), console, plain=plain)
    say(console)
    _print_variants(problem, console, plain=plain)
    say(console, f"Start: tfmdrill new {problem.name}", "" if plain else "dim")


def _print_variants(problem: "Problem", console: Console, *, plain: bool) -> None:
    """The other conventions under which a problem in its standard form can be set."""
    if problem.variant or not problem.variants:
        return
    say(console, "Variants, so that a memorised answer fails:", "" if plain else "bold")
    for variant in problem.variants:
        say(console, f"{problem.slug}:{variant.name}: {visible(variant.says)}")
    say(console)


def print_hint(
    problem: "Problem", level: int, text: str, *, console: Console, plain: bool = False
) -> None:
    """Hint `level`, 1 to 3, of the problem (Markdown), and how to get the next one."""
    name = HINT_LEVELS[level - 1]
    head = f"Hint {level} of {len(HINT_LEVELS)} for {problem.name}: {name}"
    say(console, head, "" if plain else "bold")
    say(console)
    print_markdown(text, console, plain=plain)
    if level < len(HINT_LEVELS):
        say(console)
        following = f"The next one ({HINT_LEVELS[level]}): tfmdrill hint {problem.name}"
        say(console, following, "" if plain else "dim")


def print_solution(name: str, source: str, *, console: Console, plain: bool = False) -> None:
    """A model answer: its file name, then its source, in colour on a terminal that has any."""
    say(console, f"Model answer: {visible(name)}", "" if plain else "bold")
    say(console)
    code = visible(source).rstrip("\n")
    if plain or console.color_system is None:
        for line in code.split("\n"):
            console.print(Text(line), soft_wrap=True)
        return
    from rich.syntax import Syntax

    console.print(Syntax(code, "python", theme="ansi_dark", background_color="default"))


def without_title(statement: str, title: str) -> str:
    """The statement without a first heading that only repeats the title."""
    first, _, rest = statement.lstrip().partition("\n")
    return rest.lstrip("\n") if first.strip("# ") == title else statement


def _sentence(line: Listed) -> str:
    problem = line.problem
    frameworks = " or ".join(FRAMEWORK_WORDS[name] for name in problem.frameworks)
    variants = f"{count(len(problem.variants), 'variant')}, " if problem.variants else ""
    return (
        f"{problem.slug}: {visible(problem.title)}, {problem.topic}, {problem.difficulty}, "
        f"{problem.minutes} minutes, {frameworks}, {variants}{line.status.replace('-', ' ')}."
    )


def _first_open(listed: Sequence[Listed]) -> str:
    open_lines = [line for line in listed if line.status is not Status.PASSED] or listed
    return open_lines[0].problem.slug


def _fitting_widths(rows: Sequence[dict[str, str]], width: int) -> dict[str, int]:
    """The columns that fit, each with its width; the sign before them takes two."""
    widths = {name: max(len(name), *(len(row[name]) for row in rows)) for name in _CELLS}
    for name in _DISPENSABLE:
        if 2 + sum(widths.values()) + GAP * (len(widths) - 1) <= width:
            break
        del widths[name]
    return widths


def _list_line(row: dict[str, str], widths: dict[str, int], sign: str, style: str) -> Text:
    text = Text(sign.ljust(2), style=style, no_wrap=True, overflow="ellipsis")
    for name, width in widths.items():
        cell = row[name].rjust(width) if name in _NUMBERS else row[name].ljust(width)
        text.append(cell + " " * GAP)
    text.rstrip()
    return text


def print_markdown(source: str, console: Console, *, plain: bool) -> None:
    """Markdown as a terminal shows it, or as it is."""
    if plain:
        for line in visible(source).strip("\n").split("\n"):
            say(console, line)
        return
    from rich.markdown import Markdown

    console.print(Markdown(visible(source), code_theme="ansi_dark", hyperlinks=False))
