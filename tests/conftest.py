"""Fixtures that several test files use."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import TINY, Shell

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Problem


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
