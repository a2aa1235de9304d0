"""A person's practice in numbers: by topic, by problem, by mistake, by day."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import mean, median

from tfmdrill.catalogue import active_packs, find_problem, load_bugs
from tfmdrill.errors import TfmdrillError
from tfmdrill.model.interview import Running
from tfmdrill.model.listing import Listed, Status
from tfmdrill.model.pack import Pack, Topic
from tfmdrill.model.practice import Attempt, Card
from tfmdrill.model.summary import (
    Day,
    Forecast,
    Mistake,
    ProblemProgress,
    Progress,
    TopicProgress,
)
from tfmdrill.progress.cards import retention_of
from tfmdrill.progress.listing import listed_problems
from tfmdrill.progress.plan import topic_of, weaknesses
from tfmdrill.progress.records import Records, card_of
from tfmdrill.progress.series import MomentKind, Series

FORECAST_DAYS = (0, 1, 3, 7, 14, 21, 30, 45, 60)
WEEKS = 26
EXPLAINED = 15  # mistakes whose sentence is looked up, which takes reading their problem


def summarise(
    records: Records, packs: Sequence[Path], at: datetime, running: Running | None = None
) -> Progress:
    """Everything that was done so far, seen on the day on which `at` falls.

    running: what an interview that isn't over may keep to itself.
    """
    records.rate_left(at)
    today = at.date()
    listed = listed_problems(records, packs)
    by_day = [(day, untold(each, running)) for day, each in records.attempts_by_day()]
    attempts = [attempt for _, attempt in by_day]
    every = records.cards.all()
    ratings = records.cards.ratings()
    keys = {card.key for card in every}.union(key for key, _ in ratings)
    asked = records.topics_of(keys, active_packs(packs))
    topics = {item.problem.slug: item.problem.topic for item in listed}
    # What no pack has any more can't be reviewed, so it is neither due nor forgotten.
    cards = [card for card in every if _is_here(card.key, topics, asked)]
    weak = weaknesses(ratings, topics, asked)
    passes = {name: _passes(series) for name, series in records.all_series(at).items()}
    days = days_of(records)
    streak, longest = streaks([each.day for each in days], today)
    return Progress(
        day=today,
        passed=sum(item.status is Status.PASSED for item in listed),
        total=len(listed),
        grades=len(attempts),
        streak=streak,
        longest_streak=longest,
        due=sum(card.due <= today for card in cards),
        next_due=min((card.due for card in cards if card.due > today), default=None),
        topics=_topics(listed, attempts, cards, asked, weak, passes, today),
        problems=_problems(records, listed, attempts, cards, passes, today),
        mistakes=_explained(mistakes_of(by_day, today), active_packs(packs)),
        days=days,
        forecast=forecast_of(cards, today),
    )


def mistakes_of(attempts: Iterable[tuple[date, Attempt]], today: date) -> tuple[Mistake, ...]:
    """The named mistakes, the most frequent first.

    A mistake that stays in a file over several grades of a day was made once.
    """
    times: Counter[str] = Counter()
    where: dict[str, dict[str, None]] = {}
    last: dict[str, date] = {}
    weeks: dict[str, list[int]] = {}
    before: dict[str, tuple[date, frozenset[str]]] = {}
    for day, attempt in attempts:
        earlier = before.get(attempt.name)
        kept = earlier[1] if earlier and earlier[0] == day else frozenset()
        before[attempt.name] = day, frozenset(attempt.bugs)
        for bug in attempt.bugs:
            if bug in kept:
                continue
            times[bug] += 1
            where.setdefault(bug, {})[attempt.name] = None
            last[bug] = max(day, last.get(bug, day))
            week = (today - day).days // 7
            if 0 <= week < WEEKS:
                weeks.setdefault(bug, [0] * WEEKS)[WEEKS - 1 - week] += 1
    order = sorted(times, key=lambda bug: (-times[bug], -last[bug].toordinal(), bug))
    none = [0] * WEEKS
    return tuple(
        Mistake(bug, tuple(where[bug]), times[bug], last[bug], tuple(weeks.get(bug, none)))
        for bug in order
    )


def streaks(days: Iterable[date], today: date) -> tuple[int, int]:
    """How many days in a row end today or yesterday, and the longest row ever.

    >>> streaks([date(2026, 3, d) for d in (1, 2, 3, 7, 8)], date(2026, 3, 9))
    (2, 3)
    >>> streaks([date(2026, 3, 1)], date(2026, 3, 9)), streaks([], date(2026, 3, 9))
    ((0, 1), (0, 0))
    """
    rows: list[list[date]] = []
    for day in sorted(set(days)):
        if rows and day - rows[-1][-1] == timedelta(days=1):
            rows[-1].append(day)
        else:
            rows.append([day])
    current = len(rows[-1]) if rows and (today - rows[-1][-1]).days <= 1 else 0
    return current, max(map(len, rows), default=0)


def forecast_of(cards: Sequence[Card], today: date) -> tuple[Forecast, ...]:
    """What is remembered on the days to come, without practice; nothing without cards."""
    if not cards:
        return ()
    return tuple(
        Forecast(days, mean(retention_of(cards, today + timedelta(days=days))))
        for days in FORECAST_DAYS
    )


def days_of(records: Records) -> tuple[Day, ...]:
    """Each day on which something was graded or answered."""
    grades = records.database.rows(
        "SELECT day, count(*), sum(outcome = 'passed') FROM attempts GROUP BY day"
    )
    questions = records.database.rows(
        "SELECT day, count(*) FROM reviews WHERE card NOT LIKE 'problem:%' GROUP BY day"
    )
    found = {day: Day(date.fromisoformat(day), total, passed) for day, total, passed in grades}
    for day, number in questions:
        found[day] = replace(
            found.get(day, Day(date.fromisoformat(day), 0, 0)), questions=int(number)
        )
    return tuple(found[day] for day in sorted(found))


def untold(attempt: Attempt, running: Running | None) -> Attempt:
    """The grade without the mistakes that the interview which is running may hide."""
    if running and attempt.problem == running.slug and attempt.at >= running.since:
        return replace(attempt, bugs=())
    return attempt


def _topics(
    listed: Sequence[Listed],
    attempts: Sequence[Attempt],
    cards: Sequence[Card],
    asked: Mapping[str, Topic],
    weak: Mapping[Topic, float],
    passes: Mapping[str, Sequence[Series]],
    today: date,
) -> tuple[TopicProgress, ...]:
    problems = {item.problem.slug: item.problem.topic for item in listed}
    grades = Counter(problems[a.problem] for a in attempts if a.problem in problems)
    found = []
    for topic in dict.fromkeys(problems.values()):
        of_topic = [item for item in listed if item.problem.topic == topic]
        known = [c for c in cards if topic_of(c.key, problems, asked) == topic]
        ratios = [
            series.active_s / (60 * series.minutes)
            for name, each in passes.items()
            for series in each
            if problems.get(name.partition(":")[0]) == topic
        ]
        found.append(
            TopicProgress(
                topic=topic,
                passed=sum(item.status is Status.PASSED for item in of_topic),
                total=len(of_topic),
                grades=grades[topic],
                remembered=mean(retention_of(known, today)) if known else None,
                weakness=weak.get(topic),
                time_ratio=median(ratios) if ratios else None,
            )
        )
    return tuple(found)


def _problems(
    records: Records,
    listed: Sequence[Listed],
    attempts: Sequence[Attempt],
    cards: Sequence[Card],
    passes: Mapping[str, Sequence[Series]],
    today: date,
) -> tuple[ProblemProgress, ...]:
    """Those with which anything was done, in the order of learning, variants after their base."""
    standings = {standing.problem: standing for standing in records.standings()}
    by_key = {card.key: card for card in cards}
    grades = Counter(attempt.name for attempt in attempts)
    hints: Counter[str] = Counter()
    for attempt in attempts:
        hints[attempt.name] = max(hints[attempt.name], attempt.hints)
    found = []
    for item in listed:
        problem = item.problem
        names = sorted(n for n in standings if n.partition(":")[0] == problem.slug)
        for name in names:
            card = by_key.get(card_of(name))
            done = passes.get(name, ())
            found.append(
                ProblemProgress(
                    name=name,
                    title=problem.title,
                    topic=problem.topic,
                    status=standings[name].status,
                    grades=grades[name],
                    hints=hints[name],
                    active_s=done[-1].active_s if done else None,
                    minutes=problem.minutes,
                    remembered=retention_of([card], today)[0] if card else None,
                    due=card.due if card else None,
                )
            )
    return tuple(found)


def _passes(series: Sequence[Series]) -> tuple[Series, ...]:
    """The passed ones of which it is known how long they took."""
    return tuple(s for s in series if s.end is MomentKind.PASSED and s.active_s and s.minutes)


def _is_here(key: str, problems: Mapping[str, Topic], asked: Mapping[str, Topic]) -> bool:
    """Whether a pack has the card's problem, or its question."""
    if key.startswith("problem:"):
        return topic_of(key, problems, asked) is not None
    return key in asked


def _explained(mistakes: Sequence[Mistake], packs: Sequence[Pack]) -> tuple[Mistake, ...]:
    """The first EXPLAINED of them with the sentence that the problem has for each."""
    first = [replace(m, says=_sentence(m, packs)) for m in mistakes[:EXPLAINED]]
    return (*first, *mistakes[EXPLAINED:])


def _sentence(mistake: Mistake, packs: Sequence[Pack]) -> str:
    try:
        problem = find_problem(mistake.problems[-1].partition(":")[0], packs)
        return next((bug.says for bug in load_bugs(problem) if bug.id == mistake.bug), "")
    except TfmdrillError:  # of a pack that isn't here any more
        return ""
