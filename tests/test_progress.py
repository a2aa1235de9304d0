"""The next problem: what it builds on first, then easy before hard."""

from dataclasses import replace
from pathlib import Path

from command import TINY

from tfmdrill.model.listing import Listed, Status
from tfmdrill.model.problem import Difficulty, Problem
from tfmdrill.practice.progress import listed_problems, next_problem
from tfmdrill.practice.state import Memory


def listed(of: Problem, slug: str, status: Status = Status.NEW, **changes: object) -> Listed:
    return Listed(replace(of, slug=slug, **changes), status)  # type: ignore[arg-type]


def slug_of(item: Listed | None) -> str:
    assert item is not None
    return item.problem.slug


def test_easy_comes_before_hard_and_short_before_long(double_it: Problem) -> None:
    hard = listed(double_it, "a", difficulty=Difficulty.HARD, minutes=1)
    long = listed(double_it, "b", minutes=20)
    short = listed(double_it, "c", minutes=10)
    assert slug_of(next_problem([hard, long, short])) == "c"
    assert slug_of(next_problem([hard, long])) == "b"


def test_a_problem_waits_for_what_it_builds_on(double_it: Problem) -> None:
    masks = listed(double_it, "a", prerequisites=("attention",))
    base = listed(double_it, "attention", difficulty=Difficulty.HARD)
    assert slug_of(next_problem([masks, base])) == "attention"
    assert slug_of(next_problem([masks, replace(base, status=Status.PASSED)])) == "a"


def test_a_prerequisite_that_no_pack_has_counts_for_nothing(double_it: Problem) -> None:
    waiting = listed(double_it, "a", prerequisites=("elsewhere",))
    assert slug_of(next_problem([waiting, listed(double_it, "b")])) == "a"


def test_problems_that_wait_for_each_other_are_offered_all_the_same(double_it: Problem) -> None:
    one = listed(double_it, "a", prerequisites=("b",))
    other = listed(double_it, "b", prerequisites=("a",))
    assert slug_of(next_problem([one, other])) == "a"


def test_what_was_started_comes_before_what_is_new(double_it: Problem) -> None:
    started = listed(double_it, "b", Status.STARTED, difficulty=Difficulty.HARD)
    assert slug_of(next_problem([listed(double_it, "a"), started])) == "b"


def test_passed_ones_are_over(double_it: Problem) -> None:
    assert next_problem([listed(double_it, "a", Status.PASSED)]) is None
    assert next_problem([]) is None


def test_every_problem_is_listed_with_its_status(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    memory.update(lambda s: s.after_giving_up("double-it"))
    statuses = {item.problem.slug: item.status for item in listed_problems(memory, [TINY])}
    assert statuses["double-it"] is Status.GIVEN_UP
    assert statuses["attention-masks"] is Status.NEW
