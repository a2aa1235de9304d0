"""Fixtures that several test files use."""

from pathlib import Path

import pytest
from command import TINY, Shell

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.model.problem import Problem


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture
def double_it() -> Problem:
    """The problem of the fixture pack tests/packs/tiny."""
    return find_problem("double-it", active_packs([TINY]))
