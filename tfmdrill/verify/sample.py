"""What a problem asks over many seeds: the plans that the measurements share."""

from collections.abc import Iterator
from dataclasses import dataclass

from tfmdrill.grading.building import Built, build_plan
from tfmdrill.grading.plan import Manner, Step
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import CheckKind

SEEDS = range(1, 21)
COMPARED = (CheckKind.VALUE, CheckKind.EDGE, CheckKind.PROPERTY)


@dataclass(frozen=True)
class Sample:
    """A problem with one plan a seed, for a framework that asks no gradients."""

    problem: Problem
    builts: tuple[Built, ...]

    def sessions(self) -> list[list[Step]]:
        """For each seed the steps whose values are compared: value cases, edges, properties."""
        return [
            [s for check in b.plan.checks if check.kind in COMPARED for s in check.steps]
            for b in self.builts
        ]

    def draws(self, count: int) -> Iterator[Step]:
        """`count` steps of all kinds, fewer if the plans hold no more."""
        steps = (
            step
            for built in self.builts
            for check in built.plan.checks
            for step in check.steps
            if step.manner is not Manner.GRADIENT
        )
        yield from (step for step, _ in zip(steps, range(count), strict=False))


def sample_of(problem: Problem) -> Sample:
    """The plans of all seeds. Raises ProblemError if one can't be made."""
    framework = Framework.TEXT if Framework.TEXT in problem.frameworks else Framework.NUMPY
    return Sample(problem, tuple(build_plan(problem, framework, seed) for seed in SEEDS))
