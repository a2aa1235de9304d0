"""The plans of problems, made once a seed: what many submissions, or many commands, share."""

import os

from tfmdrill.grading.building import Built, build_plan
from tfmdrill.grading.suspects import Suspects
from tfmdrill.model.problem import Framework, Problem

KEPT = 64  # about 1 MB each with the answers of the mistakes

Key = tuple[str, str, Framework, int]
State = tuple[tuple[str, int, int], ...]  # of each file: path, bytes, nanoseconds of its change


class Plans:
    """The plans made last; one whose problem's files have changed since is made anew."""

    def __init__(self) -> None:
        self._made: dict[Key, tuple[State, tuple[Built, Suspects]]] = {}

    def plan(self, problem: Problem, framework: Framework, seed: int) -> tuple[Built, Suspects]:
        """The plan for this seed, and the mistakes to tell apart by it.

        Raises ProblemError where the problem's files are not as they must be.
        """
        key = (str(problem.grader_dir), problem.name, framework, seed)
        state = _state_of(problem)
        if key in self._made:
            made_of, plan = self._made[key]
            if made_of == state:
                return plan
            del self._made[key]
        while len(self._made) >= KEPT:
            self._made.pop(next(iter(self._made)))  # the oldest
        plan = build_plan(problem, framework, seed), Suspects(problem, seed)
        self._made[key] = state, plan
        return plan

    def prepare(self, problem: Problem, framework: Framework, seed: int) -> None:
        """Make the plan for this seed, and all that is else worked out when an answer needs it.

        Raises ProblemError as `plan` does.
        """
        built, _ = self.plan(problem, framework, seed)
        for check in built.plan.checks:
            for step in check.steps:
                step.expected.bounds  # noqa: B018  worked out once, and kept


def _state_of(problem: Problem) -> State:
    """Equal while nobody edits the problem's files."""
    found = []
    folders = [str(problem.grader_dir), str(problem.public_dir)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                status = entry.stat()
                found.append((entry.path, status.st_size, status.st_mtime_ns))
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return tuple(sorted(found))
