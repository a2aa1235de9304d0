"""What a grader is asked for."""

from dataclasses import dataclass

from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Tier
from tfmdrill.model.source import Source


@dataclass(frozen=True, slots=True)
class GradeRequest:
    """What is to be graded, and how.

    seed: None draws a fresh one, which the report names.
    only: ids of checks; empty means all.
    beside: after a pass, compare CPU and memory with the model answer's.
    require_tier: refuse (TierRefused) where isolation is weaker.
    """

    problem: Problem
    source: Source
    framework: Framework
    seed: int | None = None
    only: tuple[str, ...] = ()
    beside: bool = False
    require_tier: Tier | None = None
