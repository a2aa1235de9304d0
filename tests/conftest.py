"""Fixtures that several test files use."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import TINY, Shell
from walls import LIMITS

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.runner import Wall

# Files that are graded, and the folders of a pack: no tests, though Python.
collect_ignore = ["variants", "attacks", "packs"]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture
def double_it() -> Problem:
    """The problem of the fixture pack tests/packs/tiny."""
    return find_problem("double-it", active_packs([TINY]))


@pytest.fixture(scope="session")
def grader() -> Iterator[Grader]:
    """One grader, so that torch is imported once in a session."""
    packs = active_packs()
    deny = [folder for pack in packs for folder in (pack.problems_dir, pack.graders_dir)]
    with Grader(deny=deny) as shared:
        yield shared


@pytest.fixture(scope="session")
def problem() -> Callable[[str], Problem]:
    """Finds a built-in problem by its slug."""
    packs = active_packs()
    return lambda slug: find_problem(slug, packs)


@pytest.fixture(scope="session")
def numpy_wall() -> Iterator[Wall]:
    with Wall(Framework.NUMPY, limits=LIMITS) as wall:
        yield wall


@pytest.fixture(scope="session")
def torch_wall() -> Iterator[Wall]:
    with Wall(Framework.TORCH, limits=LIMITS) as wall:
        yield wall


@pytest.fixture(scope="session")
def text_wall() -> Iterator[Wall]:
    with Wall(Framework.TEXT, limits=LIMITS) as wall:
        yield wall
