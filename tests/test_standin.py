"""A module in the place of a submission answers as the same source does behind the wall."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tfmdrill.catalogue import apply_patch, compile_reference, load_bugs, reference_source
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.grading.building import build_plan
from tfmdrill.grading.candidate import Observed
from tfmdrill.grading.plan import Manner, Step
from tfmdrill.grading.standin import StandIn
from tfmdrill.grading.trees import leaves
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.source import Source
from tfmdrill.runner import RemoteArray


def entries(seen: Observed) -> list[object]:
    """What came back, comparable: arrays as dtype, shape and bytes."""
    return [
        (path, leaf.dtype, leaf.values.shape, leaf.values.tobytes())
        if isinstance(leaf, RemoteArray)
        else (path, leaf.tobytes() if isinstance(leaf, np.ndarray) else leaf)
        for path, leaf in leaves(seen.answer.value)
    ]


def steps_of(problem: Problem) -> list[Step]:
    framework = Framework.TEXT if Framework.TEXT in problem.frameworks else Framework.NUMPY
    checks = build_plan(problem, framework, 4).plan.checks
    return [step for check in checks for step in check.steps]


@pytest.mark.parametrize("slug", ["attention-masks", "rope", "bpe-encode"])
@pytest.mark.parametrize("bug", [None, 0, -1])
def test_it_answers_as_behind_the_wall(
    problem: Callable[[str], Problem], grader: Grader, slug: str, bug: int | None
) -> None:
    """The oracle is the wall: the same (patched) reference, sent there as a submission."""
    posed = problem(slug)
    patches = [b for b in load_bugs(posed) if b.find]
    code = reference_source(posed)
    if bug is not None:
        code = apply_patch(code, patches[bug])
    stand_in = StandIn(compile_reference(posed, code), widens=False)
    framework = Framework.TEXT if slug == "bpe-encode" else Framework.NUMPY
    with grader.candidate(Source("mine.py", code.encode()), posed, framework) as candidate:
        for step in steps_of(posed):
            if step.layout != "contiguous":
                continue  # other layouts round differently, and expanded ones can't be written to
            mine, theirs = stand_in.call(step), candidate.call(step)
            assert mine.outcome is theirs.outcome
            assert mine.answer.raised[:1] == theirs.answer.raised[:1]
            assert entries(mine) == entries(theirs)


def test_half_precision_is_widened_unless_that_is_the_mistake(double_it: Problem) -> None:
    """300 squared is beyond float16, whose largest number is 65504; its root is not."""
    code = "import numpy as np\ndef double_it(x, *, offset=0.0):\n    return np.sqrt(x * x) * 2\n"
    module = compile_reference(double_it, code)
    base = steps_of(double_it)[0]
    case = replace(base.case, args=(np.full((2, 3), 300.0),))
    step = replace(base, case=case, dtype="float16")
    sound, careless = StandIn(module).call(step), StandIn(module, widens=False).call(step)
    assert sound.answer.value.dtype == careless.answer.value.dtype == "float16"
    assert np.array_equal(sound.answer.value.values, np.full((2, 3), 600.0))
    assert np.isinf(careless.answer.value.values).all()


def test_what_it_writes_to_its_arguments_stays_away_from_the_plan(double_it: Problem) -> None:
    code = "def double_it(x, *, offset=0.0):\n    x *= 2\n    return x + offset\n"
    stand_in = StandIn(compile_reference(double_it, code))
    step = next(s for s in steps_of(double_it) if s.manner is Manner.UNMODIFIED)
    before = step.case.args[0].copy()
    first = stand_in.call(step)
    (answers,) = stand_in.answers([step])
    assert entries(first) == entries(answers.seen[0]) != entries(answers.seen[1])
    assert np.array_equal(answers.after["x"].values, np.float32(before) * 4)
    assert np.array_equal(step.case.args[0], before)


@pytest.mark.parametrize(
    ("body", "failing"),
    [
        ("2 * x + offset", None),
        ("2 * x", "values-with-an-offset"),
        ("(2 * x + offset).astype('float32')", "dtype"),
        ("missing", "values-plain"),
    ],
)
def test_the_first_failure_is_that_of_the_whole_report(
    double_it: Problem, grader: Grader, body: str, failing: str | None
) -> None:
    code = f"def double_it(x, *, offset=0.0):\n    return {body}\n"
    request = GradeRequest(double_it, Source("mine.py", code.encode()), Framework.NUMPY, seed=5)
    first = grader.first_failure(request)
    report = grader.grade(request)
    whole = next((c.id for c in report.checks if c.message), None)
    assert (first.id if first else None) == whole == failing


def test_a_file_that_cannot_be_run_is_its_first_failure(double_it: Problem, grader: Grader) -> None:
    for code in ("def double_it(:", "x = 1\n"):
        source = Source("mine.py", code.encode())
        first = grader.first_failure(GradeRequest(double_it, source, Framework.NUMPY, seed=5))
        assert first is not None
        assert first.id == "load"
