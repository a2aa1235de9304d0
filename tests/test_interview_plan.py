"""The plan of an interview: what it holds is checked against the problem files themselves."""

import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.errors import UsageError
from tfmdrill.interview.plan import plan_interview
from tfmdrill.model.interview import LENGTHS, Plan, Setting
from tfmdrill.model.listing import Summary
from tfmdrill.model.pack import Difficulty, Framework, Topic

PROBLEMS = Path(__file__).parent.parent / "problems"
SEEDS = range(40)


@pytest.fixture(scope="module")
def summaries() -> tuple[Summary, ...]:
    return all_summaries(active_packs())


def facts(slug: str) -> dict[str, object]:
    return tomllib.loads((PROBLEMS / slug / "problem.toml").read_text())


def slugs(plan: Plan) -> list[str]:
    return [problem.slug for problem in plan.problems]


@pytest.mark.parametrize("minutes", LENGTHS)
def test_the_budgeted_problems_fill_the_minutes_and_spares_follow(
    summaries: tuple[Summary, ...], minutes: int
) -> None:
    for seed in SEEDS:
        plan = plan_interview(Setting(minutes, seed), summaries)
        told = [int(str(facts(p.slug)["minutes"])) for p in plan.budgeted]
        assert len(told) >= 1
        assert minutes / 2 <= sum(told) <= minutes
        assert [p.spare for p in plan.problems] == sorted(p.spare for p in plan.problems)
        assert len(plan.problems) > len(plan.budgeted)
        assert len(set(slugs(plan))) == len(slugs(plan))


def test_the_same_seed_gives_the_same_interview_in_another_process_and_order(
    summaries: tuple[Summary, ...],
) -> None:
    script = (
        "from tfmdrill.catalogue import active_packs, all_summaries\n"
        "from tfmdrill.interview.plan import plan_interview\n"
        "from tfmdrill.model.interview import Setting\n"
        "plan = plan_interview(Setting(45, 7), all_summaries(active_packs())[::-1])\n"
        "print(*[p.slug for p in plan.problems])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], text=True, capture_output=True, check=True
    )
    assert done.stdout.split() == slugs(plan_interview(Setting(45, 7), summaries))


def test_seeds_differ(summaries: tuple[Summary, ...]) -> None:
    plans = {tuple(slugs(plan_interview(Setting(30, seed), summaries))) for seed in SEEDS}
    assert len(plans) > len(SEEDS) / 2


def test_a_new_problem_changes_no_more_than_its_own_place(
    summaries: tuple[Summary, ...],
) -> None:
    unchanged = 0
    for seed in SEEDS:
        before = slugs(plan_interview(Setting(30, seed), summaries))
        new = replace(summaries[0], slug="brand-new", prerequisites=())
        now = slugs(plan_interview(Setting(30, seed), (*summaries, new)))
        unchanged += before == now
        if "brand-new" not in now:
            assert before == now
    assert unchanged > len(SEEDS) / 2


@pytest.mark.parametrize("level", list(Difficulty))
@pytest.mark.parametrize("framework", list(Framework))
def test_level_topics_and_framework_are_kept(
    summaries: tuple[Summary, ...], level: Difficulty, framework: Framework
) -> None:
    topics = (Topic.ATTENTION, Topic.TOKENIZATION)
    for seed in SEEDS:
        setting = Setting(60, seed, level, topics, framework)
        for problem in plan_interview(setting, summaries).problems:
            content = facts(problem.slug)
            assert content["difficulty"] == level
            assert content["topic"] in topics
            assert {framework, "text"} & set(content["frameworks"])  # type: ignore[call-overload]


def test_easy_ones_and_prerequisites_come_first(summaries: tuple[Summary, ...]) -> None:
    levels = list(Difficulty)
    for seed in range(300):
        planned = plan_interview(Setting(60, seed), summaries).budgeted
        ranks = [levels.index(problem.difficulty) for problem in planned]
        names = [problem.slug for problem in planned]
        needs = [facts(name).get("prerequisites", []) for name in names]
        late = [n for i, need in enumerate(needs) for n in need if n in names[i:]]  # type: ignore[attr-defined]
        assert late == []
        assert ranks == sorted(ranks)


def test_too_few_minutes_name_the_length_that_would_do(summaries: tuple[Summary, ...]) -> None:
    with pytest.raises(UsageError, match=r"15 minutes are too few .* medium.* add --minutes 30"):
        plan_interview(Setting(15, 1, Difficulty.MEDIUM), summaries)


def test_nothing_that_fits_is_said(summaries: tuple[Summary, ...]) -> None:
    setting = Setting(60, 1, Difficulty.EASY, (Topic.TRAINING,))
    with pytest.raises(UsageError, match="no problem is easy on training"):
        plan_interview(setting, summaries)
