"""A mistake in a TOML file is an error that names file, key, what was seen and what is wanted."""

import re
from pathlib import Path

import pytest
from problem_files import changed_pack

from tfmdrill.catalogue import load_problem
from tfmdrill.errors import ExitCode, ProblemError

PROBLEM = "problems/double-it/problem.toml"


def refusal(folder: Path, old: str, new: str) -> str:
    """The message for problem.toml with that change, without the path it begins with."""
    pack = changed_pack(folder, PROBLEM, old, new)
    with pytest.raises(ProblemError) as caught:
        load_problem(pack, "double-it")
    assert caught.value.exit_code is ExitCode.GRADER_FAULT
    path, _, says = str(caught.value).partition(": ")
    assert path == str(pack.problems_dir / "double-it/problem.toml")
    return says


def test_an_unknown_key_is_named_with_the_one_that_was_meant(tmp_path: Path) -> None:
    says = refusal(tmp_path, 'shape = "B n"\nsays = "the values"', 'shpe = "B n"\nsays = "the"')
    assert says.startswith(
        "entry[0].parameter[0].shpe: is no key of this file; did you mean 'shape'?"
    )
    assert "known here: name, type, says, shape, default, keyword, optional" in says


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, "minutes = 2\n", "") == "minutes: is missing and must be there"


def test_a_missing_key_inside_an_entry_is_named_with_its_place(tmp_path: Path) -> None:
    says = refusal(tmp_path, 'says = "2 x + offset"\n', "")
    assert says == "entry[0].returns[0].says: is missing and must be there"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("minutes = 2", 'minutes = "2"', "minutes: is '2', wanted int"),
        (
            'difficulty = "easy"',
            'difficulty = "trivial"',
            "difficulty: is 'trivial', wanted one of easy, medium, hard",
        ),
        (
            '"torch", "numpy"',
            '"torch", "jax"',
            "frameworks[1]: is 'jax', wanted one of torch, numpy, text",
        ),
        (
            'role = "length"',
            'role = "time"',
            "axes.n.role: is 'time', wanted one of plain, batch, length",
        ),
    ],
)
def test_a_wrong_value_is_shown_with_what_is_wanted(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert refusal(tmp_path, old, new).startswith(says)


def test_broken_toml_is_told_with_its_line(tmp_path: Path) -> None:
    says = refusal(tmp_path, "minutes = 2", "minutes = = 2")
    assert re.fullmatch(r"not TOML: .*line 4, column 11\)", says)


def test_a_file_that_is_not_utf_8_is_told_with_the_byte(tmp_path: Path) -> None:
    pack = changed_pack(tmp_path, PROBLEM, "minutes = 2", "minutes = 2")
    path = pack.problems_dir / "double-it/problem.toml"
    path.write_bytes(b"title = 'na\xefve'")
    with pytest.raises(ProblemError, match="not UTF-8 at byte 11"):
        load_problem(pack, "double-it")


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    pack = changed_pack(tmp_path, PROBLEM, "minutes = 2", "minutes = 2")
    path = pack.problems_dir / "double-it/problem.toml"
    path.unlink()
    path.mkdir()
    with pytest.raises(ProblemError, match="can't be read: Is a directory"):
        load_problem(pack, "double-it")
