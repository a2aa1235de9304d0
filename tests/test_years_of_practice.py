"""Years of practice through the real records, scheduler and plan, by three kinds of person.

The oracle is a ledger that the test keeps of its own: who did what on which day.
"""

import random
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from practised import attempt, opened

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.model.plan import Plan, Planned, Why
from tfmdrill.model.practice import Rating, StepKind
from tfmdrill.progress.cards import LONGEST_DAYS
from tfmdrill.progress.plan import REVIEW_MINUTES, plan_for
from tfmdrill.progress.records import Records, card_of

START = datetime(2026, 3, 2, 8, tzinfo=UTC)
PROBLEMS = all_summaries(active_packs()[:1])
QUESTIONS = [f"question:{problem.slug}:0" for problem in PROBLEMS]


# Days of practice within which something due has its turn, however much is due: a day takes at
# least one review, and a weak topic goes before a few that fell due earlier.
TURN = len(PROBLEMS) + 10


@dataclass(frozen=True)
class Person:
    """What happens when this person takes a problem up, and on which share of the days."""

    passes: float
    looks_it_up: float
    takes_hints: float
    practises: float


PEOPLE = {
    "diligent": Person(passes=0.92, looks_it_up=0.02, takes_hints=0.15, practises=1.0),
    "erratic": Person(passes=0.5, looks_it_up=0.2, takes_hints=0.4, practises=0.3),
    "hopeless": Person(passes=0.0, looks_it_up=0.1, takes_hints=1.0, practises=1.0),
}


@dataclass
class Life:
    """A person, what they did on which day, and all that must hold of it."""

    person: Person
    draw: random.Random
    records: Records = field(default_factory=opened)
    done: dict[str, list[date]] = field(default_factory=dict)  # by problem: days it was taken up
    practised: list[date] = field(default_factory=list)

    def live(self, day: int) -> None:
        """One day: the plan's reviews, then its new problem, then some questions."""
        if self.draw.random() > self.person.practises:
            return
        at = START + timedelta(days=day, minutes=self.draw.randrange(600))
        self.practised.append(at.date())
        plan = self._plan(at)
        finished = set()
        for planned in (*plan.reviews, plan.fresh):
            if planned is None:
                continue
            at += timedelta(minutes=1)
            at, ended = self._take_up(planned, at)
            finished |= {planned.name} if ended else set()
        after = self._plan(at)
        again = {review.name for review in after.reviews} | {after.fresh and after.fresh.name}
        assert not finished & again, "due twice a day"
        self._answer(at)

    def _plan(self, at: datetime) -> Plan:
        plan = plan_for(self.records, self.records.listed(PROBLEMS), at)
        names = [review.name for review in plan.reviews]
        assert len(names) == len(set(names))
        assert plan.fresh is None or plan.fresh.name not in names
        minutes = [review.problem.minutes for review in plan.reviews]
        assert sum(minutes) <= REVIEW_MINUTES or len(minutes) == 1
        assert all(review.due and review.due <= at.date() for review in plan.reviews)
        assert plan.waiting == 0 or plan.reviews or plan.reviewed
        return plan

    def _take_up(self, planned: Planned, at: datetime) -> tuple[datetime, bool]:
        """When it was over, and whether it ended in a pass or at the model answer."""
        name, chance = planned.name, self.draw.random
        self.done.setdefault(name, []).append(at.date())
        if planned.why is not Why.STARTED and not planned.under_way:
            self.records.add_step(name, StepKind.START, at)
        at += timedelta(minutes=self.draw.randint(1, 2 * planned.problem.minutes))
        if chance() < self.person.takes_hints:
            self.records.add_step(name, StepKind.HINT, at, self.draw.randint(1, 3))
        if chance() < 0.2:
            self.records.add(attempt(name, at, "a-mistake", minutes=planned.problem.minutes))
            at += timedelta(minutes=2)
        if chance() < self.person.looks_it_up:
            self.records.add_step(name, StepKind.SOLUTION, at)
            return at, True
        passed = chance() < self.person.passes
        self.records.add(attempt(name, at, passed=passed, minutes=planned.problem.minutes))
        return at, passed

    def _answer(self, at: datetime) -> None:
        due = [c.key for c in self.records.cards.due(at) if c.key.startswith("question:")]
        for key in due[:3] or [self.draw.choice(QUESTIONS)]:
            good = self.draw.random() < self.person.passes
            self.records.cards.review(key, Rating.GOOD if good else Rating.AGAIN, at)
            assert key not in [card.key for card in self.records.cards.due(at)], "due twice a day"


def live(person: str, days: int) -> Life:
    life = Life(PEOPLE[person], random.Random(person))
    for day in range(days):
        life.live(day)
        if day % 50 == 0:
            check_no_starving(life, day)
    check_whole(life, days)
    return life


def check_no_starving(life: Life, day: int) -> None:
    """Nothing that is due has waited for many more days of practice than there are problems."""
    at = START + timedelta(days=day, hours=12)
    for card in life.records.cards.due(at):
        if card.key.startswith("problem:"):
            waited = sum(card.due < practised <= at.date() for practised in life.practised)
            assert waited <= TURN, f"{card.key} starves"


def check_whole(life: Life, days: int) -> None:
    """What must hold of a life in the end."""
    records, end = life.records, START + timedelta(days=days + 1)
    records.rate_left(end)
    cards = {card.key: card for card in records.cards.all()}
    assert records.database.complaint == ""
    # Everything was begun, and nothing begun was forgotten by the scheduler.
    assert set(life.done) == {problem.slug for problem in PROBLEMS}
    assert {card_of(name) for name in life.done} <= set(cards)
    for card in cards.values():
        assert 1 <= (card.due - card.last).days <= LONGEST_DAYS
        assert card.last < end.date()
    for name, taken in life.done.items():
        assert cards[card_of(name)].reviews <= len(set(taken))
    assert records.database.rows("PRAGMA integrity_check") == [("ok",)]
    # What was counted step by step is what the whole history gives.
    counted = {name: records.state(name, end) for name in life.done}
    for name in life.done:
        records.count_anew(name)
    assert {name: records.state(name, end) for name in life.done} == counted
    with records.database.connection() as connection:
        connection.execute("DELETE FROM cards")
    assert {card.key: card for card in records.cards.all()} == cards


@pytest.mark.parametrize("person", list(PEOPLE))
def test_months_of_practice(person: str) -> None:
    live(person, 250)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("person", "days"), [("diligent", 10_000), ("erratic", 3_000), ("hopeless", 2_000)]
)
def test_ten_thousand_days_of_practice(person: str, days: int) -> None:
    life = live(person, days)
    number = {day: place for place, day in enumerate(life.practised)}
    for taken in life.done.values():
        for before, after in pairwise(taken):
            # Whoever keeps at it meets each problem again, year after year.
            assert number[after] - number[before] <= LONGEST_DAYS + TURN


def test_the_same_practice_gives_the_same_cards() -> None:
    one, other = (live("diligent", 60) for _ in range(2))
    assert one.records.cards.all() == other.records.cards.all()
