"""One FSRS card for each thing to remember, and the reviews from which it follows.

FSRS (package `fsrs`) counts whole days here: a review happens on a day of the person's calendar,
and a card is due on one. There are no steps within a day and nothing is random, so the same
reviews give the same cards on every machine, whichever order they were imported in. A card is
reviewed at most once a day: the first review of a day stands, unless a later one fails. What failed
is due on the next day, also where FSRS would leave it longer.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from tfmdrill.model.practice import Card, Rating
from tfmdrill.progress.database import Database

if TYPE_CHECKING:
    from fsrs import Card as FsrsCard
    from fsrs import Scheduler

DESIRED_RETENTION = 0.9
LONGEST_DAYS = 365  # between two reviews: whoever keeps at it meets each problem once a year
_CARD = "card, last, due, stability, difficulty, reviews, lapses"
# The same whichever of two machines' reviews of a day comes first: one that failed stands, else
# the earlier one.
_REVIEW = """
    INSERT INTO reviews VALUES (?, ?, ?, ?) ON CONFLICT (card, day) DO UPDATE
    SET at = excluded.at, rating = excluded.rating
    WHERE (excluded.rating > 1, excluded.at, excluded.rating) < (rating > 1, at, rating)
"""
# From one card to the next by the key of `reviews`: years of them aren't gone through.
_CHANGED = """
    WITH RECURSIVE reviewed (card) AS (
        SELECT min(card) FROM reviews UNION ALL
        SELECT (SELECT min(card) FROM reviews WHERE card > r.card)
        FROM reviewed AS r WHERE r.card IS NOT NULL
    )
    SELECT r.card, r.day, r.rating FROM cards AS c JOIN reviews AS r
    ON r.card = c.card AND r.day > c.last
    UNION ALL
    SELECT card, day, rating FROM reviews WHERE card IN (
        SELECT card FROM reviewed WHERE card IS NOT NULL EXCEPT SELECT card FROM cards)
    ORDER BY 1, 2
"""
RECENT = 500  # reviews: in so many, each topic that is practised at all has its last ten


class Cards:
    """The cards in a database. What that refuses is in its `complaint`, never raised."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def review(self, key: str, rating: Rating, at: datetime) -> None:
        """Counts a review, unless one of that day stands.

        at: aware; its own zone says which day it is.
        """
        self.keep(key, rating, at, at.date())

    def keep(self, key: str, rating: Rating, at: datetime, day: date) -> bool:
        """The same with the day given; False if nothing changed."""
        changed = False
        stamp = at.astimezone(UTC).isoformat(timespec="microseconds")
        with self._database.connection() as connection:
            done = connection.execute(_REVIEW, (key, day.isoformat(), stamp, int(rating)))
            changed = done.rowcount > 0
            if changed:
                # One that is heard of late changes all that came after it.
                connection.execute(
                    "DELETE FROM cards WHERE card = ? AND last >= ?", (key, day.isoformat())
                )
        return changed

    def all(self) -> tuple[Card, ...]:
        """Every card, the one that is due first first."""
        self._work_out()
        return self._read()

    def due(self, at: datetime) -> tuple[Card, ...]:
        """The cards due by that day, the one that has waited longest first."""
        return tuple(card for card in self.all() if card.due <= at.date())

    def ratings(self) -> tuple[tuple[str, Rating], ...]:
        """The ratings of the RECENT last reviews, each with its card's key, the latest first."""
        rows = self._database.rows(
            "SELECT card, rating FROM reviews ORDER BY day DESC, at DESC LIMIT ?", (RECENT,)
        )
        return tuple((key, Rating(rating)) for key, rating in rows)

    def retention(self, key: str, at: datetime) -> float | None:
        """The chance, 0 to 1, of remembering it on that day; None if it was never reviewed."""
        card = next((card for card in self.all() if card.key == key), None)
        return None if card is None else retention_of([card], at.date())[0]

    def _read(self) -> tuple[Card, ...]:
        rows = self._database.rows(f"SELECT {_CARD} FROM cards ORDER BY due, last, card")
        return tuple(_card(row) for row in rows)

    def _work_out(self) -> None:
        """Computes the cards whose reviews changed."""
        if not self._database.rows(_CHANGED):
            return
        scheduler = _scheduler()
        with self._database.connection() as connection:
            # Read again: another process may have added a review, and no further one can now.
            rows = connection.execute(_CHANGED).fetchall()
            known = {card.key: card for card in self._read()}
            for key, reviews in groupby(rows, key=lambda row: str(row[0])):
                ratings = [(date.fromisoformat(day), Rating(rating)) for _, day, rating in reviews]
                _write(connection, fold(key, ratings, scheduler, known.get(key)))


def fold(
    key: str,
    reviews: Sequence[tuple[date, Rating]],
    scheduler: "Scheduler",
    before: Card | None,
) -> Card:
    """The card after these reviews, at least one, each on a later day than the one before.

    before: the card as it was until then; None if these are all.
    """
    import fsrs

    card = _fsrs_card(before) if before else fsrs.Card(card_id=0, due=_noon(reviews[0][0]))
    for day, rating in reviews:
        card, _ = scheduler.review_card(card, fsrs.Rating(int(rating)), _noon(day))
    if card.stability is None or card.difficulty is None:
        raise ValueError(f"{key} was never reviewed")
    last, rating = reviews[-1]
    return Card(
        key=key,
        last=last,
        due=last + timedelta(days=1) if rating is Rating.AGAIN else card.due.date(),
        stability=card.stability,
        difficulty=card.difficulty,
        reviews=len(reviews) + (before.reviews if before else 0),
        lapses=sum(rating is Rating.AGAIN for _, rating in reviews)
        + (before.lapses if before else 0),
    )


def retention_of(cards: Iterable[Card], day: date) -> tuple[float, ...]:
    """For each card the chance, 0 to 1, of remembering it on that day without another review."""
    scheduler = _scheduler()
    return tuple(scheduler.get_card_retrievability(_fsrs_card(card), _noon(day)) for card in cards)


def _fsrs_card(card: Card) -> "FsrsCard":
    import fsrs

    return fsrs.Card(
        card_id=0,  # the package waits 1 ms for one of its own
        state=fsrs.State.Review,
        stability=card.stability,
        difficulty=card.difficulty,
        due=_noon(card.due),
        last_review=_noon(card.last),
    )


def _scheduler() -> "Scheduler":
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=DESIRED_RETENTION,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=LONGEST_DAYS,
        enable_fuzzing=False,
    )


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def _write(connection: sqlite3.Connection, card: Card) -> None:
    connection.execute(
        f"INSERT OR REPLACE INTO cards ({_CARD}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            card.key,
            card.last.isoformat(),
            card.due.isoformat(),
            card.stability,
            card.difficulty,
            card.reviews,
            card.lapses,
        ),
    )


def _card(row: tuple[str, str, str, float, float, int, int]) -> Card:
    key, last, due, *numbers = row
    return Card(key, date.fromisoformat(last), date.fromisoformat(due), *numbers)  # type: ignore[arg-type]  # the table's types
