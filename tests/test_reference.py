"""The hidden half runs as modules compiled from their paths, and leaves no bytecode."""

from pathlib import Path

import numpy as np
import pytest
from problem_files import changed_pack

from tfmdrill.catalogue import (
    apply_patch,
    compile_reference,
    load_bugs,
    load_checks,
    load_problem,
    load_reference,
    reference_source,
    solution_path,
)
from tfmdrill.errors import ProblemError, UsageError
from tfmdrill.model.problem import Framework, Problem

CHECKS = "graders/double-it/checks.py"


def test_the_reference_runs(double_it: Problem) -> None:
    out = load_reference(double_it).double_it(np.array([[1.0, -3.0]]), offset=0.5)
    assert out.tolist() == [[2.5, -5.5]]


def test_a_patched_reference_makes_the_mistake(double_it: Problem) -> None:
    squared = load_bugs(double_it)[0]
    module = compile_reference(double_it, apply_patch(reference_source(double_it), squared))
    assert module.double_it(np.array([3.0])).tolist() == [9.0]
    assert load_reference(double_it).double_it(np.array([3.0])).tolist() == [6.0]


def test_no_bytecode_is_written_and_no_module_is_registered(tmp_path: Path) -> None:
    import sys

    problem = load_problem(changed_pack(tmp_path, CHECKS, "* 6", "* 6"), "double-it")
    before = set(sys.modules)
    load_reference(problem)
    load_checks(problem)
    assert not list(tmp_path.rglob("*.pyc"))
    assert {name for name in set(sys.modules) - before if "double" in name} == set()


def test_checks_without_cases_are_refused(tmp_path: Path) -> None:
    problem = load_problem(changed_pack(tmp_path, CHECKS, "def cases(", "def case("), "double-it")
    with pytest.raises(ProblemError, match=r"checks.py: defines no cases\(draw\)"):
        load_checks(problem)


def test_a_reference_that_fails_is_named_with_its_exception(tmp_path: Path) -> None:
    pack = changed_pack(
        tmp_path, "graders/double-it/reference.py", "import numpy as np", "import nump as np"
    )
    with pytest.raises(ProblemError, match=r"reference.py: can't be run: ModuleNotFoundError"):
        load_reference(load_problem(pack, "double-it"))


def test_the_solution_is_the_file_of_that_framework(double_it: Problem, tmp_path: Path) -> None:
    assert solution_path(double_it, Framework.TORCH).name == "in_torch.py"
    with pytest.raises(UsageError, match="isn't set in text; it is in torch and numpy"):
        solution_path(double_it, Framework.TEXT)
    problem = load_problem(changed_pack(tmp_path, CHECKS, "* 6", "* 6"), "double-it")
    (problem.grader_dir / "solutions/in_numpy.py").unlink()
    with pytest.raises(ProblemError, match="the model answer is missing"):
        solution_path(problem, Framework.NUMPY)
