"""What several test files share: one grader for the session, and the built-in problems."""

from collections.abc import Iterator

import pytest

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Problem


@pytest.fixture(scope="session")
def grader() -> Iterator[Grader]:
    """One grader, so that torch is imported once in a session."""
    packs = active_packs()
    deny = [folder for pack in packs for folder in (pack.problems_dir, pack.graders_dir)]
    with Grader(deny=deny) as shared:
        yield shared


@pytest.fixture(scope="session")
def problem():
    """A built-in problem by its slug."""
    packs = active_packs()

    def find(slug: str) -> Problem:
        return find_problem(slug, packs)

    return find
