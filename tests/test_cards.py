"""Cards: what FSRS says of reviews. The oracle is the package's own scheduler, driven by hand."""

import random
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import fsrs
import pytest

from tfmdrill.model.practice import Rating
from tfmdrill.progress.cards import Cards
from tfmdrill.progress.database import Database

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
KEY = "problem:rope"


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path)


def days(number: float) -> timedelta:
    return timedelta(days=number)


def test_a_card_follows_the_published_scheduler(database: Database) -> None:
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    oracle, cards, draw = fsrs.Card(), Cards(database), random.Random(5)
    at = datetime(2026, 3, 2, tzinfo=UTC)
    for _ in range(12):
        rating = draw.choice(list(Rating))
        cards.review(KEY, rating, at)
        oracle, _ = scheduler.review_card(oracle, fsrs.Rating(int(rating)), at)
        (card,) = cards.all()
        assert card.stability == pytest.approx(oracle.stability, rel=1e-12)
        longest = 1 if rating is Rating.AGAIN else 365
        assert card.due == min(oracle.due.date(), at.date() + days(longest))
        later = at + days(draw.randint(1, 40))
        assert cards.retention(KEY, later) == pytest.approx(
            scheduler.get_card_retrievability(oracle, later), rel=1e-12
        )
        at = later


def test_better_ratings_come_back_later_and_none_on_the_same_day(database: Database) -> None:
    cards = Cards(database)
    for rating in Rating:
        cards.review(rating.name, rating, MONDAY)
    due = {card.key: (card.due - MONDAY.date()).days for card in cards.all()}
    assert 1 <= due["AGAIN"] <= due["HARD"] < due["GOOD"] < due["EASY"]


def test_the_first_review_of_a_day_stands(database: Database) -> None:
    cards = Cards(database)
    cards.review(KEY, Rating.HARD, MONDAY)
    first = cards.all()
    cards.review(KEY, Rating.EASY, MONDAY + timedelta(hours=2))
    assert cards.all() == first
    # One that is heard of later, but happened before, does.
    cards.review(KEY, Rating.EASY, MONDAY - timedelta(hours=2))
    assert cards.all() != first


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a_failure_stands_whatever_went_well_on_that_day(
    database: Database, order: tuple[int, ...]
) -> None:
    cards = Cards(database)
    for hour in order:
        rating = Rating.AGAIN if hour == 1 else Rating.GOOD
        cards.review(KEY, rating, MONDAY + timedelta(hours=hour))
        cards.all()
    (card,) = cards.all()
    assert (card.lapses, card.reviews) == (1, 1)
    assert card.due == date(2026, 3, 3)


def test_what_failed_is_due_on_the_next_day_however_well_it_was_known(database: Database) -> None:
    cards, at = Cards(database), MONDAY
    for _ in range(5):
        cards.review(KEY, Rating.GOOD, at)
        (card,) = cards.all()
        at = datetime.combine(card.due, at.time(), UTC)
    cards.review(KEY, Rating.AGAIN, at)
    (failed,) = cards.all()
    assert failed.due == at.date() + days(1)
    assert failed.stability > 5  # FSRS alone would let it wait for days


def test_the_day_is_that_of_the_persons_own_clock(database: Database) -> None:
    cards = Cards(database)
    auckland = timezone(timedelta(hours=13))
    cards.review(KEY, Rating.GOOD, datetime(2026, 3, 3, 1, tzinfo=auckland))  # the 2nd in UTC
    (card,) = cards.all()
    assert card.last == date(2026, 3, 3)


def test_due_is_what_the_day_has_come_for_the_longest_waiting_first(database: Database) -> None:
    cards = Cards(database)
    cards.review("later", Rating.AGAIN, MONDAY + days(1))
    cards.review("first", Rating.AGAIN, MONDAY)
    cards.review("far", Rating.EASY, MONDAY)
    assert [card.key for card in cards.due(MONDAY)] == []
    # In the early morning of the day, though less than 24 hours have gone by.
    assert [card.key for card in cards.due(MONDAY.replace(hour=0) + days(1))] == ["first"]
    assert [card.key for card in cards.due(MONDAY + days(2))] == ["first", "later"]
    assert cards.due(MONDAY + days(2))[0].lapses == 1


def test_reviews_heard_of_in_any_order_give_the_same_card(tmp_path: Path) -> None:
    ratings = [Rating.GOOD, Rating.AGAIN, Rating.HARD, Rating.EASY]
    reviews = [(MONDAY + days(3 * n), rating) for n, rating in enumerate(ratings)]
    found = []
    for name, order in (("a", reviews), ("b", reviews[::-1])):
        cards = Cards(Database(tmp_path / name))
        for at, rating in order:
            cards.review(KEY, rating, at)
            cards.all()  # worked out in between, and again
        found.append(cards.all())
    assert found[0] == found[1]
    assert found[0][0].reviews == 4


def test_a_card_that_there_is_not_has_no_retention(database: Database) -> None:
    assert Cards(database).retention(KEY, MONDAY) is None
    assert Cards(database).due(MONDAY) == ()
    assert database.path is not None
    assert not database.path.exists()  # looking makes no file
