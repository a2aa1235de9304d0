"""The demonstration: an attempt, its verdict, what was mended, and the verdict on that."""

import difflib

from rich.console import Console
from rich.text import Text

from tfmdrill.model.demo import Demo
from tfmdrill.render.console import indented, say
from tfmdrill.render.inert import visible
from tfmdrill.render.report import print_report

DIFF_STYLES = {"+": "green", "-": "red"}


def print_demo(demo: Demo, *, console: Console, plain: bool = False) -> None:
    """Four steps, each with the command that a person would type."""
    report = demo.attempt
    _step(console, plain, "1. A stub, and someone's attempt", f"tfmdrill new {report.name}")
    for line in visible(demo.attempt_source).rstrip("\n").split("\n"):
        indented(console, Text(line), 4)
    _step(console, plain, "2. The verdict", "tfmdrill grade")
    print_report(report, console=console, plain=plain)
    _step(console, plain, "3. What is mended", "")
    for line in _changes(demo):
        indented(console, Text(line, style="" if plain else DIFF_STYLES.get(line[0], "")), 4)
    _step(console, plain, "4. The verdict again", "tfmdrill grade")
    print_report(demo.mended, console=console, plain=plain)


def _step(console: Console, plain: bool, title: str, typed: str) -> None:
    say(console)
    say(console, title, "" if plain else "bold")
    if typed:
        say(console, f"$ {typed}", "" if plain else "dim")
    say(console)


def _changes(demo: Demo) -> list[str]:
    """The changed lines with two lines around them, + and - before them."""
    before, after = (visible(s).splitlines() for s in (demo.attempt_source, demo.mended_source))
    lines = list(difflib.unified_diff(before, after, n=2, lineterm=""))[2:]
    return [line for line in lines if not line.startswith("@@")]
