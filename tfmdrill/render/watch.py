"""The screen of `watch`: one view at a time, and a line that says which keys there are."""

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tfmdrill.model.listing import Listed
from tfmdrill.model.problem import Problem
from tfmdrill.model.report import Outcome, Report
from tfmdrill.render.console import indented, say, signs_of
from tfmdrill.render.inert import visible
from tfmdrill.render.problems import print_hint, print_list, print_statement
from tfmdrill.render.quantities import count
from tfmdrill.render.report import print_report
from tfmdrill.render.wording import OUTCOME_STYLES, OUTCOME_WORDS, judged, sign_of

KEYS = {
    "h": "hint",
    "s": "statement",
    "l": "list",
    "r": "run again",
    "n": "next",
    "q": "quit",
}


class Screen:
    """Shows views on a terminal, each in the place of the last; elsewhere one after the other.

    keys: whether keys are read, so that it is worth naming them.
    """

    def __init__(self, console: Console, *, plain: bool, keys: bool) -> None:
        self._console = console
        self._plain = plain
        self._keys = keys
        self._redraws = console.is_terminal and not plain

    def verdict(self, report: Report, others: Sequence[Report], names: Sequence[str]) -> None:
        """A report, a line for each other file, and what can be done next."""
        self._start()
        print_report(report, console=self._console, plain=self._plain)
        self._others(others)
        self._foot(names, passed=report.outcome is Outcome.PASSED, when=True)

    def statement(self, problem: Problem, text: str, path: Path, names: Sequence[str]) -> None:
        """What the problem asks, and the file to write the answer in."""
        self._start()
        print_statement(problem, text, console=self._console, plain=self._plain)
        say(self._console, f"Your file: {visible(path.name)}")
        self._foot(names)

    def hint(self, problem: Problem, level: int, text: str, names: Sequence[str]) -> None:
        """A hint."""
        self._start()
        print_hint(problem, level, text, console=self._console, plain=self._plain)
        self._foot(names)

    def list(self, listed: Sequence[Listed], names: Sequence[str]) -> None:
        """All problems."""
        self._start()
        print_list(listed, console=self._console, plain=self._plain)
        self._foot(names)

    def message(self, text: str, names: Sequence[str], *, wrong: bool = False) -> None:
        """A sentence or two in the place of a verdict."""
        self._start()
        indented(self._console, Text(visible(text), style="red" if wrong else ""), 0)
        self._foot(names)

    def note(self, text: str) -> None:
        """A line below what is shown, which stays."""
        say(self._console, visible(text), "" if self._plain else "yellow")

    def grading(self, name: str) -> None:
        """That a file is being graded, below what is shown."""
        if self._redraws:
            say(self._console, f"Grading {visible(name)} ...", "dim")

    def _start(self) -> None:
        if self._redraws:
            self._console.clear()
        else:
            say(self._console)

    def _others(self, reports: Sequence[Report]) -> None:
        if not reports:
            return
        signs = signs_of(self._console)
        say(self._console)
        for report in reports:
            words = f"{visible(report.file)}: {OUTCOME_WORDS[report.outcome]}, {judged(report)}"
            if self._plain:
                say(self._console, words)
                continue
            sign = sign_of(report.outcome, signs)
            say(self._console, f"{sign} {words}", OUTCOME_STYLES[report.outcome])

    def _foot(self, names: Sequence[str], *, passed: bool = False, when: bool = False) -> None:
        at = f" at {time.strftime('%H:%M:%S')}" if when else ""
        what = f"Graded{at}. Watching" if when else "Watching"
        shown = ", ".join(map(visible, names)) if len(names) < 4 else count(len(names), "file")
        style = "" if self._plain else "dim"
        say(self._console)
        say(self._console, f"{what} {shown or 'this folder'}.", style)
        if self._keys:
            dot = ", " if self._plain else f" {signs_of(self._console).dot} "
            keys = [f"{key} {word}" for key, word in KEYS.items() if passed or key != "n"]
            say(self._console, dot.join(keys), style)
