"""The costs of a problem for one seed: what is measured, at which sizes, on which arguments."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import ModuleType

from tfmdrill.catalogue import load_checks
from tfmdrill.errors import ProblemError
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Cost, CostKind
from tfmdrill.model.problem import Problem

COST_WEIGHT = 2.0
GROUP = 3  # apart from the draws of cases, edges and properties


@dataclass(frozen=True, eq=False)
class PlannedCost:
    """A cost check. Its cases are drawn when they are asked for: most grades end without."""

    id: str
    cost: Cost
    build: Callable[[int, int], Case]  # of a size and the number of the repeat

    @property
    def size(self) -> int:
        """The size that is judged, the largest."""
        return self.cost.sizes[-1]


def planned_costs(problem: Problem, seed: int) -> tuple[PlannedCost, ...]:
    """The cost checks of a problem, none where its checks.py has no `costs`.

    Raises ProblemError for a cost whose sizes don't fit its kind.
    """
    module = load_checks(problem)
    if not hasattr(module, "costs"):
        return ()
    draw = Draw((seed, GROUP))
    generator: Callable[[Draw], Iterator[Cost]] = module.costs
    return tuple(_planned(i, cost, draw, module) for i, cost in enumerate(generator(draw)))


def _planned(index: int, cost: Cost, draw: Draw, module: ModuleType) -> PlannedCost:
    fits = len(cost.sizes) >= 2 if cost.kind is CostKind.GROWTH else len(cost.sizes) == 1
    if not fits or tuple(sorted(set(cost.sizes))) != tuple(cost.sizes):
        raise ProblemError(
            f"{module.__file__}: costs(): {cost.title!r} has the sizes {cost.sizes}; wanted one "
            "for memory and ratio, two or more that rise for growth"
        )

    def build(size: int, repeat: int) -> Case:
        # Other arguments each time: an answer kept from an earlier repeat is worth nothing.
        draw.start_case(index, size + 1_000_003 * repeat)
        return replace(cost.case(size), title=cost.title)

    return PlannedCost(f"cost-{_words(cost.title)}", cost, build)


def _words(title: str) -> str:
    kept = "".join(c if c.isalnum() or c == "_" else " " for c in title.lower()).split()
    return "-".join(kept[:6])
