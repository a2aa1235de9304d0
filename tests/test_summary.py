"""The numbers of `progress`, worked by hand from a made-up history."""

from datetime import date, timedelta

import fsrs
import pytest
from practised import MONDAY, after, attempt, opened, practise

from tfmdrill.model.listing import Status
from tfmdrill.model.pack import Topic
from tfmdrill.model.practice import Rating, StepKind
from tfmdrill.progress.summary import WEEKS, mistakes_of, summarise

TODAY = date(2026, 3, 2)


def made(*bugs: tuple[float, str, str]) -> list[tuple[date, object]]:
    """Grades: (days after Monday, problem, ids of the mistakes)."""
    return [
        (TODAY + timedelta(days=days), attempt(problem, after(days=days), *ids.split()))
        for days, problem, ids in bugs
    ]


def test_a_mistake_that_stays_over_several_saves_was_made_once() -> None:
    attempts = made(
        (0, "rope", "half-split"),
        (0, "rope", "half-split"),  # still there: the same one
        (0, "gelu", ""),  # another problem in between changes nothing
        (0, "rope", "half-split cos-first"),
        (0, "rope", ""),
        (0, "rope", "half-split"),  # made again
        (1, "rope", "half-split"),  # and on another day
        (1, "gelu", "half-split"),
    )
    mistakes = mistakes_of(attempts, TODAY + timedelta(days=1))  # type: ignore[arg-type]
    assert [(m.bug, m.times, m.problems, m.last) for m in mistakes] == [
        ("half-split", 4, ("rope", "gelu"), TODAY + timedelta(days=1)),
        ("cos-first", 1, ("rope",), TODAY),
    ]


def test_mistakes_are_counted_by_the_week_that_ends_today() -> None:
    attempts = made((-7 * WEEKS, "rope", "a"), (-7, "rope", "a"), (-6, "rope", "a"), (0, "x", "a"))
    (mistake,) = mistakes_of(attempts, TODAY)  # type: ignore[arg-type]
    assert mistake.times == 4
    assert mistake.weeks == (*[0] * (WEEKS - 2), 1, 2)


def test_an_unknown_bug_or_pack_has_no_sentence_and_a_known_one_its_own() -> None:
    records = opened()
    records.add(attempt("attention-masks", MONDAY, "causal-strict"))
    records.add(attempt("gone", after(days=1), "causal-strict"))
    records.add(attempt("softmax", after(days=1), "no-such-bug"))
    says = {m.bug: m.says for m in summarise(records, [], after(days=2)).mistakes}
    assert says == {"causal-strict": "", "no-such-bug": ""}  # last made in a pack that is gone
    records.add(attempt("attention-masks", after(days=2), "causal-strict"))
    records.add_step("gone", StepKind.HINT, after(days=2))
    (first, _) = summarise(records, [], after(days=2)).mistakes
    assert first.problems == ("attention-masks", "gone")


def test_a_whole_history_in_numbers() -> None:
    records = opened()
    practise(records, "rope", MONDAY, took=30)  # 20 minutes are given: hard
    records.add_step("gelu", StepKind.START, after(days=1))
    records.add(attempt("gelu", after(days=1, minutes=4), "tanh"))
    records.add(attempt("gelu", after(days=1, minutes=10), passed=True))
    records.add(attempt("swiglu", after(days=3)))
    records.cards.review("question:gelu:1", Rating.GOOD, after(days=3))
    progress = summarise(records, [], after(days=4))
    assert (progress.passed, progress.grades) == (2, 4)
    assert (progress.streak, progress.longest_streak) == (1, 2)
    assert [(d.day.day, d.grades, d.passed, d.questions) for d in progress.days] == [
        (2, 1, 1, 0),
        (3, 2, 1, 0),
        (5, 1, 0, 1),
    ]
    topics = {topic.topic: topic for topic in progress.topics}
    positions, blocks = topics[Topic.POSITIONS], topics[Topic.BLOCKS]
    assert (positions.passed, positions.grades, positions.time_ratio) == (1, 1, 1.5)
    assert (blocks.passed, blocks.grades, blocks.time_ratio) == (1, 3, 0.5)
    assert topics[Topic.DECODING].remembered is None
    assert positions.weakness == pytest.approx(0.5 / 3)
    problems = {problem.name: problem for problem in progress.problems}
    assert list(problems) == ["gelu", "swiglu", "rope"]  # the order of learning
    assert problems["rope"].active_s == 1800
    assert problems["swiglu"].status is Status.STARTED
    assert problems["swiglu"].active_s is None
    assert problems["swiglu"].due == TODAY + timedelta(
        days=4
    )  # left on the 5th, so due the day after


def test_the_forecast_is_the_mean_of_what_fsrs_says_of_each_card() -> None:
    records = opened()
    records.cards.review("problem:rope", Rating.EASY, MONDAY)
    records.cards.review("problem:gelu", Rating.AGAIN, MONDAY)
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    cards = [
        scheduler.review_card(fsrs.Card(), rating, MONDAY)[0]
        for rating in (fsrs.Rating.Easy, fsrs.Rating.Again)
    ]
    forecast = summarise(records, [], after(days=1)).forecast
    assert forecast[0].days == 0
    for each in forecast:
        at = after(days=1 + each.days)
        chances = [scheduler.get_card_retrievability(card, at) for card in cards]
        assert each.remembered == pytest.approx(sum(chances) / 2)


def test_nothing_done_is_nothing_known() -> None:
    progress = summarise(opened(), [], MONDAY)
    assert (progress.passed, progress.grades, progress.streak, progress.due) == (0, 0, 0, 0)
    assert (progress.days, progress.problems, progress.mistakes, progress.forecast) == ((),) * 4
    assert progress.total == sum(topic.total for topic in progress.topics)
