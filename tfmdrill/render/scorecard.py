"""The scorecard of an interview: on a terminal, as a page, and the list of interviews."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from tfmdrill.model.interview import Plan, time_words
from tfmdrill.model.scorecard import (
    Dimension,
    Mark,
    Moment,
    MomentKind,
    Practice,
    ProblemCard,
    Scorecard,
    ToPractise,
)
from tfmdrill.render.console import Signs, indented, padded, say, signs_of, widest
from tfmdrill.render.inert import visible
from tfmdrill.render.interview import again_words, given_answer, setting_words
from tfmdrill.render.problems import FRAMEWORK_WORDS
from tfmdrill.render.quantities import count

MARK_STYLES = {
    Mark.GOOD: "green",
    Mark.PARTLY: "yellow",
    Mark.POOR: "red",
    Mark.NOT_JUDGED: "dim",
}
MOMENT_STYLES = {
    MomentKind.FAILED: "red",
    MomentKind.PASSED: "green",
    MomentKind.HINT: "yellow",
    MomentKind.TIME_UP: "red",
}

# Of what is answered aloud there is no card.
PLANNED = "Problems, and questions of the quiz, are in your plan already"
OPEN = "It isn't over, and hides what its screen does: tfmdrill interview resume"


def points_words(card: Scorecard) -> str:
    """The points of the whole interview beside those of its plan."""
    more = ", with problems beyond the plan" if card.points > card.of else ""
    return f"{card.points} of {card.of} points{more}"


def practise_words(item: ToPractise) -> tuple[str, str]:
    """The command that takes a thing to practise up, and why."""
    if item.kind is Practice.PROBLEM:
        return f"tfmdrill new {item.what} --review", item.why  # whether there is an earlier file
    return f"tfmdrill quiz --topic {item.what}", item.why


def dimension_points(dimension: Dimension) -> str:
    """
    >>> dimension_points(Dimension("time", Mark.GOOD, "", (), 10, 10))
    '10 of 10'
    >>> dimension_points(Dimension("hints", Mark.POOR, "", (), -5, 0))
    '-5'
    """
    if dimension.points is None:
        return ""
    return f"{dimension.points} of {dimension.of}" if dimension.of else f"{dimension.points}"


def print_scorecard(card: Scorecard, *, console: Console, plain: bool = False) -> None:
    """The level reached, then each problem with its dimensions, timeline and answers."""
    plan = Plan(card.setting, ())
    say(console, f"Interview {card.id}: {setting_words(plan)}", "" if plain else "bold")
    when = card.began_at.astimezone().strftime("%Y-%m-%d %H:%M")
    state = "" if card.finished else f" {OPEN}"
    say(console, f"Began {when}, took {time_words(card.used_s)}.{state}", "" if plain else "dim")
    say(console)
    say(console, card.level, "" if plain else "bold")
    say(console, f"{points_words(card)[0].upper()}{points_words(card)[1:]}.")
    for problem in card.problems:
        say(console)
        _print_problem(problem, console, plain=plain)
    if card.unseen:
        say(console)
        titles = ", ".join(visible(problem.title) for problem in card.unseen)
        say(console, f"Planned, and not reached: {titles}")
    _print_practise(card.practise, console, plain=plain)
    if card.notes:
        say(console)
        say(console, "Your notes:", "" if plain else "bold")
        for line in visible(card.notes).split("\n"):
            indented(console, Text(line))
    say(console)
    say(console, f"The same interview for somebody else: {again_words(plan)}", "dim")
    say(console, f"As a page: tfmdrill interview show {card.id} --html FILE", "dim")


def print_interviews(cards: Sequence[Scorecard], *, console: Console, plain: bool = False) -> None:
    """A line an interview, the latest last."""
    if not cards:
        say(console, "No interview yet. Begin one: tfmdrill interview")
        return
    for card in cards:
        when = card.began_at.astimezone().strftime("%Y-%m-%d %H:%M")
        passed = sum(problem.passed for problem in card.problems)
        solved = f"{passed} of {count(len(card.problems), 'problem')} solved"
        state = f"{card.points} of {card.of} points" if card.finished else "not over"
        line = f"{card.id:>3}  {when}  {setting_words(Plan(card.setting, ()))}: {solved}, {state}"
        indented(console, Text(line.strip() if plain else line), 0, hang=5)
    say(console, "One of them: tfmdrill interview show ID", "" if plain else "dim")


def _print_problem(problem: ProblemCard, console: Console, *, plain: bool) -> None:
    signs = signs_of(console)
    word = "solved" if problem.passed else "not solved"
    facts = f"{problem.problem.difficulty}, {FRAMEWORK_WORDS[problem.framework]}"
    head = f"{visible(problem.problem.title)} ({problem.problem.slug}): {word}, "
    head += f"{problem.points} of 100 points"
    say(console, head, "" if plain else "bold green" if problem.passed else "bold red")
    say(console, f"{facts}, {visible(problem.file)}", "" if plain else "dim")
    names = widest(dimension.name for dimension in problem.dimensions)
    for dimension in problem.dimensions:
        if plain:
            _say_dimension(dimension, console)
        else:
            _print_dimension(dimension, names, console, signs)
    say(console, "Timeline", "" if plain else "bold")
    for moment in problem.timeline:
        _print_moment(moment, console, plain=plain)


def _say_dimension(dimension: Dimension, console: Console) -> None:
    points = dimension_points(dimension)
    end = f" ({points} points)" if points else ""
    say(console, f"{dimension.name.capitalize()}: {dimension.mark}, {dimension.says}{end}.")
    for line in dimension.evidence:
        say(console, f"  {visible(line)}")


def _print_dimension(dimension: Dimension, names: int, console: Console, signs: Signs) -> None:
    sign = {
        Mark.GOOD: signs.passed,
        Mark.PARTLY: signs.noisy,
        Mark.POOR: signs.failed,
        Mark.NOT_JUDGED: signs.skipped,
    }[dimension.mark]
    line = Text(f"{sign} ", style=MARK_STYLES[dimension.mark])
    line.append(padded(dimension.name, names + 2), style="default not dim")
    line.append(padded(dimension_points(dimension), 10), style="bold not dim")
    line.append(dimension.says, style="default not dim")
    indented(console, line, 2, hang=names + 14)
    for evidence in dimension.evidence:
        indented(console, Text(visible(evidence), style="dim"), names + 16, hang=2)


def _print_moment(moment: Moment, console: Console, *, plain: bool) -> None:
    line = Text(f"{time_words(moment.at_s):>6}  ")
    line.append(visible(moment.says), style="" if plain else MOMENT_STYLES.get(moment.kind, ""))
    indented(console, line, 0 if plain else 2, hang=8)
    for detail in moment.details:
        indented(console, Text(visible(detail), style="" if plain else "dim"), 10, hang=2)


def _print_practise(items: Sequence[ToPractise], console: Console, *, plain: bool) -> None:
    say(console)
    if not items:
        say(console, "Nothing to repeat from this one.")
        return
    say(console, "To practise next:", "" if plain else "bold")
    for item in items:
        command, why = practise_words(item)
        indented(console, Text(f"{command}  ").append(visible(why), "dim"), 2, hang=2)
    say(console, f"{PLANNED}: tfmdrill next", "" if plain else "dim")


def scorecard_page(card: Scorecard) -> str:
    """The scorecard as one HTML file."""
    from tfmdrill.render.pages import page

    plan = Plan(card.setting, ())
    return page(
        "interview",
        card=card,
        setting=setting_words(plan),
        again=again_words(plan),
        points=points_words(card),
        began=card.began_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        frameworks=FRAMEWORK_WORDS,
        practise=[practise_words(item) for item in card.practise],
        planned=PLANNED,
        time_words=time_words,
        dimension_points=dimension_points,
        given_answer=given_answer,
    )
