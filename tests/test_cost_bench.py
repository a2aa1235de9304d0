"""Cost checks of real files behind the real wall.

What is naive here takes three times the limit and more by arithmetic: a 64 MiB matrix in 18 MiB,
all rows again for every token, a scan of the text for every merge.
"""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from tfmdrill.catalogue import solution_path
from tfmdrill.config import Limits
from tfmdrill.errors import ProblemError, UsageError
from tfmdrill.grading import GradeRequest
from tfmdrill.grading.cost import planned_costs
from tfmdrill.grading.cost_bench import Bench
from tfmdrill.grading.cost_chain import record
from tfmdrill.grading.cost_runner import CostRunner
from tfmdrill.model.case import Case
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import CheckKind, Isolation, Outcome, Tier
from tfmdrill.model.source import Source
from tfmdrill.runner import Returned, Wall

FLASH = "cost-no-array-holds-a-score-for"
MATRIX = """
import numpy as np

def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    n, m = q.shape[2], k.shape[2]
    scores = q @ k.swapaxes(2, 3) * q.shape[3] ** -0.5
    allowed = np.tri(n, m, m - n, dtype=bool) if causal else np.ones((n, m), dtype=bool)
    scores = np.where(allowed, scores, -1e30)
    weights = np.exp(scores - scores.max(-1, keepdims=True)) * allowed
    total = weights.sum(-1, keepdims=True)
    return weights @ v / np.where(total == 0, 1, total)
"""


def graded(grader, problem, code, framework=Framework.NUMPY, only=(), **options):
    source = Source("answer.py", code.encode())
    request = GradeRequest(problem, source, framework, seed=11, only=only, **options)
    return grader.grade(request)


def costs(report):
    return [check for check in report.checks if check.kind is CheckKind.COST]


def model_answer(problem, framework=Framework.NUMPY):
    return solution_path(problem, framework).read_text()


def test_a_model_answer_is_measured_and_passes(grader, problem):
    report = graded(grader, problem("flash-attention"), model_answer(problem("flash-attention")))
    assert report.outcome is Outcome.PASSED
    assert report.score == 1.0
    (check,) = costs(report)
    assert check is report.checks[-1]  # costs come last
    assert check.message == "fits into 18 MiB at n = 4096"


def test_a_full_matrix_is_named_with_the_line_that_asked_for_too_much(grader, problem):
    report = graded(grader, problem("flash-attention"), MATRIX)
    assert [d.bug for d in report.diagnoses] == ["full-matrix"]
    (check,) = costs(report)
    assert (check.outcome, check.earned) == (Outcome.WRONG, 0.0)
    assert 0 < report.score < 1
    assert "where the model answer fits; at n = 1024 your code holds" in check.message
    assert check.where is not None
    assert check.where.exception is not None
    assert "q @ k.swapaxes" in check.where.exception.frames[-1].source


def test_memory_hoarded_while_loading_buys_nothing(grader, problem):
    """150 MiB that are given back in the first call would be room for the matrix."""
    hoard = "import numpy\nhoard = [numpy.ones(150 * 2**17)]\n" + MATRIX
    hoard = hoard.replace("    n, m = q", "    hoard.clear()\n    n, m = q")
    (check,) = costs(graded(grader, problem("flash-attention"), hoard, only=(FLASH,)))
    assert check.outcome is Outcome.WRONG


def test_imports_of_a_file_are_not_on_its_budget(grader, problem):
    code = "import numpy.polynomial, numpy.random, sqlite3, unittest.mock, asyncio, decimal\n"
    code += model_answer(problem("flash-attention"))
    (check,) = costs(graded(grader, problem("flash-attention"), code, only=(FLASH,)))
    assert check.outcome is Outcome.PASSED


@pytest.mark.parametrize("first", ["", "from __future__ import annotations\n"])
def test_an_import_much_larger_than_the_budget_is_not_on_it_either(grader, problem, first):
    """torch takes hundreds of MiB, 90 of which it writes to."""
    code = f"{first}import torch\n" + model_answer(problem("flash-attention"))
    (check,) = costs(graded(grader, problem("flash-attention"), code, only=(FLASH,)))
    assert check.outcome is Outcome.PASSED


def test_an_import_that_the_file_never_makes_buys_no_room(grader, problem):
    """As of who tries a NumPy answer out on tensors at the end of the file."""
    code = MATRIX + "\nif __name__ == '__main__':\n    import torch\n"
    (check,) = costs(graded(grader, problem("flash-attention"), code, only=(FLASH,)))
    assert check.outcome is Outcome.WRONG
    assert check.message.startswith("needs more than 18 MiB at n = 4096")


def test_large_cases_can_not_be_answered_with_zeros(grader, problem):
    lazy = MATRIX.replace(
        "    n, m = q", "    if q.shape[2] > 999:\n        return v * 0\n    n, m = q"
    )
    (check,) = costs(graded(grader, problem("flash-attention"), lazy, only=(FLASH,)))
    assert check.outcome is Outcome.WRONG
    assert check.message.startswith("not the right answer at n = 4096")


def test_memory_is_not_judged_where_nothing_limits_it(problem):
    """Nothing is started for it, so no wall is needed either."""
    flash, framework = problem("flash-attention"), Framework.NUMPY
    weak = Isolation(Tier.PROCESS_ONLY, ("no-new-privs",))
    with Wall(framework) as wall:
        bench = Bench(wall, Source("x.py", b""), flash, framework, Limits(), weak)
        (planned,) = planned_costs(flash, 3)
        check = bench.judge(planned)
    assert check.outcome is Outcome.SKIPPED
    assert check.message == "not judged: memory can't be limited on this system"


def test_a_file_that_is_loaded_no_more_is_no_system_without_clocks(problem):
    """It could choose to fail in the child whose time is taken."""
    bpe, framework = problem("bpe-encode"), Framework.TEXT
    with Wall(framework) as wall:
        bench = Bench(wall, Source("x.py", b"1 / 0"), bpe, framework, Limits(), wall.isolation)
        checks = [bench.judge(planned) for planned in planned_costs(bpe, 3)]
    assert [check.outcome for check in checks] == [Outcome.ERROR] * 2


def test_what_a_file_left_running_stands_still_beside_the_model_answer():
    spinning = """
        import threading

        def spin():
            while True:
                pass

        def f():
            threading.Thread(target=spin, daemon=True).start()
            return 1
    """
    counting = "def f():\n    return sum(range(10**7))"
    chain = record(Case("f", ()))
    with (
        Wall(Framework.TEXT) as wall,
        closing(CostRunner(wall, Source("a.py", dedent(spinning).encode()))) as user,
        closing(CostRunner(wall, Source("b.py", counting.encode()))) as model,
    ):
        assert isinstance(user.run(chain, 2.0).reply, Returned)
        child = user._child
        assert child is not None
        with user.still():
            before = child.cpu_s()
            model.run(chain, 20.0)
            beside = child.cpu_s() - before
        model.run(chain, 20.0)
        assert child.cpu_s() - before > 0.05 > 10 * beside
        assert isinstance(user.run(chain, 2.0).reply, Returned)  # it goes on where it was


def test_costs_of_wrong_values_are_not_judged(grader, problem):
    wrong = MATRIX.replace("** -0.5", "** -1.0")
    report = graded(grader, problem("flash-attention"), wrong)
    (check,) = costs(report)
    assert check.outcome is Outcome.SKIPPED
    assert check.message == "not judged: the values aren't right yet"
    assert [d.bug for d in report.diagnoses] == ["scale-by-width"]


def test_a_wrong_edge_does_not_save_anybody_the_cost(grader, problem):
    no_check = MATRIX.replace("if block_size < 1", "if False")
    report = graded(grader, problem("flash-attention"), no_check)
    (check,) = costs(report)
    assert check.outcome is Outcome.WRONG


def test_a_forbidden_call_is_not_measured(grader, problem):
    fused = (problem("flash-attention").grader_dir / "fused.py").read_text()
    report = graded(grader, problem("flash-attention"), fused, Framework.TORCH)
    assert report.outcome is Outcome.FORBIDDEN
    assert [check.outcome for check in costs(report)] == [Outcome.SKIPPED]


@pytest.mark.parametrize(
    ("slug", "framework", "file", "bug"),
    [
        ("kv-cache", Framework.TORCH, "slow/recompute.py", "recompute"),
        ("bpe-encode", Framework.TEXT, "slow/rescan_a_merge.py", "rescan-a-merge"),
    ],
)
def test_naive_work_is_rejected_and_named(grader, problem, slug, framework, file, bug):
    report = graded(grader, problem(slug), (problem(slug).grader_dir / file).read_text(), framework)
    assert report.outcome is Outcome.WRONG
    assert {check.outcome for check in costs(report)} == {Outcome.WRONG}
    assert [d.bug for d in report.diagnoses] == [bug]
    failed = {c.kind for c in report.checks if c.outcome is not Outcome.PASSED}
    assert failed == {CheckKind.COST}
    # Counted by torch's meter; the text has none.
    counted = "; at n = 64 it does 16 times the arithmetic of the model answer"
    assert (counted in costs(report)[0].message) == (framework is Framework.TORCH)


def test_a_cost_can_be_asked_for_alone(grader, problem):
    report = graded(grader, problem("flash-attention"), MATRIX, only=(FLASH,))
    assert [check.id for check in report.checks] == ["values-all-keys", FLASH]
    with pytest.raises(UsageError, match=f"there is no check 'cost-no-arrays'.*{FLASH}"):
        graded(grader, problem("flash-attention"), MATRIX, only=("cost-no-arrays",))


def test_an_answer_kept_from_an_earlier_repeat_is_worth_nothing(grader, problem):
    """Naive, but quick where it is asked the same thing again."""
    slow = (problem("bpe-encode").grader_dir / "slow/rescan_a_merge.py").read_text()
    kept = slow.replace("def bpe_encode(text, merges):", "def slowly(text, merges):")
    kept += (
        "\n\nknown = {}\n\n\ndef bpe_encode(text, merges):\n"
        "    key = text, tuple(map(tuple, merges))\n"
        "    if key not in known:\n"
        "        known[key] = slowly(text, merges)\n"
        "    return known[key]\n"
    )
    growth = ("cost-four-times-the-text-takes-about",)
    (check,) = costs(graded(grader, problem("bpe-encode"), kept, Framework.TEXT, only=growth))
    assert check.outcome is Outcome.WRONG


def test_code_and_model_answer_are_compared_where_every_case_is_a_script(grader, problem):
    code = model_answer(problem("kv-cache"))
    report = graded(grader, problem("kv-cache"), code, beside=True)
    assert report.beside is not None
    assert report.beside.user_cpu_s > 0


def test_an_object_that_all_instances_share_is_named_whatever_came_before(grader, problem):
    folder = Path(__file__).parent / "variants" / "kv-cache" / "wrong"
    code = (folder / "shared-by-objects.py").read_text()
    for seed in (1, 2):
        source = Source("answer.py", code.encode())
        report = grader.grade(GradeRequest(problem("kv-cache"), source, Framework.TORCH, seed=seed))
        assert [d.bug for d in report.diagnoses] == ["shared-by-objects"]


def test_sizes_that_do_not_fit_their_kind_are_the_problem_s_fault(problem, tmp_path):
    flash = problem("flash-attention")
    checks = (flash.grader_dir / "checks.py").read_text()
    (tmp_path / "checks.py").write_text(checks.replace("sizes=(4096,)", "sizes=(4096, 9000)"))
    with pytest.raises(
        ProblemError, match=r"'No array .* has the sizes \(4096, 9000\); wanted one"
    ):
        planned_costs(replace(flash, grader_dir=tmp_path), 3)


def test_each_repeat_of_a_cost_draws_other_arguments_and_a_seed_the_same(problem):
    (planned,), (again,) = (planned_costs(problem("flash-attention"), 3) for _ in range(2))
    first, second = planned.build(16, 0).args[0], planned.build(16, 1).args[0]
    assert not (first == second).any()
    assert (again.build(16, 1).args[0] == second).all()
    assert (planned.build(16, 0).args[0] == first).all()


def test_arrays_that_are_freed_do_not_count(problem):
    """The model answer holds 8 MiB at a time; kept for later by the C library, 24 and more."""
    flash = problem("flash-attention")
    (planned,) = planned_costs(flash, 3)
    source = Source("in_torch.py", model_answer(flash, Framework.TORCH).encode())
    with Wall(Framework.TORCH) as wall:
        runner = CostRunner(wall, source, memory_bytes=18 * 2**20)
        reply = runner.run(record(planned.build(planned.size, 0)), 60).reply
    assert isinstance(reply, Returned)


def test_a_wrong_answer_to_a_large_case_is_not_named_after_a_cost(grader, problem):
    """Keys past 1024 are ignored: no cost, and the words of a cost mistake would mislead."""
    model = solution_path(problem("flash-attention"), Framework.TORCH).read_text()
    code = model + (
        "\n\n_all = flash_attention\n\n\n"
        "def flash_attention(q, k, v, **options):\n"
        "    return _all(q, k[..., :1024, :], v[..., :1024, :], **options)\n"
    )
    source = Source("mine.py", code.encode())
    report = grader.grade(GradeRequest(problem("flash-attention"), source, Framework.TORCH, seed=3))
    (cost,) = [check for check in report.checks if check.kind is CheckKind.COST]
    assert "not the right answer" in cost.message
    assert report.diagnoses == ()
