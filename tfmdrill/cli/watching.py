"""The loop of `watch`: saves and keys, one after the other, until it is told to end."""

import select
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

from tfmdrill.catalogue import load_statement
from tfmdrill.cli.clock import now
from tfmdrill.cli.keyboard import LOST, Ended, Keyboard, signals_as_exceptions
from tfmdrill.errors import ExitCode, TfmdrillError
from tfmdrill.interview.beside import refuse_beside, running, seen_beside
from tfmdrill.model.report import Outcome
from tfmdrill.practice.grade import FilesToGrade
from tfmdrill.practice.saves import Saves
from tfmdrill.practice.watch import Watch
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records
from tfmdrill.render.console import open_console
from tfmdrill.render.watch import Screen

END_OF_INPUT = "\x04"  # Ctrl-D


def keep_watching(request: FilesToGrade, records: Records, *, plain: bool) -> int:
    """Grades with every save until q, Ctrl-C or a signal; the exit code. The terminal is put back.

    Raises UsageError where no packs or no such problem are there.
    """
    keyboard = Keyboard()
    console = open_console(plain=plain)
    screen = Screen(console, plain=plain, keys=keyboard.fd is not None)
    try:
        with (
            signals_as_exceptions(keyboard),
            Watch(request, records, now) as watch,
            Saves(watch.folders) as saves,
            keyboard,
        ):
            if keyboard.fd is None:
                screen.note(
                    "Standard input is no terminal, so there are no keys: Ctrl-C ends this."
                )
            _Loop(watch, saves, keyboard, screen, records.database).run()
    except Ended as ended:
        return ended.exit_code
    return ExitCode.PASSED


class _Loop:
    def __init__(
        self, watch: Watch, saves: Saves, keyboard: Keyboard, screen: Screen, database: Database
    ) -> None:
        self._database = database
        self._watch = watch
        self._saves = saves
        self._keyboard = keyboard
        self._screen = screen
        self._redraw: Callable[[], None] = self._show_verdict
        self._resized = False

    def run(self) -> None:
        """Until q, or until the terminal is gone."""
        poll = select.poll()
        poll.register(self._saves.fd, select.POLLIN)
        if self._keyboard.fd is not None:
            poll.register(self._keyboard.fd, select.POLLIN)
        resize = signal.signal(signal.SIGWINCH, self._on_resize)
        try:
            self._start()
            while True:
                ready = [fd for fd, _ in poll.poll()]
                if self._resized:
                    self._resized = False
                    self._redraw()
                if self._saves.fd in ready:
                    self._saves.taken()
                    self._look()
                if self._keyboard.fd in ready and not self._press(self._keyboard.read()):
                    return
        finally:
            signal.signal(signal.SIGWINCH, resize)

    def _start(self) -> None:
        changes = self._watch.look()
        if changes.saved:
            self._grade(changes.saved)
        elif changes.gone:
            self._say(f"There is no file {_listed(changes.gone)}; it is graded once it is there.")
        else:
            self._say("No file here answers a problem yet. Start one: tfmdrill new SLUG")

    def _look(self) -> None:
        changes = self._watch.look()
        if changes.saved:
            self._grade(changes.saved)
        elif changes.gone:
            self._say(f"{_listed(changes.gone)} is gone; it is graded once it is back.")

    def _grade(self, paths: Sequence[Path]) -> None:
        """Verdicts on these; on the screen is the first that isn't a pass, else the last."""
        trouble = ""
        first_failed: Path | None = None
        for path in paths:
            self._screen.grading(path.name)
            try:
                report = self._watch.grade(path)
            except TfmdrillError as error:
                trouble = trouble or str(error)
                continue
            if report.outcome is not Outcome.PASSED and first_failed is None:
                first_failed = path
        if first_failed is not None:
            self._watch.turn_to(first_failed)
        if trouble:
            self._say(trouble, wrong=True)
        else:
            self._view(self._show_verdict)
        self._watch.settle()

    def _press(self, keys: str) -> bool:
        """Do what the keys say, one after the other; False to end."""
        actions = {
            "h": self._hint,
            "s": self._statement,
            "l": self._list,
            "r": self._run,
            "n": self._next,
        }
        if keys == LOST:
            return False
        for key in keys.lower():
            if key in ("q", END_OF_INPUT):
                return False
            if key in actions:
                try:
                    actions[key]()
                except TfmdrillError as error:
                    self._screen.note(str(error))
        return True

    def _hint(self) -> None:
        problem = self._watch.answered().problem
        instead = "take a hint there, where it says what it costs"
        refuse_beside(problem.slug, running(self._database, now()), instead)
        level, text = self._watch.hint()
        self._view(lambda: self._screen.hint(problem, level, text, self._watch.names))

    def _statement(self) -> None:
        current = self._watch.answered()
        text = load_statement(current.problem)
        self._view(
            lambda: self._screen.statement(current.problem, text, current.path, self._watch.names)
        )

    def _list(self) -> None:
        listed = self._watch.listed()
        self._view(lambda: self._screen.list(listed, self._watch.names))

    def _run(self) -> None:
        self._grade([self._watch.answered().path])

    def _next(self) -> None:
        self._watch.advance()
        self._statement()

    def _show_verdict(self) -> None:
        current = self._watch.current
        if current is not None and current.report is not None:
            seen = seen_beside(current.report, running(self._database, now()))
            self._screen.verdict(seen, self._watch.others, self._watch.names)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._view(lambda: self._screen.message(text, self._watch.names, wrong=wrong))

    def _view(self, draw: Callable[[], None]) -> None:
        """Show this, and again where the terminal changes its size."""
        self._redraw = draw
        draw()

    def _on_resize(self, _number: int, _frame: FrameType | None) -> None:
        self._resized = True  # seen with the next look, within a second


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in paths)
