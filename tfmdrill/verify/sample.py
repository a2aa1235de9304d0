"""What a problem asks over many seeds: the plans that the measurements share."""

import itertools
from dataclasses import dataclass

from tfmdrill.errors import ProblemError
from tfmdrill.grading.building import Built, build_plan
from tfmdrill.grading.plan import Step
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

    def draws(self, count: int) -> list[Step]:
        """`count` steps of all kinds, from as many further seeds as that takes."""
        steps: list[Step] = []
        for seed in itertools.count(SEEDS[0]):
            built = self.builts[seed - SEEDS[0]] if seed in SEEDS else _built(self.problem, seed)
            steps += [step for check in built.plan.checks for step in check.steps]
            if len(steps) >= count:
                break
        return steps[:count]


def sample_of(problem: Problem) -> Sample:
    """The plans of all seeds. Raises ProblemError if one can't be made."""
    return Sample(problem, tuple(_built(problem, seed) for seed in SEEDS))


def _built(problem: Problem, seed: int) -> Built:
    framework = Framework.TEXT if Framework.TEXT in problem.frameworks else Framework.NUMPY
    built = build_plan(problem, framework, seed)
    if not built.plan.checks or built.plan.base_check.kind is not CheckKind.VALUE:
        raise ProblemError(f"{problem.grader_dir / 'checks.py'}: cases() gives no case")
    return built
