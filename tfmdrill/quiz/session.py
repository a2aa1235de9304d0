"""One quiz: which questions, in which order, and what is kept of the answers."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from tfmdrill.catalogue import active_packs
from tfmdrill.model.pack import Pack, Topic
from tfmdrill.model.practice import Card, Rating
from tfmdrill.model.quiz import (
    Answered,
    Asked,
    DueDay,
    Judged,
    Quiz,
    QuizSummary,
    TopicTally,
)
from tfmdrill.progress.cards import Cards
from tfmdrill.quiz.judging import judge, reveal
from tfmdrill.quiz.kinds import NumberKind
from tfmdrill.quiz.numbers import KINDS, ask_number
from tfmdrill.quiz.questions import all_questions, shuffled

Item = Asked | NumberKind
SEEDS = 1_000_000  # to draw from where none is given


@dataclass(frozen=True, slots=True)
class WantedQuiz:
    """What was asked for. Without a seed the schedule chooses the questions."""

    number: int
    topic: Topic | None = None
    seed: int | None = None
    packs: tuple[Path, ...] = ()


def open_quiz(wanted: WantedQuiz, cards: Cards, at: datetime) -> "QuizSession":
    """A quiz of that kind, ready for its first answer.

    Raises UsageError where a pack is none, ProblemError where its questions aren't well formed.
    """
    pool = questions_of(active_packs(wanted.packs))
    number, topic, seed = wanted.number, wanted.topic, wanted.seed
    if seed is not None:
        return QuizSession(seeded_quiz(pool, number=number, topic=topic, seed=seed), pool, cards)
    fresh = random.randrange(SEEDS)
    quiz = due_quiz(pool, cards.all(), number=number, topic=topic, seed=fresh, day=at.date())
    return QuizSession(quiz, pool, cards)


def due_quiz(
    pool: Sequence[Item],
    cards: Sequence[Card],
    *,
    number: int,
    topic: Topic | None,
    seed: int,
    day: date,
) -> Quiz:
    """The quiz of a day: what is due, then what is new, then what would come back soonest.

    Within each of these the topics take turns.
    """
    items = _of_topic(pool, topic)
    known = sorted((c for c in cards if c.key in items), key=lambda c: (c.due, c.last, c.key))
    due = [items[card.key] for card in known if card.due <= day][:number]
    seen = {card.key for card in known}
    new = _shuffled([item for key, item in items.items() if key not in seen], seed)
    # Those of today last: a second right answer on one day isn't counted.
    later = sorted((c for c in known if c.due > day), key=lambda c: (c.last == day, c.due, c.key))
    chosen = [*_taking_turns(due), *_taking_turns(new), *(items[card.key] for card in later)]
    return Quiz(None, _asked(chosen[:number], seed), len(due), topic)


def seeded_quiz(pool: Sequence[Item], *, number: int, topic: Topic | None, seed: int) -> Quiz:
    """The quiz of a seed: the same for everybody who has the same questions, due or not."""
    items = _of_topic(pool, topic)
    chosen = _taking_turns(_shuffled(list(items.values()), seed))[:number]
    return Quiz(seed, _asked(chosen, seed), topic=topic)


def questions_of(packs: Sequence[Pack]) -> tuple[Item, ...]:
    """All that can be asked."""
    return (*all_questions(packs), *KINDS)


class QuizSession:
    """A quiz that is being answered. Every answer is kept as it comes, so none is lost."""

    def __init__(self, quiz: Quiz, pool: Sequence[Item], cards: Cards) -> None:
        self.quiz = quiz
        self._keys = frozenset(item.key for item in pool)
        self._cards = cards
        self._answered: list[Answered] = []

    @property
    def current(self) -> Asked | None:
        """The question that is to be answered; None at the end."""
        place = len(self._answered)
        return self.quiz.asked[place] if place < len(self.quiz.asked) else None

    def answer(self, typed: str, at: datetime) -> Judged:
        """The verdict on an answer to the current question.

        Raises Unreadable, with what is wanted, if it is no answer; the question stays.
        """
        return self._keep(typed, judge(self.quiz.asked[len(self._answered)], typed), at)

    def skip(self, at: datetime) -> Judged:
        """The right answer; the question comes back like one that was answered wrongly."""
        return self._keep("", reveal(self.quiz.asked[len(self._answered)]), at)

    def summary(self, at: datetime) -> QuizSummary:
        """How it went so far, and when questions come back."""
        days = Counter(
            max(card.due, at.date()) for card in self._cards.all() if card.key in self._keys
        )
        due = tuple(DueDay(day, days[day]) for day in sorted(days))
        answered = tuple(self._answered)
        return QuizSummary(self.quiz, answered, _tallies(answered), due)

    def _keep(self, typed: str, judged: Judged, at: datetime) -> Judged:
        asked = self.quiz.asked[len(self._answered)]
        self._cards.review(asked.key, Rating.GOOD if judged.right else Rating.AGAIN, at)
        self._answered.append(Answered(asked, typed, judged))
        return judged


def _of_topic(pool: Sequence[Item], topic: Topic | None) -> dict[str, Item]:
    return {item.key: item for item in pool if topic in (None, item.topic)}


def _shuffled(items: list[Item], seed: int) -> list[Item]:
    random.Random(f"{seed} order").shuffle(items)
    return items


def _asked(items: Sequence[Item], seed: int) -> tuple[Asked, ...]:
    return tuple(
        shuffled(item, seed) if isinstance(item, Asked) else ask_number(item, seed)
        for item in items
    )


def _taking_turns(items: Sequence[Item]) -> list[Item]:
    """The items with their topics taking turns, in the order in which each topic first comes."""
    queues: dict[Topic, list[Item]] = {}
    for item in items:
        queues.setdefault(item.topic, []).append(item)
    turns = max(map(len, queues.values()), default=0)
    return [queue[turn] for turn in range(turns) for queue in queues.values() if turn < len(queue)]


def _tallies(answered: Sequence[Answered]) -> tuple[TopicTally, ...]:
    topics = dict.fromkeys(one.asked.topic for one in answered)
    tallies = [
        TopicTally(
            topic,
            sum(one.judged.right is True for one in answered if one.asked.topic is topic),
            sum(one.asked.topic is topic for one in answered),
        )
        for topic in topics
    ]
    return tuple(sorted(tallies, key=lambda t: (t.right / t.answered, t.topic)))
