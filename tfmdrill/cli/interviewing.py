"""Holding an interview: what comes before it, the screen it is held on, and the scorecard."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rich.console import Console

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.cli.clock import SteadyClock, now
from tfmdrill.cli.interview_plain import Left, PlainInterview
from tfmdrill.cli.keyboard import Ended
from tfmdrill.cli.lines import Lines
from tfmdrill.cli.remembering import remembered
from tfmdrill.config import capable_terminal
from tfmdrill.errors import ExitCode, UsageError
from tfmdrill.interview.conduct import (
    Desk,
    Interview,
    begin_interview,
    end_interview,
    missing_framework,
    resume_interview,
)
from tfmdrill.interview.plan import plan_interview
from tfmdrill.interview.scorecard import scorecard_of
from tfmdrill.interview.session import replay
from tfmdrill.interview.store import Interviews, alone
from tfmdrill.model.interview import Plan, Setting
from tfmdrill.model.scorecard import Scorecard
from tfmdrill.practice.files import write_document
from tfmdrill.render.console import open_console, say
from tfmdrill.render.interview import clock_words, left_words, print_rules
from tfmdrill.render.notices import print_document, print_warning, print_written
from tfmdrill.render.scorecard import print_interviews, print_scorecard, scorecard_page


@dataclass(frozen=True, slots=True)
class Manner:
    """How an interview is held: line by line, with processes kept ready, on which packs."""

    plain: bool
    keep_warm: bool
    packs: tuple[Path, ...]


def manner_of(*, plain: bool, keep_warm: bool, packs: tuple[Path, ...]) -> Manner:
    """Line by line also where there is no whole terminal for a full screen."""
    whole = os.isatty(0) and os.isatty(1) and capable_terminal()
    return Manner(plain or not whole, keep_warm, packs)


def hold_new(setting: Setting, manner: Manner) -> int:
    """A new interview, or the one that isn't over if that is chosen; the exit code.

    Raises UsageError where no problem fits, or another terminal holds an interview.
    """
    with _desk(manner) as desk, alone(_folder()):
        lines, console = Lines(), open_console(plain=manner.plain)
        open_one = desk.interviews.unfinished()
        if open_one is not None and _resumes(open_one, desk, lines, console):
            return _hold(resume_interview(open_one, now(), desk), manner, lines, console)
        plan = plan_interview(setting, all_summaries(active_packs(manner.packs)))
        _demand_framework(plan, manner.packs)
        print_rules(plan, console=console, plain=manner.plain)
        if _ask("Enter to begin, q to leave it: ", lines, console) != "":
            return ExitCode.PASSED
        return _hold(begin_interview(plan, now(), desk, Path()), manner, lines, console)


def hold_again(manner: Manner) -> int:
    """The interview that isn't over; the exit code. Raises UsageError where there is none."""
    with _desk(manner) as desk, alone(_folder()):
        number = desk.interviews.unfinished()
        if number is None:
            raise UsageError("no interview is open; begin one: tfmdrill interview")
        lines, console = Lines(), open_console(plain=manner.plain)
        return _hold(resume_interview(number, now(), desk), manner, lines, console)


def list_all(*, as_json: bool, plain: bool) -> None:
    """Every interview, a line each. Those that can't be understood are named after the others."""
    with remembered() as records:
        interviews = Interviews(records.database)
        cards, complaints = [], []
        for number in interviews.numbers():
            try:
                cards.append(scorecard(interviews, number))
            except UsageError as error:
                complaints.append(str(error))
        if as_json:
            from tfmdrill.render.document import interviews_json

            print_document(interviews_json(cards))
        else:
            print_interviews(cards, console=open_console(plain=plain), plain=plain)
        for complaint in complaints:
            print_warning(complaint)


def show_one(number: int, *, as_json: bool, html: Path | None, force: bool, plain: bool) -> None:
    """The scorecard of one interview. Raises UsageError where there is none."""
    with remembered() as records:
        card = scorecard(Interviews(records.database), number)
        if html is not None:
            written = write_document(html, scorecard_page(card), force=force)
            print_written(written, console=open_console())
        elif as_json:
            from tfmdrill.render.document import scorecard_json

            print_document(scorecard_json(card))
        else:
            print_scorecard(card, console=open_console(plain=plain), plain=plain)


def scorecard(interviews: Interviews, number: int) -> Scorecard:
    """Raises UsageError where there is none, or where it can't be understood."""
    try:
        return scorecard_of(interviews.load(number))
    except ValueError as error:
        raise UsageError(f"interview {number} isn't as tfmdrill wrote it ({error})") from None


def _hold(interview: Interview, manner: Manner, lines: Lines, console: Console) -> int:
    """The interview to its end, then the scorecard; the exit code."""
    try:
        with _ending_signals():
            _run(interview, manner, lines, console)
    except (Left, KeyboardInterrupt, Ended) as reason:
        left_s = interview.session.left_s(now())
        say(console)
        say(console, left_words(interview.id, left_s, manner.packs))
        if isinstance(reason, Ended):
            return reason.exit_code
        return ExitCode.PASSED if isinstance(reason, Left) else ExitCode.INTERRUPTED
    say(console)
    card = scorecard_of(interview.recorded())
    print_scorecard(card, console=console, plain=manner.plain)
    return ExitCode.PASSED


def _run(interview: Interview, manner: Manner, lines: Lines, console: Console) -> None:
    """Raises Left or KeyboardInterrupt if the candidate leaves before the end."""
    if manner.plain:
        PlainInterview(interview, console, lines, SteadyClock()).run()
        return
    from tfmdrill.cli.interview_screen import InterviewScreen

    InterviewScreen(interview, SteadyClock()).hold()


def _resumes(number: int, desk: Desk, lines: Lines, console: Console) -> bool:
    """Whether to go on with the open interview; if it is to be ended it is, with its scorecard."""
    try:
        left = clock_words(replay(desk.interviews.load(number)).left_s(now()))
    except (UsageError, ValueError):  # what can't be understood stops no new one; `list` names it
        return False
    say(console, f"Interview {number} isn't over: {left}.")
    while True:
        answer = _ask("r to resume it, e to end it and begin a new one: ", lines, console)
        match answer.lower():
            case "r":
                return True
            case "e":
                end_interview(number, now(), desk)
                say(console, f"Its scorecard: tfmdrill interview show {number}")
                say(console)
                return False
            case "q":
                raise KeyboardInterrupt


def _ask(prompt: str, lines: Lines, console: Console) -> str:
    """The line that answers the prompt. Raises UsageError if no line will come."""
    console.print(prompt, end="", soft_wrap=True)
    while (line := lines.take()) is None:
        if lines.ended:
            raise UsageError(
                "standard input ended before an answer; run it in a terminal, or send lines"
            )
        lines.wait(None)
    return line.strip()


def _demand_framework(plan: Plan, packs: tuple[Path, ...]) -> None:
    missing = missing_framework(plan, packs)
    if missing is not None:
        raise UsageError(
            f"{missing.slug}, which is in this interview, needs a framework that isn't installed; "
            "install PyTorch, or add --framework numpy"
        )


@contextmanager
def _desk(manner: Manner) -> Iterator[Desk]:
    with remembered() as records:
        yield Desk(Interviews(records.database), records, manner.packs, manner.keep_warm)


@contextmanager
def _ending_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP raise Ended, so that everything is put back and said."""

    def end(number: int, _: FrameType | None) -> None:
        raise Ended(number)

    before = {n: signal.signal(n, end) for n in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _folder() -> Path:
    """Where this person's data is."""
    import platformdirs

    return platformdirs.user_data_path("tfmdrill", appauthor=False)
