"""Thirty repeats of every cost verdict while two loops keep the cores busy."""

import importlib.util
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parent.parent / "benchmarks" / "cost.py"
REPEATS = 30
NAIVE_REPEATS = 3
UNJUDGED = 3  # of 30 repeats of a right answer, at most


@pytest.fixture(scope="module")
def costs():
    spec = importlib.util.spec_from_file_location("benchmark_of_cost", BENCHMARK)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.measures
def test_no_load_makes_a_cost_verdict_wrong(costs, grader, capsys):
    wrong = []
    with costs.busy_loops(2):
        for answer in costs.answers(variants=False):
            tally = costs.repeat(grader, answer, NAIVE_REPEATS if answer.naive else REPEATS)
            with capsys.disabled():
                print(f"\n{costs.row(answer, tally)}", end="", flush=True)
            if answer.naive and tally.accepted:
                wrong.append((answer.name, "accepted", tally.accepted))
            if not answer.naive and (tally.rejected or tally.unjudged > UNJUDGED):
                wrong.append((answer.name, tally.rejected, tally.unjudged))
    assert wrong == []
