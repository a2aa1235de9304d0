"""The next problem: what it builds on first, then the order of learning."""

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from command import TINY

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.model.listing import Listed, Status, Summary
from tfmdrill.model.practice import StepKind
from tfmdrill.model.problem import Difficulty, Framework, Topic
from tfmdrill.progress.database import Database
from tfmdrill.progress.plan import listed_problems, next_problem
from tfmdrill.progress.records import Records

PROBLEM = Summary(
    "any", "Any", Topic.BLOCKS, Difficulty.EASY, minutes=2, frameworks=(Framework.NUMPY,)
)


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
