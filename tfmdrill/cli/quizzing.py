"""The questions of a quiz and their answers, one line after the other."""

import io
import sys

from rich.console import Console

from tfmdrill.cli.clock import now
from tfmdrill.cli.remembering import remembered
from tfmdrill.errors import ExitCode
from tfmdrill.quiz.answers import MOST_CHARACTERS, Unreadable
from tfmdrill.quiz.session import QuizSession, WantedQuiz, open_quiz
from tfmdrill.render.console import open_console
from tfmdrill.render.document import quiz_json
from tfmdrill.render.notices import print_document
from tfmdrill.render.quiz import (
    print_again,
    print_judged,
    print_opening,
    print_prompt,
    print_question,
    print_quiz_summary,
    print_typed,
)

QUIT = "q"
MOST_UNREADABLE = 10  # answers in a row: no person is at the other end any more
LONGEST_LINE = 10 * MOST_CHARACTERS


def hold_quiz(wanted: WantedQuiz, *, as_json: bool, plain: bool) -> ExitCode:
    """A quiz from its first question to its summary; the exit code.

    Raises UsageError where a pack is none, ProblemError where its questions aren't well formed.
    """
    console = open_console(plain=plain, stderr=as_json)
    with remembered() as records:
        session = open_quiz(wanted, records.cards, now())
        code = _ask_all(session, console=console, plain=plain)
        summary = session.summary(now())
        print_quiz_summary(summary, now().date(), console=console, plain=plain)
        if as_json:
            print_document(quiz_json(summary))
    return code


def _ask_all(session: QuizSession, *, console: Console, plain: bool) -> ExitCode:
    """Asks until the last question, q, the end of the input or Ctrl-C; the exit code."""
    quiz = session.quiz
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    print_opening(quiz, console=console)
    try:
        for number, asked in enumerate(quiz.asked, 1):
            print_question(asked, number, len(quiz.asked), console=console, plain=plain)
            if not _answered(session, console, plain=plain):
                break
    except KeyboardInterrupt:
        console.print()
        return ExitCode.INTERRUPTED
    return ExitCode.PASSED


def _answered(session: QuizSession, console: Console, *, plain: bool) -> bool:
    """Whether the current question was answered or skipped; False if that was the end."""
    asked = session.current
    if asked is None:
        return False
    for _ in range(MOST_UNREADABLE):
        print_prompt(asked, console=console)
        typed = _line(console)
        if typed is None or typed.lower() == QUIT:
            return False
        try:
            judged = session.answer(typed, now()) if typed else session.skip(now())
        except Unreadable as wanted:
            print_again(str(wanted), console=console)
            continue
        print_judged(asked, judged, console=console, plain=plain)
        return True
    return False


def _line(console: Console) -> str | None:
    """What was typed, without the space around it; None at the end of the input."""
    try:
        line = sys.stdin.readline(LONGEST_LINE)
        shown = sys.stdin.isatty()
    except (OSError, ValueError, AttributeError):  # closed, a folder, or not there
        line, shown = "", False
    if not line:
        console.print()
        return None
    if not shown:
        print_typed(line, console=console)
    return line.strip()
