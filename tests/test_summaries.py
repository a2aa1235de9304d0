"""The quick look at a problem sees what the full one sees, and passes its errors on."""

from pathlib import Path

import pytest
from command import TINY
from problem_files import changed_pack

from tfmdrill.catalogue import active_packs, all_problems, all_summaries
from tfmdrill.errors import ProblemError

FACTS = ("slug", "title", "topic", "difficulty", "minutes", "frameworks", "prerequisites")


def test_summaries_hold_the_same_facts_as_the_problems() -> None:
    packs = active_packs([TINY])
    for summary, problem in zip(all_summaries(packs), all_problems(packs), strict=True):
        assert {f: getattr(summary, f) for f in FACTS} == {f: getattr(problem, f) for f in FACTS}
        assert type(summary.topic) is type(problem.topic)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("minutes = 2", "", "minutes: is missing"),
        ("minutes = 2", "minutes = true", "minutes: is True, wanted int"),
        ('title = "Twice the values"', "title = 3", "title: is 3, wanted str"),
        ('topic = "blocks"', 'topic = "cooking"', "topic: is 'cooking', wanted one of attention"),
        ('"torch", "numpy"', '"jax"', "frameworks.*is 'jax'"),
        ("minutes = 2", "minutes = ", "not TOML"),
        ("forbidden", "prerequisites = 'rope'\nforbidden", "prerequisites: is 'rope'"),
    ],
)
def test_a_wrong_fact_is_told_as_exactly_as_by_a_full_load(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    pack = changed_pack(tmp_path, "problems/double-it/problem.toml", old, new)
    with pytest.raises(ProblemError, match=says):
        all_summaries([pack])
