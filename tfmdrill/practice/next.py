"""Which problem to take up next."""

from collections.abc import Sequence

from tfmdrill.model.listing import Listed, Status
from tfmdrill.model.problem import Difficulty

ORDER = {Difficulty.EASY: 0, Difficulty.MEDIUM: 1, Difficulty.HARD: 2}


def next_problem(problems: Sequence[Listed]) -> Listed | None:
    """The one to take up next; None when all are passed.

    What it builds on comes first: the fewest prerequisites that are here and not passed. Then a
    started one before a new one, easy before hard, short before long.
    """
    here = {item.problem.slug: item for item in problems}

    def open_prerequisites(item: Listed) -> int:
        known = [here[slug] for slug in item.problem.prerequisites if slug in here]
        return sum(each.status is not Status.PASSED for each in known)

    def rank(item: Listed) -> tuple[object, ...]:
        problem = item.problem
        return (
            open_prerequisites(item),
            item.status is not Status.STARTED,
            ORDER[problem.difficulty],
            problem.minutes,
            problem.slug,
        )

    return min((i for i in problems if i.status is not Status.PASSED), key=rank, default=None)
