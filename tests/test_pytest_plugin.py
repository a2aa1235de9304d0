"""pytest in a folder with graded files: each check is a test, and no other project notices.

The oracle is pytest itself, run as a process in a folder of its own.
"""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from command import TINY

RIGHT = """\
# tfmdrill: double-it (numpy)
import numpy as np

def double_it(x, *, offset=0.0):
    return x * 2 + offset
"""
WRONG = RIGHT.replace("x * 2", "x * x")


class Project:
    """A folder in which pytest is run as a person runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def pytest(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "TFMDRILL"))}
        env |= {"TFMDRILL_PACKS": str(TINY), "TFMDRILL_NO_SERVER": "1", "COLUMNS": "120"}
        command = [sys.executable, "-m", "pytest", "--rootdir=.", *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=env, text=True, capture_output=True, check=False
        )

    def collected(self, *arguments: str) -> list[str]:
        done = self.pytest("--collect-only", "-q", *arguments)
        return [line for line in done.stdout.splitlines() if "::" in line]

    def outcomes(self, *arguments: str) -> dict[str, str]:
        """How each test ended, by JUnit's account: passed, failure, error or skipped."""
        self.pytest("--junitxml=report.xml", *arguments)
        cases = ElementTree.parse(self.folder / "report.xml").iter("testcase")
        return {
            f"{case.get('classname')}::{case.get('name')}": next(
                (part.tag for part in case if part.tag in ("failure", "error", "skipped")),
                "passed",
            )
            for case in cases
        }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_each_check_of_a_graded_file_is_a_test(project: Project) -> None:
    project.write("mine.py", RIGHT)
    project.write("other.py", "raise SystemExit('imported')\n")
    outcomes = project.outcomes()
    assert {"mine::load", "mine::values-plain", "mine::shape", "mine::repeatable"} <= set(outcomes)
    assert set(outcomes.values()) == {"passed"}
    assert project.pytest().returncode == 0


def test_a_failure_is_the_reports_sentences_with_the_named_mistake(project: Project) -> None:
    project.write("mine.py", WRONG)
    done = project.pytest("-rf")
    assert done.returncode == 1
    assert "the result is" in done.stdout
    assert "The mistake: The values are squared instead of doubled." in done.stdout
    assert "FAILED mine.py::values-plain - Failed: the result is" in done.stdout
    for never in ("Traceback", "pytest_plugin.py", "_pytest"):
        assert never not in done.stdout


def test_k_takes_an_id_a_kind_or_a_problem(project: Project) -> None:
    project.write("mine.py", RIGHT)
    assert project.collected("-k", "repeatable") == ["mine.py::repeatable"]
    assert "mine.py::shape" in project.collected("-k", "hygiene")
    assert len(project.collected("-k", "double-it")) == len(project.collected())
    assert project.collected("mine.py::values-plain") == ["mine.py::values-plain"]


def test_lf_runs_what_failed_again_on_the_same_cases(project: Project) -> None:
    project.write("mine.py", WRONG)
    first = project.pytest("-rf", "--tb=no", "-q")
    again = project.pytest("-rf", "--tb=no", "-q", "--lf")
    failed = [line for line in first.stdout.splitlines() if line.startswith("FAILED")]
    assert len(failed) > 1
    assert [line for line in again.stdout.splitlines() if line.startswith("FAILED")] == failed
    assert " passed" not in again.stdout
    project.write("mine.py", RIGHT)
    assert project.pytest("--lf").returncode == 0


def test_several_processes_share_the_checks_of_a_file(project: Project) -> None:
    project.write("mine.py", WRONG)
    project.write("yours.py", RIGHT)
    alone = project.outcomes()
    assert project.outcomes("-n", "2") == alone
    assert set(alone.values()) == {"passed", "failure"}


def test_a_file_that_does_not_run_fails_whichever_check_is_asked_for(project: Project) -> None:
    project.write("mine.py", RIGHT + "\n(\n")
    outcomes = project.outcomes()
    assert set(outcomes.values()) == {"failure"}
    done = project.pytest("-k", "values")
    assert done.returncode == 1
    assert "not run: " in done.stdout
    assert "SyntaxError" in done.stdout


def test_what_keeps_the_grader_from_a_verdict_is_one_sentence_and_stops_no_other_file(
    project: Project,
) -> None:
    project.write("mine.py", RIGHT)
    project.write("which.py", RIGHT.replace("double-it", "double-itt"))
    done = project.pytest("-rf")
    assert "which.py::problem" in done.stdout
    assert "no problem is called 'double-itt'; did you mean double-it?" in done.stdout
    assert done.stdout.count("FAILED") == 1
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        (b"\0", "NUL"),
        (b'x = "\xff"\n', "UTF-8"),
        (b"#" * (2 << 20) + b"\nopen('imported', 'w')\n", "larger than 2 MiB"),
    ],
    ids=("nul", "encoding", "size"),
)
def test_a_graded_file_that_cannot_be_read_fails_with_the_reason_and_is_not_imported(
    project: Project, rest: bytes, says: str
) -> None:
    (project.folder / "test_mine.py").write_bytes(RIGHT.encode() + rest)
    done = project.pytest("test_mine.py")
    assert done.returncode == 1
    assert "test_mine.py::load" in done.stdout
    assert says in done.stdout
    assert "Traceback" not in done.stdout
    assert not (project.folder / "imported").exists()


def test_a_notebook_is_collected_too(project: Project) -> None:
    cells = [
        {"cell_type": "code", "source": part, "metadata": {}, "outputs": [], "execution_count": 1}
        for part in ("import numpy as np", RIGHT)
    ]
    book = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}
    project.write("mine.ipynb", json.dumps(book))
    assert "mine.ipynb::values-plain" in project.collected()


def test_a_graded_file_is_never_imported_whatever_its_name_and_the_options(
    project: Project,
) -> None:
    trace = 'try:\n    open("imported", "w")\nexcept OSError:\n    pass\n'
    project.write("test_mine.py", RIGHT + trace + "\ndef test_own():\n    pass\n")
    done = project.pytest("--doctest-modules", "test_mine.py", "-q")
    assert done.returncode == 0, done.stdout
    assert not (project.folder / "imported").exists()
    assert "test_mine.py::test_own" not in project.collected()


def test_what_a_file_prints_is_shown_with_its_failure_and_cannot_act(project: Project) -> None:
    project.write("mine.py", WRONG + "\nprint('\\x1b[2Jgone')\n")
    done = project.pytest("-k", "values")
    assert "\\x1b[2Jgone" in done.stdout
    assert "\x1b[2J" not in done.stdout


@pytest.mark.parametrize("off", [["-p", "no:tfmdrill"], ["-o", "tfmdrill=false"]])
def test_it_can_be_turned_off(project: Project, off: list[str]) -> None:
    project.write("mine.py", RIGHT)
    project.write("test_plain.py", "def test_one():\n    pass\n")
    assert project.collected(*off) == ["test_plain.py::test_one"]


def test_another_project_loads_nothing_of_tfmdrill_and_keeps_its_tests(project: Project) -> None:
    project.write("plain.py", '"""\n>>> 1 + 1\n2\n"""\n')
    project.write("broken.py", "\0")
    project.write(
        "test_plain.py",
        "import sys\n"
        "def test_one():\n"
        "    ours = {name for name in sys.modules if name.startswith('tfmdrill')}\n"
        "    assert ours <= {'tfmdrill', 'tfmdrill.pytest_plugin'}\n",
    )
    (project.folder / "gone.py").symlink_to("nowhere.py")
    done = project.pytest("--doctest-modules", "plain.py", "test_plain.py")
    assert "2 passed" in done.stdout, done.stdout
    assert project.pytest().returncode == 0


def test_the_seed_can_be_given(project: Project) -> None:
    project.write("mine.py", WRONG)
    assert "seed 4711" in project.pytest("--tfmdrill-seed=4711").stdout
