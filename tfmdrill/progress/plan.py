"""Today's plan: what is due, then the next new problem.

Due reviews come in the order in which they fell due, as many as fit into REVIEW_MINUTES; the rest
comes on the next days, so that there is room for a new problem however much is due.

Weak topics come sooner. A topic's weakness, 0 to 1, is the share of its last TOPIC_REVIEWS reviews
that went badly (a failed one counts whole, a hard one half), with PRIOR good ones added so that
one bad evening isn't taken for a weakness. A due review counts as up to WEAK_DAYS longer overdue
for it, and a new problem moves up to WEAK_PLACES forward in the order of learning. Both are
bounded, so what belongs to a strong topic waits a little and never for good.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tfmdrill.catalogue import active_packs
from tfmdrill.model.listing import Listed, Status, Summary
from tfmdrill.model.pack import Pack, Topic
from tfmdrill.model.plan import Plan, Planned, Why
from tfmdrill.model.practice import Card, Rating
from tfmdrill.progress.listing import listed_problems
from tfmdrill.progress.records import Records, card_of

REVIEW_MINUTES = 60  # of the problems' own minutes, a day; at least one review is always offered
TOPIC_REVIEWS = 10
PRIOR = 2
WEAK_DAYS = 4.0
WEAK_PLACES = 8.0
_BADNESS = {Rating.AGAIN: 1.0, Rating.HARD: 0.5}


def make_plan(records: Records, packs: Sequence[Path], at: datetime) -> Plan:
    """The plan of the day on which `at` falls, after what was done on it so far."""
    return plan_for(records, listed_problems(records, packs), at, active_packs(packs))


def plan_for(
    records: Records, listed: Sequence[Listed], at: datetime, packs: Sequence[Pack] = ()
) -> Plan:
    """The same with the problems that there are, in the order of learning."""
    records.rate_left(at)
    cards = records.cards.all()
    ratings = records.cards.ratings()
    topics = {item.problem.slug: item.problem.topic for item in listed}
    due_keys = {card.key for card in cards if card.due <= at.date()}
    # A problem tells the topic of its questions, without their being read.
    untold = {key for key, _ in ratings if topic_of(key, topics, {}) is None}
    asked = records.topics_of(due_keys | untold, packs)
    weak = weaknesses(ratings, topics, asked)
    due = _due(records, listed, cards, weak, at)
    carded = {card.key for card in cards}
    begun = records.begun()
    without = [item for item in listed if card_of(item.problem.slug) not in carded]
    fresh = next_problem(without, listed, begun, weak)
    day = at.date()
    done = [card for card in cards if card.last == day and _problem_of(card, listed)]
    again = [card for card in done if card.reviews > 1]
    spent = sum(item.minutes for card in again if (item := _problem_of(card, listed)))
    reviews = tuple(
        replace(each, under_way=records.state(each.name, at).under_way)
        for each in _fitting(due, spent)
    )
    later = [card.due for card in cards if card.due > day and _problem_of(card, listed)]
    return Plan(
        day=day,
        reviews=reviews,
        waiting=len(due) - len(reviews),
        questions=sum(key in asked for key in due_keys),
        fresh=_planned_fresh(fresh, begun),
        reviewed=len(again),
        passed=sum(item.status is Status.PASSED for item in listed),
        total=len(listed),
        next_due=min(later, default=None) if not due else None,
        first_time=not (cards or begun) and all(item.status is Status.NEW for item in listed),
    )


def next_problem(
    candidates: Sequence[Listed],
    listed: Sequence[Listed],
    begun: Collection[str],
    weak: Mapping[Topic, float],
) -> Listed | None:
    """The candidate to take up next; None when all are passed.

    What it builds on comes first: the fewest prerequisites that are here and not passed. Then one
    that was begun before a new one, and the order of learning (that of `listed`), weak topics
    sooner. begun: the names of those of which a stub was written.
    """
    here = {item.problem.slug: item for item in listed}
    place = {slug: number for number, slug in enumerate(here)}

    def open_prerequisites(item: Listed) -> int:
        known = [here[slug] for slug in item.problem.prerequisites if slug in here]
        return sum(each.status is not Status.PASSED for each in known)

    def rank(item: Listed) -> tuple[float, ...]:
        problem = item.problem
        return (
            open_prerequisites(item),
            not _is_begun(item, begun),
            place[problem.slug] - WEAK_PLACES * weak.get(problem.topic, 0.0),
        )

    return min((i for i in candidates if i.status is not Status.PASSED), key=rank, default=None)


def weaknesses(
    ratings: Sequence[tuple[str, Rating]],
    problems: Mapping[str, Topic],
    asked: Mapping[str, Topic],
) -> dict[Topic, float]:
    """How weak each topic is, 0 to 1; those without a review are left out.

    ratings: of reviews, each with its card's key, the latest first. problems, asked: the topics of
    problems by their slugs, and of questions by their keys.
    """
    bad: dict[Topic, list[float]] = {}
    for key, rating in ratings:
        topic = topic_of(key, problems, asked)
        if topic is not None and len(bad.setdefault(topic, [])) < TOPIC_REVIEWS:
            bad[topic].append(_BADNESS.get(rating, 0.0))
    return {topic: sum(each) / (len(each) + PRIOR) for topic, each in bad.items()}


def topic_of(key: str, problems: Mapping[str, Topic], asked: Mapping[str, Topic]) -> Topic | None:
    """What a card is about, by its problem or as a question; None where that isn't here.

    >>> topic_of("question:rope:2", {"rope": Topic.POSITIONS}, {})
    <Topic.POSITIONS: 'positions'>
    """
    kind, _, rest = key.partition(":")
    slug = rest.partition(":")[0] if kind in ("problem", "question") else ""
    return asked.get(key) or problems.get(slug)


def _due(
    records: Records,
    listed: Sequence[Listed],
    cards: Sequence[Card],
    weak: Mapping[Topic, float],
    at: datetime,
) -> list[Planned]:
    """All problems that are due, in the order to do them."""
    status = {standing.problem: standing.status for standing in records.standings()}
    found: list[tuple[float, Planned]] = []
    for card in cards:
        problem = _problem_of(card, listed)
        if problem is None or card.due > at.date():
            continue
        name = _name_of(card)
        passed = status.get(name) is Status.PASSED
        why = Why.REVIEW if passed else Why.RETRY
        planned = Planned(problem, why, name.partition(":")[2], card.due)
        waited = (at.date() - card.due).days + WEAK_DAYS * weak.get(problem.topic, 0.0)
        found.append((-waited, planned))
    return [planned for _, planned in sorted(found, key=lambda pair: pair[0])]


def _fitting(due: Sequence[Planned], spent_minutes: int) -> tuple[Planned, ...]:
    """The first of them that fit into what is left of the day."""
    fitting: list[Planned] = []
    for planned in due:
        if spent_minutes and spent_minutes + planned.problem.minutes > REVIEW_MINUTES:
            break
        fitting.append(planned)
        spent_minutes += planned.problem.minutes
    return tuple(fitting)


def _is_begun(item: Listed, begun: Collection[str]) -> bool:
    return item.status is Status.STARTED or item.problem.slug in begun


def _planned_fresh(item: Listed | None, begun: Collection[str]) -> Planned | None:
    if item is None:
        return None
    under_way = _is_begun(item, begun)
    return Planned(item.problem, Why.STARTED if under_way else Why.NEW, under_way=under_way)


def _problem_of(card: Card, listed: Sequence[Listed]) -> Summary | None:
    """The problem that a card is about; None for a question, or where no pack has it."""
    if not card.key.startswith("problem:"):
        return None
    slug = _name_of(card).partition(":")[0]
    return next((item.problem for item in listed if item.problem.slug == slug), None)


def _name_of(card: Card) -> str:
    return card.key.partition(":")[2]
