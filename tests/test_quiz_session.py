"""Which questions a quiz asks and what it keeps, on the real schedule in a real database."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from command import TINY

from tfmdrill.catalogue import active_packs
from tfmdrill.model.pack import Topic
from tfmdrill.model.practice import Rating
from tfmdrill.model.quiz import Asked, AskedKind
from tfmdrill.progress.cards import Cards
from tfmdrill.progress.database import Database
from tfmdrill.quiz.answers import Unreadable
from tfmdrill.quiz.session import (
    Item,
    QuizSession,
    WantedQuiz,
    due_quiz,
    open_quiz,
    questions_of,
    seeded_quiz,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[Cards]:
    with Database(tmp_path / "data") as database:
        yield Cards(database)


@pytest.fixture(scope="module")
def pool() -> tuple[Item, ...]:
    return questions_of(active_packs())


def choice(name: str, topic: Topic) -> Asked:
    """A question whose right choice is "yes"."""
    return Asked(
        f"question:quiz:{name}", AskedKind.CHOICE, topic, f"{name}?", choices=("no", "yes"),
        right=1, why=("It is yes.", "So it is."), points=("Yes.",), follows="Trouble.",
    )  # fmt: skip


POOL = tuple(
    choice(f"{topic}-{n}", topic) for topic in (Topic.ATTENTION, Topic.BLOCKS) for n in range(4)
)


def keys(asked: tuple[Asked, ...]) -> list[str]:
    return [one.key.removeprefix("question:quiz:") for one in asked]


def right_letter(asked: Asked) -> str:
    return "ab"[asked.choices.index("yes")]


def wrong_letter(asked: Asked) -> str:
    return "ab"[asked.choices.index("no")]


def quiz_of(cards: Cards, at: datetime, number: int = 4, seed: int = 1):
    return due_quiz(POOL, cards.all(), number=number, topic=None, seed=seed, day=at.date())


def test_what_is_due_comes_first_then_what_is_new(cards: Cards) -> None:
    cards.review("question:quiz:blocks-2", Rating.AGAIN, NOON - 2 * DAY)
    cards.review("question:quiz:attention-1", Rating.AGAIN, NOON - 3 * DAY)
    cards.review("question:quiz:blocks-3", Rating.EASY, NOON - DAY)  # not due for days
    quiz = quiz_of(cards, NOON)
    assert keys(quiz.asked)[:2] == ["attention-1", "blocks-2"]  # the longest overdue first
    assert quiz.due == 2
    assert "blocks-3" not in keys(quiz.asked)


def test_what_isnt_due_yet_comes_when_nothing_else_is_left(cards: Cards) -> None:
    for one in POOL:
        cards.review(one.key, Rating.GOOD, NOON - DAY)
    cards.review("question:quiz:blocks-0", Rating.GOOD, NOON)
    quiz = quiz_of(cards, NOON, number=8)
    assert (len(quiz.asked), quiz.due) == (8, 0)
    assert keys(quiz.asked)[-1] == "blocks-0"  # answered today already


def test_topics_take_turns(cards: Cards) -> None:
    for seed in range(10):
        topics = [one.topic for one in quiz_of(cards, NOON, number=8, seed=seed).asked]
        assert all(a is not b for a, b in pairwise(topics))


def test_a_topic_is_the_only_one(pool: tuple[Item, ...]) -> None:
    quiz = seeded_quiz(pool, number=12, topic=Topic.POSITIONS, seed=3)
    assert {one.topic for one in quiz.asked} == {Topic.POSITIONS}
    assert len(quiz.asked) == 12


def test_the_same_seed_is_the_same_quiz_whatever_the_schedule(
    pool: tuple[Item, ...], cards: Cards
) -> None:
    first = open_quiz(WantedQuiz(10, seed=5), cards, NOON).quiz
    for one in first.asked[:4]:
        cards.review(one.key, Rating.AGAIN, NOON)
    again = open_quiz(WantedQuiz(10, seed=5), cards, NOON + 9 * DAY).quiz
    assert first == again
    assert first == seeded_quiz(pool, number=10, topic=None, seed=5)
    assert first.asked != open_quiz(WantedQuiz(10, seed=6), cards, NOON).quiz.asked


def test_without_a_seed_the_values_are_fresh(cards: Cards) -> None:
    """One of a million seeds each time: ten alike would be a fixed one."""
    drawn = {open_quiz(WantedQuiz(5), cards, NOON).quiz.asked for _ in range(10)}
    assert len(drawn) > 1


def test_packs_bring_their_questions(cards: Cards) -> None:
    session = open_quiz(WantedQuiz(1000, Topic.BLOCKS, 1, (TINY,)), cards, NOON)
    assert "question:double-it:0" in {one.key for one in session.quiz.asked}


def test_every_answer_is_kept_at_once(cards: Cards, tmp_path: Path) -> None:
    """Read through a connection of its own after each one, as after a kill."""
    session = QuizSession(quiz_of(cards, NOON), POOL, cards)
    first, second, third, _ = session.quiz.asked
    assert session.answer(right_letter(first), NOON).right is True
    with Database(tmp_path / "data") as other:
        assert [card.key for card in Cards(other).all()] == [first.key]
    assert session.answer(wrong_letter(second), NOON).right is False
    assert session.skip(NOON).right is None
    due = {card.key: (card.due - NOON.date()).days for card in cards.all()}
    assert due[second.key] == due[third.key] == 1  # tomorrow again
    assert due[first.key] > 1
    lapses = {card.key: card.lapses for card in cards.all()}
    assert lapses == {first.key: 0, second.key: 1, third.key: 1}


def test_what_was_wrong_is_asked_the_next_day(cards: Cards) -> None:
    session = QuizSession(quiz_of(cards, NOON, number=1), POOL, cards)
    (asked,) = session.quiz.asked
    session.answer(wrong_letter(asked), NOON)
    tomorrow = quiz_of(cards, NOON + DAY, seed=2)
    assert (tomorrow.asked[0].key, tomorrow.due) == (asked.key, 1)


def test_an_unreadable_answer_keeps_the_question_and_nothing_else(cards: Cards) -> None:
    session = QuizSession(quiz_of(cards, NOON), POOL, cards)
    before = session.current
    with pytest.raises(Unreadable):
        session.answer("z", NOON)
    assert session.current is before
    assert cards.all() == ()


def test_the_summary_tells_the_weak_topics_and_what_is_due(cards: Cards) -> None:
    cards.review("problem:rope", Rating.AGAIN, NOON)  # no question: not counted
    cards.review("question:gone:0", Rating.AGAIN, NOON)  # its problem is no longer here
    session = QuizSession(quiz_of(cards, NOON), POOL, cards)
    for _ in range(4):
        asked = session.current
        assert asked
        weak = asked.topic is Topic.BLOCKS
        session.answer(wrong_letter(asked) if weak else right_letter(asked), NOON)
    assert session.current is None
    summary = session.summary(NOON)
    assert summary.right == 2
    tallies = [(t.topic, t.right, t.answered) for t in summary.topics]
    assert tallies == [(Topic.BLOCKS, 0, 2), (Topic.ATTENTION, 2, 2)]
    assert (summary.due[0].day - NOON.date()).days == 1
    assert [d.questions for d in summary.due] == [2, 2]


def test_the_summary_of_a_quiz_that_was_left_at_once(cards: Cards) -> None:
    summary = QuizSession(quiz_of(cards, NOON), POOL, cards).summary(NOON)
    assert (summary.right, summary.answered, summary.topics, summary.due) == (0, (), (), ())


def test_in_half_a_year_of_quizzes_nothing_starves(pool: tuple[Item, ...], cards: Cards) -> None:
    """Someone who knows the first of every three: each question is asked, and none twice a day."""
    asked_on: dict[str, list[int]] = {}
    for day in range(180):
        at = NOON + day * DAY
        quiz = due_quiz(pool, cards.all(), number=10, topic=None, seed=day, day=at.date())
        names = [one.key for one in quiz.asked]
        assert len(set(names)) == len(names) == 10
        for place, name in enumerate(names):
            seen = asked_on.setdefault(name, [])
            knows = place % 3 == 0 or len(seen) > 1
            cards.review(name, Rating.GOOD if knows else Rating.AGAIN, at)
            seen.append(day)
    assert set(asked_on) == {item.key for item in pool}
