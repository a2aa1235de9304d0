"""An interview on a terminal: rules, task, clock, verdicts without edge cases, questions."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tfmdrill.model.interview import HINT_POINTS, Plan, Work
from tfmdrill.model.quiz import Asked, AskedKind, Judged
from tfmdrill.model.report import CheckKind, CheckResult, Outcome, Report
from tfmdrill.render.console import indented, say, signs_of
from tfmdrill.render.inert import one_line, visible
from tfmdrill.render.problems import (
    FRAMEWORK_WORDS,
    HINT_LEVELS,
    print_markdown,
    without_title,
)
from tfmdrill.render.quantities import count
from tfmdrill.render.wording import (
    KIND_WORDS,
    NOT_JUDGED,
    OUTCOME_STYLES,
    OUTCOME_WORDS,
    failed,
    judged,
    sign_of,
    to_open,
)

RULES = (
    "The clock starts with your Enter and doesn't stop: there is no pause, and closing the "
    "terminal doesn't stop it either.",
    "Write in your own editor; every save is judged. Of edge cases you see the title alone, and "
    "what your code prints isn't shown.",
    "After a pass, and when time is up, follow-up questions come; then the next problem if there "
    "is time for one.",
    f"Hints cost {', '.join(map(str, HINT_POINTS[:-1]))} and {HINT_POINTS[-1]} of a problem's "
    "100 points.",
)


def setting_words(plan: Plan) -> str:
    """What was asked for: "30 minutes, medium, attention or decoding, seed 7"."""
    setting = plan.setting
    words = [f"{setting.minutes} minutes", setting.level or "all levels"]
    if setting.topics:
        words.append(" or ".join(setting.topics))
    if setting.framework:
        words.append(FRAMEWORK_WORDS[setting.framework])
    return ", ".join([*words, f"seed {setting.seed}"])


def again_words(plan: Plan) -> str:
    """The command that gives somebody else the same interview."""
    setting = plan.setting
    words = [f"tfmdrill interview --minutes {setting.minutes} --seed {setting.seed}"]
    if setting.level:
        words.append(f"--level {setting.level}")
    words += [f"--topics {','.join(setting.topics)}"] if setting.topics else []
    words += [f"--framework {setting.framework}"] if setting.framework else []
    return " ".join(words)


def clock_words(left_s: float) -> str:
    """
    >>> clock_words(754.2), clock_words(-61)
    ('12:34 left', 'time is up')
    """
    if left_s <= 0:
        return "time is up"
    whole = int(left_s)
    return f"{whole // 60}:{whole % 60:02d} left"


def warning_words(mark_s: int) -> str:
    """
    >>> warning_words(900), warning_words(60)
    ('15 minutes left', '1 minute left')
    """
    return f"{count(mark_s // 60, 'minute')} left" if mark_s % 60 == 0 else clock_words(mark_s)


def print_rules(plan: Plan, *, console: Console, plain: bool = False) -> None:
    """What is going to happen, before the clock starts."""
    say(console, f"Interview: {setting_words(plan)}", "" if plain else "bold")
    say(console, f"{count(len(plan.budgeted), 'problem')} planned; more if you are faster.")
    say(console)
    for rule in RULES:
        indented(console, Text(rule if plain else f"{signs_of(console).dot} {rule}"), 0, hang=2)
    say(console)


def task_words(work: Work) -> str:
    """The facts of the problem in a line."""
    problem = work.problem
    framework = FRAMEWORK_WORDS[work.framework]
    return f"{problem.topic}, {problem.difficulty}, {problem.minutes} minutes, {framework}"


def print_task(work: Work, statement: str, *, console: Console, plain: bool = False) -> None:
    """The problem that is set, and the file to write the answer in."""
    problem = work.problem
    title = f"Problem {work.number + 1}: {visible(problem.title)} ({problem.slug})"
    say(console, title, "" if plain else "bold")
    say(console, task_words(work), "" if plain else "dim")
    say(console)
    print_markdown(without_title(statement, problem.title), console, plain=plain)
    say(console)
    say(console, f"Your file: {visible(work.file)}", "" if plain else "bold")


def task_markdown(work: Work, statement: str, hints: Sequence[tuple[int, str]]) -> str:
    """The task as Markdown: facts and file, statement, and the hints that were paid for."""
    problem = work.problem
    head = f"{task_words(work)}\n\nYour file: {_code(visible(work.file))}"
    parts = [head, visible(without_title(statement, problem.title))]
    for level, text in hints:
        parts.append(f"## Hint {level}: {HINT_LEVELS[level - 1]}\n\n{visible(text)}")
    return "\n\n".join(parts)


def _code(text: str) -> str:
    """The text as code in Markdown, whatever backquotes are in it."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def print_verdict(report: Report, *, console: Console, plain: bool = False) -> None:
    """A report as `tfmdrill.interview.hidden.shown` leaves it: one open failure in full."""
    signs = signs_of(console)
    style = OUTCOME_STYLES[report.outcome]
    word = OUTCOME_WORDS[report.outcome]
    if plain:
        say(console, f"{word.capitalize()}, {judged(report)}.")
    else:
        head = f"{sign_of(report.outcome, signs)} {word.upper()}  {judged(report)}"
        say(console, head, f"bold {style}")
    if report.outcome is Outcome.GRADER_FAULT:
        say(console, "The grader failed, not your code. This counts for nothing: save it again.")
    for line in _kinds(report):
        indented(console, line, 0 if plain else 2)
    _print_hidden(report, console, plain=plain)
    _print_opened(report, console, plain=plain)
    for diagnosis in report.diagnoses:
        say(console)
        text = Text("The mistake: ", style="" if plain else "bold yellow")
        text.append(visible(diagnosis.says), style="default not bold")
        if diagnosis.because:
            text.append(f" {visible(diagnosis.because)}", style="default not bold")
        indented(console, text, 0)
    for finding in report.findings:
        say(console, f"Pattern: {visible(finding.says)}")


def _kinds(report: Report) -> list[Text]:
    lines = []
    for kind, word in KIND_WORDS.items():
        checks = [c for c in report.checks if c.kind is kind and c.outcome not in NOT_JUDGED]
        if not checks:
            continue
        passed = sum(check.outcome is Outcome.PASSED for check in checks)
        style = "green" if passed == len(checks) else "red"
        lines.append(Text(f"{word}: {passed} of {len(checks)}", style=style))
    return lines


def _print_hidden(report: Report, console: Console, *, plain: bool) -> None:
    """The titles of edge cases that failed, which is all that is told of them."""
    hidden = [c for c in report.checks if c.kind is CheckKind.EDGE and failed(c)]
    if not hidden:
        return
    say(console)
    say(console, "Edge cases that fail (their inputs stay hidden):")
    for check in hidden:
        sign = "" if plain else f"{sign_of(check.outcome, signs_of(console))} "
        indented(console, Text(f"{sign}{visible(check.title)}", style="red"), 2, hang=2)


def _print_opened(report: Report, console: Console, *, plain: bool) -> None:
    open_checks = [check for check in report.checks if check.kind is not CheckKind.EDGE]
    for check in _to_open(report, open_checks):
        say(console)
        if plain:
            from tfmdrill.render.sentences import check_sentences

            for line in check_sentences(check, whole=False):
                say(console, line)
        else:
            from tfmdrill.render.opened import print_check

            print_check(check, console, whole=False)


def _to_open(report: Report, checks: Sequence[CheckResult]) -> list[CheckResult]:
    from dataclasses import replace

    return to_open(replace(report, checks=tuple(checks)), all_checks=False, only=())


def hint_offer(level: int, points: int) -> str:
    """What the next hint is and costs, before it is taken."""
    name = HINT_LEVELS[level - 1]
    return (
        f"Hint {level} of {len(HINT_LEVELS)} ({name}) costs {points} of this problem's 100 points."
    )


def print_paid_hint(level: int, text: str, *, console: Console, plain: bool = False) -> None:
    """A hint (Markdown) that was paid for."""
    head = f"Hint {level} of {len(HINT_LEVELS)}: {HINT_LEVELS[level - 1]}"
    say(console, head, "" if plain else "bold")
    print_markdown(text, console, plain=plain)


def letters_of(asked: Asked) -> tuple[tuple[str, str], ...]:
    """The choices, each with its letter."""
    return tuple((chr(ord("a") + i), choice) for i, choice in enumerate(asked.choices))


def how_to_answer(asked: Asked) -> str:
    """What is wanted as an answer."""
    if asked.kind is AskedKind.SPOKEN:
        return "Answer aloud, or type it; then the points of a good answer come."
    return f"Answer: {asked.rule}."


def print_question(
    asked: Asked, place: int, total: int, *, console: Console, plain: bool = False
) -> None:
    """A follow-up question, `place` counting from 0."""
    say(console, f"Question {place + 1} of {total}", "" if plain else "bold")
    indented(console, Text(visible(asked.text)), 0)
    for letter, choice in letters_of(asked):
        indented(console, Text(f"{letter}) {visible(choice)}"), 2, hang=3)
    say(console, how_to_answer(asked), "" if plain else "dim")


def judged_words(answer: Judged) -> list[tuple[str, str]]:
    """What is said of an answer, as (style, sentence)."""
    lines: list[tuple[str, str]] = []
    if answer.right is True:
        lines.append(("green", "Right."))
    elif answer.right is False:
        lines.append(("red", f"Wrong. {answer.says}".rstrip()))
    if answer.because:
        lines.append(("", f"What follows from it: {answer.because}"))
    if answer.right is not True and answer.answer:
        lines.append(("", f"The answer: {answer.answer}"))
    lines += [("", line) for line in ([answer.explained] if answer.explained else answer.points)]
    return lines


def print_judged(answer: Judged, *, console: Console, plain: bool = False) -> None:
    """The verdict on an answer to a question."""
    for style, words in judged_words(answer):
        indented(console, Text(visible(words), style="" if plain else style), 0)


def print_points(points: Sequence[str], *, console: Console) -> None:
    """The points of a good answer, to be counted by whoever gave one."""
    say(console, "A good answer says:")
    for number, point in enumerate(points, start=1):
        indented(console, Text(f"{number}. {visible(point)}"), 2, hang=3)


def left_words(number: int, left_s: float, packs: Sequence[Path]) -> str:
    """What is said when the screen is left before the end. packs: those that it was given.

    >>> left_words(3, 61, [Path("my pack")]).partition("Back to it: ")[2]
    "tfmdrill interview resume --pack 'my pack'"
    """
    again = ["tfmdrill interview resume", *(f"--pack {shlex.quote(str(pack))}" for pack in packs)]
    return (
        f"Interview {number} isn't over, and its clock runs on: {clock_words(left_s)}. "
        f"Back to it: {visible(' '.join(again))}"
    )


def given_answer(text: str) -> str:
    """An answer on one line, for a list."""
    return one_line(text, 200) or "(nothing typed)"
