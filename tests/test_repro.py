"""The script of a failing input runs on its own: any framework, notebooks, half precision."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import (
    Argument,
    CheckKind,
    CheckResult,
    Failure,
    Grid,
    Isolation,
    Outcome,
    Report,
    Tier,
)
from tfmdrill.model.source import Source
from tfmdrill.practice.grade import Submitted
from tfmdrill.practice.repro import write_repro

X = Argument("x", "float32 (1, 2)", "np.array([[1.0, np.nan]], dtype=np.float32)")
OFFSET = Argument("offset", "0.5", "0.5")
CALL = Failure("double_it(x, offset=0.5)", (X, OFFSET), expected="two numbers")
CODE = "def double_it(x, *, offset=0.0):\n    print(type(x).__module__, x.dtype)\n    return x\n"


def report(*failures: Failure | None) -> Report:
    checks = tuple(
        CheckResult(f"check-{i}", "title", CheckKind.VALUE, Outcome.WRONG, 1.0, 0.0, where=where)
        for i, where in enumerate(failures)
    )
    return Report(
        "double-it", "Twice", "mine.py", "numpy", Outcome.WRONG, 0.0, 7, Isolation(Tier.FULL, ()),
        0.1, checks,
    )  # fmt: skip


def submitted(
    problem: Problem, folder: Path, framework: Framework, cells: tuple[tuple[int, int], ...] = ()
) -> Submitted:
    path = folder / ("mine.ipynb" if cells else "it's mine.py")
    if not cells:
        path.write_text(CODE)
    return Submitted(path, Source(path.name, CODE.encode(), cells), problem, framework)


def output(script: Path | None) -> str:
    assert script is not None
    return subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize(
    ("framework", "says"),
    [(Framework.NUMPY, "numpy float32"), (Framework.TORCH, "torch torch.float32")],
)
def test_arguments_are_arrays_of_the_framework(
    double_it: Problem, tmp_path: Path, framework: Framework, says: str
) -> None:
    item = submitted(double_it, tmp_path, framework)
    text = output(write_repro(item, report(CALL), tmp_path))
    assert text.startswith(says)
    assert text.endswith("expected:\ntwo numbers\n")


def test_half_precision_that_numpy_lacks_is_made_by_torch(
    double_it: Problem, tmp_path: Path
) -> None:
    failure = replace(CALL, arguments=(replace(X, summary="bfloat16 (1, 2)"), OFFSET))
    item = submitted(double_it, tmp_path, Framework.TORCH)
    assert "torch.bfloat16" in output(write_repro(item, report(failure), tmp_path))


def test_a_notebooks_code_goes_into_the_script(double_it: Problem, tmp_path: Path) -> None:
    item = submitted(double_it, tmp_path, Framework.NUMPY, cells=((1, 1), (1, 2), (1, 3)))
    assert "numpy float32" in output(write_repro(item, report(CALL), tmp_path))


def test_of_a_large_answer_the_shown_part_is_printed(double_it: Problem, tmp_path: Path) -> None:
    grid = Grid(
        index=(1,), expected=((1.5, 2.5),), got=((0.0, 0.0),), wrong=((True, True),),
        worst=(0, 0), cut=(4, 2), start=(3, 0),
    )  # fmt: skip
    failure = replace(CALL, expected="", grid=grid)
    item = submitted(double_it, tmp_path, Framework.NUMPY)
    assert "(a part of it, at [1, 3, 0])\n1.5 2.5\n" in output(
        write_repro(item, report(failure), tmp_path)
    )


def test_the_first_failure_that_python_can_say_is_taken(double_it: Problem, tmp_path: Path) -> None:
    script_case = Failure("double_it, called several times: rows", (X,))
    too_large = replace(CALL, arguments=(replace(X, literal=""),))
    item = submitted(double_it, tmp_path, Framework.NUMPY)
    path = write_repro(item, report(None, script_case, too_large, CALL), tmp_path)
    assert path is not None
    assert "check check-3, seed 7" in path.read_text()
    assert write_repro(item, report(None, script_case, too_large), tmp_path) is None


def test_a_folder_that_cant_be_written_to_is_told(double_it: Problem, tmp_path: Path) -> None:
    item = submitted(double_it, tmp_path, Framework.NUMPY)
    with pytest.raises(UsageError, match=r"repro_double_it\.py can't be written"):
        write_repro(item, report(CALL), tmp_path / "gone")
