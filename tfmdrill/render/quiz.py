"""A quiz on a terminal: a question, what is said of an answer, and how it went."""

from collections.abc import Sequence
from datetime import date

from rich.console import Console
from rich.text import Text

from tfmdrill.model.quiz import Asked, Judged, Quiz, QuizSummary, TopicTally
from tfmdrill.render.console import indented, say, signs_of
from tfmdrill.render.inert import one_line, visible
from tfmdrill.render.quantities import count, percent

SHOWN_TOPICS = 3  # the weakest
COMING_DAYS = 5  # shown of those on which questions come back
SHOWN_ANSWER = 60  # characters of what was typed


def print_opening(quiz: Quiz, *, console: Console) -> None:
    """How many questions there are, and how each may be answered."""
    due = f"{quiz.due} of them" if quiz.due else "none of them"
    why = f"{due} due today" if quiz.seed is None else f"those of seed {quiz.seed}"
    say(console, f"{count(len(quiz.asked), 'question')}, {why}.")
    say(console, "Enter skips a question, q ends the quiz; what you answered is kept.", "dim")


def print_question(
    asked: Asked, number: int, of: int, *, console: Console, plain: bool = False
) -> None:
    """The question with its choices, under a line that says which one it is."""
    console.print()
    about = f": {one_line(asked.about)}" if asked.about else ""
    head = f"{number} of {of}, {asked.topic}{about}"
    if plain:
        say(console, head)
    else:
        console.rule(Text(head, style="bold"), align="left", style="dim")
    indented(console, Text(visible(asked.text), style="" if plain else "bold"), columns=0)
    for letter, choice in zip("abcdefgh", asked.choices, strict=False):
        indented(console, Text(f"{letter}) {visible(choice)}"), hang=3)
    if asked.choices:
        return
    say(console, f"  ({asked.rule})", "dim")


def print_prompt(asked: Asked, *, console: Console) -> None:
    """The words before the cursor."""
    last = "abcdefgh"[len(asked.choices) - 1]
    wanted = f"a-{last}" if asked.choices else "shape" if asked.unit == "shape" else "number"
    console.print(Text(f"Your answer ({wanted}): "), end="")


def print_typed(typed: str, *, console: Console) -> None:
    """What came in a pipe, where no terminal shows it."""
    console.print(Text(one_line(typed, SHOWN_ANSWER)))


def print_again(wanted: str, *, console: Console) -> None:
    """Why the question is asked again."""
    say(console, f"That can't be read: {wanted}.", "yellow")


def print_judged(asked: Asked, judged: Judged, *, console: Console, plain: bool = False) -> None:
    """The verdict, which failure follows from a wrong answer, and why the right one is right."""
    signs = signs_of(console)
    if judged.right is None:
        _line(console, f"{signs.skipped} Skipped.", "", "yellow", plain=plain)
    elif judged.right:
        _line(console, f"{signs.passed} Right.", judged.explained, "green", plain=plain)
    else:
        known = judged.says or "Not right, and no mistake that is known here."
        _line(console, f"{signs.failed} Wrong.", known, "red", plain=plain)
        if judged.because:
            _line(console, "What follows:", judged.because, "bold", plain=plain)
    if judged.right is not True:
        _line(console, "Right is:", judged.answer, "bold", plain=plain)
    for point in judged.points:
        if judged.right is not True or point != judged.explained:
            indented(console, Text(visible(point)), columns=2)
    if asked.source:
        source = Text(f"Source: {visible(asked.source)}", style="" if plain else "dim")
        indented(console, source, columns=2)


def print_quiz_summary(
    summary: QuizSummary, today: date, *, console: Console, plain: bool = False
) -> None:
    """Right of answered, the weak topics, what comes back when, and the seed."""
    console.print()
    answered = len(summary.answered)
    if not plain:
        console.rule(style="dim")
    if not answered:
        say(console, "No question was answered.")
    else:
        score = f"{summary.right} of {count(answered, 'question')} right"
        say(console, f"{score} ({percent(summary.right / answered)}).", "" if plain else "bold")
        _print_weak(summary.topics, console)
    if summary.due:
        say(console, f"Questions come back: {_coming(summary, today)}.")
    if summary.quiz.seed is not None:
        say(console, f"The same questions again: {_command(summary.quiz)}", "dim")


def _print_weak(topics: Sequence[TopicTally], console: Console) -> None:
    weak = [tally for tally in topics if tally.right < tally.answered][:SHOWN_TOPICS]
    if weak:
        words = ", ".join(f"{t.topic} {t.right} of {t.answered}" for t in weak)
        say(console, f"Weak: {words}.")
        say(console, f"More of it: tfmdrill quiz --topic {weak[0].topic}", "dim")


def _coming(summary: QuizSummary, today: date) -> str:
    shown = summary.due[:COMING_DAYS]
    words = [f"{due.questions} {_when((due.day - today).days)}" for due in shown]
    rest = sum(due.questions for due in summary.due[COMING_DAYS:])
    return ", ".join([*words, f"{rest} later"] if rest else words)


def _command(quiz: Quiz) -> str:
    topic = f" --topic {quiz.topic}" if quiz.topic else ""
    return f"tfmdrill quiz{topic} --number {len(quiz.asked)} --seed {quiz.seed}"


def _when(days: int) -> str:
    return {0: "today", 1: "tomorrow"}.get(days, f"in {days} days")


def _line(console: Console, head: str, text: str, style: str, *, plain: bool) -> None:
    line = Text(head, style="" if plain else style)
    if text:
        line.append(f" {visible(text)}", style="" if plain else "not bold default")
    indented(console, line, columns=0, hang=2)
