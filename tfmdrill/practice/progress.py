"""How far a person has come: the problems with their status, and which one comes next."""

from collections.abc import Sequence
from pathlib import Path

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.model.listing import Listed, Status
from tfmdrill.practice.state import Memory


def listed_problems(memory: Memory, packs: Sequence[Path]) -> tuple[Listed, ...]:
    """Every problem of the built-in pack, of TFMDRILL_PACKS and of `packs`, with its status."""
    return memory.read().listed(all_summaries(active_packs(packs)))


def next_problem(problems: Sequence[Listed]) -> Listed | None:
    """The one to take up next; None when all are passed.

    What it builds on comes first: the fewest prerequisites that are here and not passed. Then a
    started one before a new one, and the order of `problems`, which is that of learning.
    """
    here = {item.problem.slug: item for item in problems}
    place = {item.problem.slug: number for number, item in enumerate(problems)}

    def open_prerequisites(item: Listed) -> int:
        known = [here[slug] for slug in item.problem.prerequisites if slug in here]
        return sum(each.status is not Status.PASSED for each in known)

    def rank(item: Listed) -> tuple[object, ...]:
        return (
            open_prerequisites(item),
            item.status is not Status.STARTED,
            place[item.problem.slug],
        )

    return min((i for i in problems if i.status is not Status.PASSED), key=rank, default=None)
