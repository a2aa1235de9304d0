"""An interview line by line: what `--plain` gives, and whatever isn't a whole terminal."""

from collections.abc import Callable
from datetime import datetime

from rich.console import Console

from tfmdrill.cli.lines import Lines
from tfmdrill.errors import TfmdrillError
from tfmdrill.interview.conduct import Interview
from tfmdrill.interview.examiner import Examiner
from tfmdrill.interview.hidden import shown
from tfmdrill.model.interview import Phase
from tfmdrill.model.quiz import Asked, AskedKind
from tfmdrill.practice.saves import Saves
from tfmdrill.render.console import say
from tfmdrill.render.inert import visible
from tfmdrill.render.interview import (
    clock_words,
    hint_offer,
    print_judged,
    print_paid_hint,
    print_points,
    print_question,
    print_task,
    print_verdict,
    warning_words,
)

HELP = "Save the file for a verdict. h hint, s task, n TEXT note, t time, m move on, e end, q leave"


class Left(Exception):
    """The candidate leaves before the end; the clock runs on."""


class PlainInterview:
    """Holds an interview on a console; `clock` gives the time, aware."""

    def __init__(
        self,
        interview: Interview,
        console: Console,
        lines: Lines,
        clock: Callable[[], datetime],
    ) -> None:
        self._interview = interview
        self._console = console
        self._lines = lines
        self._clock = clock
        self._told_at = clock()

    def run(self) -> None:
        """To its end. Raises Left if the candidate leaves, or there is no more input."""
        interview = self._interview
        with interview.examiner() as examiner, Saves([interview.folder]) as saves:
            if interview.changed_while_away(self._clock()):
                self._judge(examiner, min(self._clock(), interview.deadline))
            while True:
                match interview.session.phase:
                    case Phase.WORKING:
                        self._work(examiner, saves)
                    case Phase.QUESTIONS:
                        self._questions()
                    case Phase.BETWEEN:
                        interview.go_on(self._clock())
                    case Phase.ENDED:
                        return

    def _work(self, examiner: Examiner, saves: Saves) -> None:
        """One problem, until it is passed, given up or out of time."""
        interview = self._interview
        self._task()
        for level, text in interview.hints_taken():
            print_paid_hint(level, text, console=self._console, plain=True)
        examiner.warm_up(interview.session.work.framework)
        while interview.session.phase is Phase.WORKING:
            changed = self._lines.wait(self._until_mark_s(), (saves.fd,))
            now = self._clock()
            if changed:
                saves.taken()
                if interview.session.left_s(now) > 0 and interview.saved():
                    self._judge(examiner, now)
                    continue
            self._warn(now)
            if interview.time_is_up(now):
                self._say("Time is up.")
                return
            line = self._lines.take()
            if line is not None:
                self._command(line.strip(), examiner)
            elif self._lines.ended:
                raise Left

    def _command(self, line: str, examiner: Examiner) -> None:
        word, _, rest = line.partition(" ")
        interview = self._interview
        match word.lower():
            case "":
                self._say(f"{clock_words(interview.session.left_s(self._clock()))}. {HELP}")
            case "h":
                self._hint()
            case "s":
                self._task()
            case "n":
                notes = f"{interview.session.notes}\n{rest}".strip("\n")
                interview.note(notes, self._clock())
                self._say(f"Your notes:\n{visible(interview.session.notes) or '(none)'}")
            case "t":
                self._say(clock_words(interview.session.left_s(self._clock())))
            case "g":
                self._judge(examiner, self._clock())
            case "m":
                if self._confirm("Give this problem up? Its questions come next."):
                    interview.move_on(self._clock())
            case "e":
                if self._confirm("End the interview now? The scorecard comes next."):
                    interview.end(self._clock())
            case "q":
                raise Left
            case _:
                self._say(f"{visible(word)} is no command. {HELP}")

    def _judge(self, examiner: Examiner, at: datetime) -> None:
        work = self._interview.session.work
        try:
            verdict = examiner.judge(self._interview.path, work.problem.slug, work.framework)
        except TfmdrillError as error:
            self._say(str(error))
            return
        self._interview.judged(verdict, at)
        self._say()
        print_verdict(shown(verdict.report), console=self._console, plain=True)
        self._say(clock_words(self._interview.session.left_s(self._clock())))

    def _hint(self) -> None:
        following = self._interview.session.next_hint()
        if following is None:
            self._say("There are no more hints on this problem.")
        elif self._confirm(f"{hint_offer(*following)} Take it?"):
            level, text = self._interview.hint(self._clock())
            print_paid_hint(level, text, console=self._console, plain=True)

    def _questions(self) -> None:
        interview = self._interview
        while (found := interview.question()) is not None:
            place, asked = found
            self._lines.forget()  # what was typed before it was asked is no answer
            self._say()
            print_question(
                asked, place, len(interview.questions), console=self._console, plain=True
            )
            if asked.kind is AskedKind.SPOKEN:
                self._spoken(asked)
            else:
                self._judged(self._ask("Your answer (Enter to skip): "))
        interview.go_on(self._clock())

    def _judged(self, line: str) -> None:
        """Judge an answer, or show the right one for none; what is no answer is asked again."""
        try:
            judged = (
                self._interview.answer(line, self._clock())
                if line.strip()
                else self._interview.skip(self._clock())
            )
        except TfmdrillError as error:
            self._say(str(error))
            return
        print_judged(judged, console=self._console, plain=True)

    def _spoken(self, asked: Asked) -> None:
        if self._interview.said() is None:
            self._interview.say(self._ask("Your answer (Enter once said aloud): "), self._clock())
        print_points(asked.points, console=self._console)
        while True:
            line = self._ask("Which did you say? Numbers, or all; Enter for none: ")
            met = _numbers(line, len(asked.points))
            if met is not None:
                self._interview.rate(met, self._clock())
                return
            self._say(f"Numbers from 1 to {len(asked.points)} are wanted, as in 1, 3")

    def _task(self) -> None:
        interview = self._interview
        self._say()
        work, statement = interview.session.work, interview.statement
        print_task(work, statement, console=self._console, plain=True)
        self._say(f"{clock_words(interview.session.left_s(self._clock()))}. {HELP}")

    def _confirm(self, question: str) -> bool:
        return self._ask(f"{question} y or n: ").strip().lower() in ("y", "yes")

    def _ask(self, prompt: str) -> str:
        """A line in answer to the prompt. Raises Left if none will come."""
        self._console.print(prompt, end="", soft_wrap=True)
        while (line := self._lines.take()) is None:
            if self._lines.ended:
                raise Left
            self._lines.wait(self._until_mark_s())
            self._warn(self._clock())
        return line

    def _warn(self, now: datetime) -> None:
        mark_s = self._interview.session.warning_s(self._told_at, now)
        self._told_at = now
        if mark_s is not None:
            self._say(f"{warning_words(mark_s)}.")

    def _until_mark_s(self) -> float | None:
        """Seconds until the clock has something to say; None when it has said all."""
        return self._interview.session.until_mark_s(self._clock())

    def _say(self, line: str = "") -> None:
        say(self._console, line)


def _numbers(line: str, most: int) -> tuple[int, ...] | None:
    """The points named, counted from 0; None if that isn't what the line holds.

    >>> _numbers("1, 3", 3), _numbers("all", 2), _numbers("", 2), _numbers("4", 3)
    ((0, 2), (0, 1), (), None)
    """
    if line.strip().lower() == "all":
        return tuple(range(most))
    words = line.replace(",", " ").split()
    if not all(word.isdecimal() and 1 <= int(word) <= most for word in words):
        return None
    return tuple(int(word) - 1 for word in words)
