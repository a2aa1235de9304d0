"""One submission over its children: what one has used up the next one doesn't get again."""

from collections.abc import Callable

from tfmdrill.config import Limits
from tfmdrill.grading.building import build_plan
from tfmdrill.grading.candidate import Candidate
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner import Died, Reply, Returned

SOURCE = Source("mine.py", b"")


class Sleeper:
    """A child that takes 30 seconds of wall time for a call, and dies of the next one."""

    prints = ""

    def __init__(self) -> None:
        self.wall_spent_s = 0.0
        self.calls = 0

    def load(self) -> Reply:
        return Returned(["attention"])

    def call(self, *_: object, **__: object) -> Reply:
        self.calls += 1
        self.wall_spent_s += 30.0
        return Returned(0.0) if self.calls % 2 else Died(Outcome.TIMEOUT, "it slept")

    def leave(self) -> None:
        pass


class Walls:
    def __init__(self) -> None:
        self.children: list[Sleeper] = []

    def submit(self, source: Source) -> Sleeper:
        assert source is SOURCE
        self.children.append(Sleeper())
        return self.children[-1]


def test_a_restart_gives_no_new_time(problem: Callable[[str], Problem]) -> None:
    plan = build_plan(problem("attention"), Framework.NUMPY, 3).plan
    wall = Walls()
    with Candidate(wall, SOURCE, plan.problem, Limits(restarts=2)) as candidate:  # type: ignore[arg-type]
        candidate.load()
        seen = [candidate.call(step).outcome for step in plan.base_check.steps[:3]]
    assert seen == [Outcome.PASSED, Outcome.TIMEOUT, Outcome.PASSED]
    assert [child.wall_spent_s for child in wall.children] == [60.0, 90.0]
