"""Today's plan: what is due, then the next problem: what it builds on, the order of learning."""

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from command import TINY
from practised import MONDAY, after, attempt, opened, practise

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.model.listing import Listed, Status, Summary
from tfmdrill.model.plan import Plan, Why
from tfmdrill.model.practice import Rating, StepKind
from tfmdrill.model.problem import Difficulty, Framework, Topic
from tfmdrill.progress.database import Database
from tfmdrill.progress.listing import listed_problems
from tfmdrill.progress.plan import REVIEW_MINUTES, make_plan, next_problem, weaknesses
from tfmdrill.progress.records import Records
from tfmdrill.progress.summary import summarise
from tfmdrill.quiz.session import questions_of

PROBLEM = Summary(
    "any", "Any", Topic.BLOCKS, Difficulty.EASY, minutes=2, frameworks=(Framework.NUMPY,)
)

PACKS = active_packs()


def listed(slug: str, status: Status = Status.NEW, **changes: object) -> Listed:
    return Listed(replace(PROBLEM, slug=slug, **changes), status)  # type: ignore[arg-type]


def following(problems: list[Listed]) -> Listed | None:
    return next_problem(problems, problems, (), {})


def slug_of(item: Listed | None) -> str:
    assert item is not None
    return item.problem.slug


def test_the_order_of_learning_decides_between_new_ones() -> None:
    first, second = listed("z", difficulty=Difficulty.HARD), listed("a")
    assert slug_of(following([first, second])) == "z"
    assert slug_of(following([second, first])) == "a"


def test_the_index_has_every_problem_once_and_each_after_what_it_builds_on() -> None:
    problems = all_summaries(active_packs())
    index = active_packs()[0].problems_dir / "index.toml"
    order = tomllib.loads(index.read_text("utf-8"))["order"]
    assert [p.slug for p in problems] == order
    for problem in problems:
        assert set(problem.prerequisites) <= set(order[: order.index(problem.slug)]), problem.slug


def test_words_find_problems_by_name_title_and_topic() -> None:
    summary = replace(PROBLEM, slug="rms-norm", title="Root mean square norm")
    assert summary.mentions(["RMS"])
    assert summary.mentions(["square", "blocks"])
    assert not summary.mentions(["rms", "attention"])


def test_a_problem_waits_for_what_it_builds_on() -> None:
    masks = listed("a", prerequisites=("attention",))
    base = listed("attention", difficulty=Difficulty.HARD)
    assert slug_of(following([masks, base])) == "attention"
    assert slug_of(following([masks, replace(base, status=Status.PASSED)])) == "a"


def test_a_prerequisite_that_no_pack_has_counts_for_nothing() -> None:
    waiting = listed("a", prerequisites=("elsewhere",))
    assert slug_of(following([waiting, listed("b")])) == "a"


def test_problems_that_wait_for_each_other_are_offered_all_the_same() -> None:
    one = listed("a", prerequisites=("b",))
    other = listed("b", prerequisites=("a",))
    assert slug_of(following([one, other])) == "a"


def test_what_was_started_comes_before_what_is_new() -> None:
    started = listed("b", Status.STARTED, difficulty=Difficulty.HARD)
    assert slug_of(following([listed("a"), started])) == "b"


def test_passed_ones_are_over() -> None:
    assert following([listed("a", Status.PASSED)]) is None
    assert following([]) is None


def test_every_problem_is_listed_with_its_status(tmp_path: Path) -> None:
    records = Records(Database(tmp_path))
    records.add_step("double-it", StepKind.SOLUTION, datetime(2026, 3, 2, tzinfo=UTC))
    statuses = {item.problem.slug: item.status for item in listed_problems(records, [TINY])}
    assert statuses["double-it"] is Status.GIVEN_UP
    assert statuses["attention-masks"] is Status.NEW


def plan_of(records: Records, days: float) -> Plan:
    return make_plan(records, [], after(days=days))


def test_a_newcomer_is_told_so_until_something_is_begun() -> None:
    records = opened()
    plan = plan_of(records, 0)
    assert (plan.first_time, plan.passed, plan.total) == (True, 0, len(all_summaries(PACKS)))
    assert plan.first is not None
    assert (plan.first.name, plan.first.why) == ("softmax", Why.NEW)
    records.add_step("softmax", StepKind.START, MONDAY)
    plan = plan_of(records, 0)
    assert not plan.first_time
    assert plan.first is not None
    assert (plan.first.why, plan.first.under_way) == (Why.STARTED, True)


def test_due_reviews_come_first_and_then_the_next_new_problem() -> None:
    records = opened()
    practise(records, "softmax", MONDAY)
    (card,) = records.cards.all()
    wait = (card.due - MONDAY.date()).days
    plan = plan_of(records, wait - 1)
    assert (plan.reviews, plan.next_due, plan.passed) == ((), card.due, 1)
    plan = plan_of(records, wait)
    (review,) = plan.reviews
    assert (review.name, review.why, review.due, review.under_way) == (
        "softmax",
        Why.REVIEW,
        card.due,
        False,
    )
    assert plan.first == review
    assert plan.fresh is not None
    assert plan.fresh.name == "attention"
    assert plan.next_due is None
    practise(records, "softmax", after(days=wait))
    plan = plan_of(records, wait)
    assert (plan.reviews, plan.reviewed) == ((), 1)


def test_what_was_never_passed_comes_back_and_goes_on_where_it_was() -> None:
    records = opened()
    records.add_step("softmax", StepKind.START, MONDAY)
    records.add(attempt("softmax", after(minutes=5)))
    (retry,) = plan_of(records, 1).reviews
    assert (retry.why, retry.under_way) == (Why.RETRY, True)


def test_only_what_fits_into_a_day_is_in_it_and_at_least_one() -> None:
    records = opened()
    minutes = {problem.slug: problem.minutes for problem in all_summaries(PACKS)}
    for problem in minutes:
        records.cards.review(f"problem:{problem}", Rating.AGAIN, MONDAY)
    plan = plan_of(records, 1)
    planned = [minutes[review.name] for review in plan.reviews]
    assert sum(planned) <= REVIEW_MINUTES
    assert len(planned) + plan.waiting == len(minutes)
    done = plan.reviews[0].name
    practise(records, done, after(days=1))
    rest = plan_of(records, 1).reviews
    assert sum(minutes[r.name] for r in rest) + minutes[done] <= REVIEW_MINUTES
    assert done not in [review.name for review in rest]


def test_a_problem_that_no_pack_has_any_more_is_left_out() -> None:
    records = opened()
    practise(records, "gone", MONDAY)
    practise(records, "softmax", MONDAY)
    assert [review.name for review in plan_of(records, 30).reviews] == ["softmax"]


def test_questions_are_counted_and_not_listed() -> None:
    records = opened()
    records.cards.review("question:rope:2", Rating.AGAIN, MONDAY)
    records.cards.review("number:kv-cache-bytes", Rating.EASY, MONDAY)
    plan = plan_of(records, 1)
    assert (plan.questions, plan.reviews) == (1, ())


def test_questions_that_no_pack_asks_any_more_are_not_counted() -> None:
    records = opened()
    keys = (
        "question:gone:0",  # its problem isn't here
        "question:rope:99",  # its problem has fewer
        "question:quiz:of-another-pack",
        "number:of-a-later-version",
        "question:quiz:why-a-causal-mask",
        "number:kv-cache-bytes",
        "question:rope:1",
    )
    for key in keys:
        records.cards.review(key, Rating.AGAIN, MONDAY)
    asked = {one.key for one in questions_of(PACKS)}
    assert len(asked.intersection(keys)) == 3
    assert plan_of(records, 1).questions == 3
    assert summarise(records, [], after(days=1)).due == 3


def test_what_goes_wrong_in_the_quiz_makes_its_topic_weak() -> None:
    records = opened()
    for number in range(6):
        records.cards.review("number:kv-cache-bytes", Rating.AGAIN, after(days=number))
    topics = {t.topic: t for t in summarise(records, [], after(days=6)).topics}
    assert topics[Topic.DECODING].weakness == 6 / 8
    assert topics[Topic.DECODING].remembered is not None


def test_a_variant_is_reviewed_under_its_own_name() -> None:
    records = opened()
    records.add(attempt("rope", MONDAY, passed=True, variant="half-split"))
    (review,) = plan_of(records, 30).reviews
    assert (review.name, review.problem.slug, review.variant) == (
        "rope:half-split",
        "rope",
        "half-split",
    )


def test_a_topic_is_weak_by_its_last_ten_reviews_worked_by_hand() -> None:
    problems = {"rope": Topic.POSITIONS, "any": Topic.BLOCKS}
    ratings = [("problem:rope", Rating.AGAIN), ("question:rope:2", Rating.HARD)]
    assert weaknesses(ratings, problems, {}) == {Topic.POSITIONS: 1.5 / 4}
    # The latest come first; the eleventh and older ones count for nothing.
    many = [("problem:rope", Rating.GOOD)] * 10 + [("problem:rope", Rating.AGAIN)] * 10
    assert weaknesses(many, problems, {}) == {Topic.POSITIONS: 0.0}
    asked = {"number:flops": Topic.DECODING}
    flops = [("number:flops", Rating.AGAIN), ("number:gone", Rating.AGAIN)]
    assert weaknesses(flops, problems, asked) == {Topic.DECODING: 1 / 3}


def test_weak_topics_come_sooner_and_others_not_never() -> None:
    records = opened()
    # Both due on the same day; attention goes badly elsewhere.
    records.cards.review("problem:gelu", Rating.AGAIN, MONDAY)
    records.cards.review("problem:softmax", Rating.AGAIN, MONDAY)
    for number in range(6):
        records.cards.review(f"question:attention:{number}", Rating.AGAIN, after(days=-1))
        records.cards.review(f"question:gelu:{number}", Rating.GOOD, after(days=-1))
    assert [r.name for r in plan_of(records, 1).reviews] == ["softmax", "gelu"]
    # One that has waited five days longer goes before any weak topic.
    records.cards.review("problem:swiglu", Rating.AGAIN, after(days=-5))
    assert plan_of(records, 1).reviews[0].name == "swiglu"


def test_a_new_problem_of_a_weak_topic_moves_forward() -> None:
    first = listed("first")
    weak = replace(listed("weak"), problem=replace(PROBLEM, slug="weak", topic=Topic.POSITIONS))
    both = [first, weak]
    chosen = next_problem(both, both, (), {Topic.POSITIONS: 0.5})
    assert slug_of(chosen) == "weak"
    far = [*(listed(f"p{n}") for n in range(9)), weak]
    assert slug_of(next_problem(far, far, (), {Topic.POSITIONS: 1.0})) == "p0"
