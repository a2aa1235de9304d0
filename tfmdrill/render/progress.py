"""A person's progress on a terminal, as JSON, and as CSV."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console
from rich.text import Text

from tfmdrill.model.practice import Attempt
from tfmdrill.model.summary import Merged, Mistake, ProblemProgress, Progress, TopicProgress
from tfmdrill.model.workspace import Written
from tfmdrill.render.console import indented, padded, say, widest
from tfmdrill.render.inert import visible
from tfmdrill.render.notices import print_written
from tfmdrill.render.quantities import count, percent

SCHEMA = 1
SHOWN = 5  # mistakes and slow problems on the terminal; the page and the documents have all
WEAK = 0.3  # of weakness: two of the last five reviews failed, say
HORIZON = {0: "today", 7: "in a week", 30: "in 30 days"}
GRADE_COLUMNS = (
    "problem", "variant", "framework", "at", "outcome", "score", "hints", "mistakes",
    "seconds_since_new", "elapsed_s", "seed", "minutes", "source_sha256",
)  # fmt: skip


def print_progress(progress: Progress, *, console: Console, plain: bool = False) -> None:
    """What was passed, what is remembered, and which mistakes come back."""
    bold, dim = ("", "") if plain else ("bold", "dim")
    passed = f"{progress.passed} of {count(progress.total, 'problem')} passed"
    if not progress.days:
        say(console, f"{passed}; nothing was graded yet. Begin: tfmdrill next")
        return
    say(console, f"{passed}, {count(progress.grades, 'grade')}, {_streak_words(progress)}", bold)
    say(console)
    _print_topics([t for t in progress.topics if t.passed or t.grades], console, plain=plain)
    if progress.forecast:
        say(console)
        say(console, _forecast_words(progress))
    say(console, _due_words(progress))
    if progress.mistakes:
        say(console)
        say(console, "Mistakes made most often:", bold)
        for mistake in progress.mistakes[:SHOWN]:
            say(console, f"  {_mistake_words(mistake)}")
            if mistake.says:
                indented(console, Text(visible(mistake.says), style=dim), 4)
    slow = [p for p in progress.problems if p.active_s and p.active_s > 60 * p.minutes]
    if slow:
        say(console)
        say(console, "Passed, but slower than planned:", bold)
        for problem in sorted(slow, key=_slowness, reverse=True)[:SHOWN]:
            say(console, f"  {problem.name}: {time_words(problem)}")


def progress_json(progress: Progress) -> str:
    """One JSON document, described in `render.document`."""
    document = {"schema": SCHEMA} | asdict(progress)
    for mistake in document["mistakes"]:
        mistake["weeks"] = list(mistake["weeks"])
    return json.dumps(document, indent=2, default=str)


def grades_csv(attempts: Sequence[Attempt]) -> str:
    """A line a grade, the oldest first; several mistakes have a space between them."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(GRADE_COLUMNS)
    for a in attempts:
        at = a.at.isoformat(timespec="seconds")
        score = "" if a.score is None else a.score
        since = "" if a.since_new_s is None else round(a.since_new_s)
        writer.writerow(
            (a.problem, a.variant, a.framework, at, a.outcome, score, a.hints, " ".join(a.bugs),
             since, a.elapsed_s, a.seed, a.minutes, a.source_hash)
        )  # fmt: skip
    return text.getvalue()


def print_exported(written: Written, *, console: Console) -> None:
    """Where the export is, and what to do with it."""
    print_written(written, console=console)
    say(console, f"On the other machine: tfmdrill progress import {visible(written.path.name)}")


def print_merged(merged: Merged, *, console: Console) -> None:
    """What an import brought."""
    if merged.left_out:
        left = count(merged.left_out, "interview")
        say(console, f"Left out, since this tfmdrill can't make them out: {left}.")
    if merged == Merged(left_out=merged.left_out):
        say(console, "Nothing in it was new.")
        return
    grades, reviews = count(merged.grades, "grade"), count(merged.reviews, "review")
    interviews = count(merged.interviews, "interview")
    steps = f"{merged.steps} of stubs, hints and model answers"
    say(console, f"New here: {grades}, {reviews}, {interviews}, {steps}.")


def time_words(problem: ProblemProgress) -> str:
    """The time of the latest pass beside the budget."""
    if problem.active_s is None:
        return ""
    return f"{max(1, round(problem.active_s / 60))} of {problem.minutes} min"


def _slowness(problem: ProblemProgress) -> float:
    return (problem.active_s or 0) / problem.minutes


def _streak_words(progress: Progress) -> str:
    on = f"on {count(len(progress.days), 'day')}"
    now = f"{count(progress.streak, 'day')} in a row" if progress.streak else "none in a row now"
    return f"{on}; {now}, at most {progress.longest_streak}"


def _print_topics(topics: Sequence[TopicProgress], console: Console, *, plain: bool) -> None:
    if plain:
        for topic in topics:
            facts = zip(("", "graded ", "remembered ", "time "), _cells(topic)[1:], strict=True)
            say(console, f"{_cells(topic)[0]}: {', '.join(n + v for n, v in facts if v)}.")
        return
    heads = ("topic", "passed", "grades", "remembered", "time")
    rows = [heads, *(_cells(topic) for topic in topics)]
    widths = [widest(row[column] for row in rows) for column in range(len(heads))]
    for number, row in enumerate(rows):
        cells = [padded(cell, width) for cell, width in zip(row, widths, strict=True)]
        say(console, ("  ".join(cells)).rstrip(), "" if number else "bold")


def _cells(topic: TopicProgress) -> tuple[str, ...]:
    weak = " (weak)" if topic.weakness is not None and topic.weakness > WEAK else ""
    remembered = "" if topic.remembered is None else percent(topic.remembered)
    ratio = "" if topic.time_ratio is None else f"{topic.time_ratio:.1f} x the minutes given"
    passed = f"{topic.passed} of {topic.total}"
    return (f"{topic.topic}{weak}", passed, str(topic.grades), remembered, ratio)


def _forecast_words(progress: Progress) -> str:
    known = {each.days: percent(each.remembered) for each in progress.forecast}
    parts = [f"{known[days]} {words}" for days, words in HORIZON.items() if days in known]
    return f"Remembered if you stop practising: {', '.join(parts)}."


def _due_words(progress: Progress) -> str:
    if progress.due:
        return f"Due today: {progress.due}. The plan: tfmdrill next"
    return f"Due next: {progress.next_due}." if progress.next_due else "Nothing is due."


def _mistake_words(mistake: Mistake) -> str:
    where = ", ".join(mistake.problems)
    return f"{visible(mistake.words)}: {count(mistake.times, 'time')} ({visible(where)})"
