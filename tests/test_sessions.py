"""Hundreds of sessions with fresh seeds: no right answer is ever turned down."""

import secrets
from itertools import cycle, islice
from pathlib import Path

import pytest

from tfmdrill.config import Limits
from tfmdrill.grading import GradeRequest
from tfmdrill.model.report import Outcome
from tfmdrill.practice.reading import header_of, read_source

VARIANTS = Path(__file__).parent / "variants"
SESSIONS = 500


@pytest.mark.slow
def test_five_hundred_sessions_of_right_answers_reject_none(grader, problem, capsys):
    rejected = []
    files = sorted(VARIANTS.glob("*/right/*.py"))
    by_turns = sorted(files, key=lambda path: path.name)  # problems mixed
    for path in islice(cycle(by_turns), SESSIONS):
        source = read_source(path, limits=Limits())
        slug, framework = header_of(source)
        seed = secrets.randbelow(10**9)  # printed where it matters: with what was turned down
        report = grader.grade(GradeRequest(problem(slug), source, framework, seed=seed))
        if report.outcome is not Outcome.PASSED:
            failed = [(c.id, c.message) for c in report.checks if c.outcome != Outcome.PASSED]
            rejected.append((path.parts[-3], path.name, seed, failed))
    with capsys.disabled():
        print(f"\n{SESSIONS} sessions of {len(files)} right answers: {len(rejected)} rejected")
    assert rejected == []
