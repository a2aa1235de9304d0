"""A person's progress as a page: what its calendar, its bars and its line are drawn from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tfmdrill.model.summary import Day, Forecast, Mistake, ProblemProgress, Progress
from tfmdrill.render.pages import page
from tfmdrill.render.progress import time_words
from tfmdrill.render.quantities import count, percent

MARK = "<!-- a page of tfmdrill progress -->"  # by which the next one knows that it may replace it
HALF = 27  # weeks in each of the calendar's two halves, which a narrow screen stacks
CELL = 13  # units of the drawing from one day to the next
LEFT, TOP = 26, 16  # room for the names of days and months
LEVELS = (0, 1, 3, 6, 10)  # things done a day from which each shade begins
BAR_WIDTH, BAR_HEIGHT = 10, 26
LINE_WIDTH, LINE_HEIGHT = 370, 150
SHOWN = 15  # mistakes


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the calendar, `level` 0 to 4 being its shade."""

    x: int
    y: int
    level: int
    says: str


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Half:
    """Half of the calendar."""

    cells: tuple[Cell, ...]
    months: tuple[Label, ...]
    width: int = LEFT + HALF * CELL
    height: int = TOP + 7 * CELL


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    y: float
    height: float
    says: str


@dataclass(frozen=True, slots=True)
class MistakeRow:
    mistake: Mistake
    times: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class ProblemRow:
    problem: ProblemProgress
    time: str
    slow: bool
    remembered: str


@dataclass(frozen=True, slots=True)
class Line:
    """The forecast: the points of a polyline, and what stands at the axes."""

    points: str
    marks: tuple[Label, ...]
    days: tuple[Label, ...]


def progress_page(progress: Progress) -> str:
    """The page as HTML: one file, without script or network."""
    most = max((max(m.weeks, default=0) for m in progress.mistakes), default=0)
    return page(
        "progress",
        mark=MARK,
        progress=progress,
        halves=calendar_of(progress.days, progress.day),
        mistakes=[_mistake_row(m, most, progress.day) for m in progress.mistakes[:SHOWN]],
        left_out=max(0, len(progress.mistakes) - SHOWN),
        problems=[_problem_row(p) for p in progress.problems],
        line=_line(progress.forecast),
        bars=(BAR_WIDTH, BAR_HEIGHT),
        drawing=(LINE_WIDTH, LINE_HEIGHT),
        count=count,
        percent=percent,
    )


def calendar_of(days: Sequence[Day], today: date) -> tuple[Half, Half]:
    """The last 54 weeks, Mondays on top, the week of today last."""
    known = {each.day: each for each in days}
    monday = today - timedelta(days=today.weekday())
    first = monday - timedelta(weeks=2 * HALF - 1)
    return _half(first, known, today), _half(first + timedelta(weeks=HALF), known, today)


def _half(first: date, known: dict[date, Day], today: date) -> Half:
    cells, months = [], []
    for week in range(HALF):
        monday = first + timedelta(weeks=week)
        x = LEFT + week * CELL
        if week == 0 or monday.day <= 7:
            months.append(Label(x, TOP - 5, f"{monday:%b}"))
        for weekday in range(7):
            day = monday + timedelta(days=weekday)
            if day <= today:
                cells.append(
                    Cell(x, TOP + weekday * CELL, _level(known.get(day)), _day_words(day, known))
                )
    if len(months) > 1 and months[1].x - months[0].x < 2 * CELL:
        del months[0]  # the two would stand on each other
    return Half(tuple(cells), tuple(months))


def _level(day: Day | None) -> int:
    return sum(day.total >= level for level in LEVELS[1:]) if day else 0


def _day_words(day: date, known: dict[date, Day]) -> str:
    done = known.get(day)
    if done is None:
        return f"{day}: nothing"
    parts = []
    if done.grades:
        parts.append(f"{count(done.grades, 'grade')}, {done.passed} passed")
    if done.questions:
        parts.append(count(done.questions, "question"))
    return f"{day}: {', '.join(parts)}"


def _mistake_row(mistake: Mistake, most: int, today: date) -> MistakeRow:
    """Its weeks as bars; one scale for all mistakes, so that they can be compared."""
    bars = []
    for number, times in enumerate(mistake.weeks):
        height = BAR_HEIGHT * times / most if most else 0.0
        ago = len(mistake.weeks) - 1 - number
        end = today - timedelta(weeks=ago)
        says = f"{count(times, 'time')} in the week up to {end}"
        bars.append(Bar(number * BAR_WIDTH, BAR_HEIGHT - height, height, says))
    return MistakeRow(mistake, count(mistake.times, "time"), tuple(bars))


def _problem_row(problem: ProblemProgress) -> ProblemRow:
    slow = problem.active_s is not None and problem.active_s > 60 * problem.minutes
    remembered = "" if problem.remembered is None else percent(problem.remembered)
    return ProblemRow(problem, time_words(problem), slow, remembered)


def _line(forecast: Sequence[Forecast]) -> Line | None:
    if not forecast:
        return None
    last = forecast[-1].days

    def x(days: int) -> float:
        return 42 + (LINE_WIDTH - 60) * days / last

    def y(share: float) -> float:
        return 10 + (LINE_HEIGHT - 34) * (1 - share)

    points = " ".join(f"{x(f.days):.1f},{y(f.remembered):.1f}" for f in forecast)
    marks = tuple(Label(38, y(share), percent(share)) for share in (1, 0.5, 0))
    shown = [f.days for f in forecast if f.days in (0, 7, 14, 30, 60)]
    days = tuple(
        Label(x(number), LINE_HEIGHT - 6, "today" if number == 0 else f"{number} d")
        for number in shown
    )
    return Line(points, marks, days)
