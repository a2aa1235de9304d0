"""The terminal: whether it has colour, which signs it can show, how wide it is."""

import io
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from tfmdrill.config import color_wanted

# rich's own style for `code` in a text has a black background, on light terminals too.
THEME = Theme({"markdown.code": "bold cyan", "markdown.code_block": "cyan"})


def open_console(*, plain: bool = False, stderr: bool = False) -> Console:
    """Standard output as a console that takes text as it is: no markup, no emoji codes.

    Characters that the output's encoding lacks are written as escapes, never an exception.
    stderr: standard error instead, where the output is to be a document.
    """
    stream = sys.stderr if stderr else sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    without_color = plain or not color_wanted()
    return Console(
        markup=False,
        emoji=False,
        highlight=False,
        no_color=without_color,
        color_system=None if without_color else "auto",
        theme=THEME,
        stderr=stderr,
    )


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs that carry a meaning beside colour; each is one column wide.

    heat: how far off an entry is, from right to the furthest.
    """

    passed: str = "✓"
    failed: str = "✗"
    skipped: str = "–"  # noqa: RUF001 an en dash on purpose: "not judged"
    noisy: str = "~"
    fault: str = "!"
    dot: str = "·"
    bar: str = "│"
    worst: str = "▸"
    heat: str = " ░▒▓█"


_ASCII = Signs("+", "x", "-", "~", "!", "|", "|", ">", " .:*#")


def signs_of(console: Console) -> Signs:
    """The signs that the console's encoding has."""
    return _ASCII if console.options.ascii_only else Signs()


def say(console: Console, line: str = "", style: str = "") -> None:
    """One line of prose, broken at words on a terminal and left whole in a pipe or a file."""
    console.print(Text(line, style=style), soft_wrap=not console.is_terminal)


def padded(word: str, width: int) -> str:
    """The word with spaces after it, up to `width` columns of a terminal."""
    return word + " " * (width - cell_len(word))


def widest(words: Iterable[str]) -> int:
    """The columns that the widest of the words takes; 0 for none."""
    return max(map(cell_len, words), default=0)


def indented(console: Console, text: Text, columns: int = 2, hang: int = 0) -> None:
    """A paragraph `columns` from the left, its later lines `hang` further in."""
    width = max(20, console.width - columns)
    lines = text.wrap(console, width)
    if len(lines) > 1:
        lines = text.wrap(console, width - hang)
    for number, line in enumerate(lines):
        line.rstrip()
        console.print(Text(" " * (columns + (hang if number else 0))).append_text(line))
