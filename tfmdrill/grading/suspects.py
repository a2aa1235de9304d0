"""The named mistakes of a problem as programs: patched references, run once a case and kept."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np

from tfmdrill.catalogue import (
    apply_patch,
    compile_reference,
    compose_patches,
    load_bugs,
    reference_source,
)
from tfmdrill.errors import ProblemError
from tfmdrill.grading.oracle import UNITS, Answer, ask, bounds_of, largest_finite
from tfmdrill.grading.plan import Step
from tfmdrill.grading.trees import floats, map_arrays
from tfmdrill.model.problem import Bug, BugKind, Problem

Array = np.ndarray[Any, Any]
Suspect = tuple[Bug, ...]  # one bug, or a pair that acts together

JOINED = " + "  # between the two ids of a pair
PATCHES = (BugKind.VALUE, BugKind.RAISES, BugKind.NUMERIC, BugKind.EFFECT)


class Suspects:
    """What each mistake would have answered to each step."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self._problem = problem
        self._seed = seed
        self._source = reference_source(problem)
        self.bugs = load_bugs(problem)
        self._modules: dict[Suspect, ModuleType | None] = {}
        self._answers: dict[tuple[Suspect, int], Answer] = {}
        self._largest: dict[tuple[Suspect, int], float] = {}
        self._bounds: dict[tuple[Suspect, int], tuple[float, ...]] = {}
        self._steps: dict[int, Step] = {}  # keeps the steps alive, whose ids are the keys

    def of_kind(self, *kinds: BugKind) -> list[Bug]:
        return [bug for bug in self.bugs if bug.kind in kinds]

    def by_id(self, id: str) -> Suspect | None:
        """The suspect that a diagnosis names, "a" or "a + b", if values alone tell it."""
        known = {bug.id: bug for bug in self.of_kind(BugKind.VALUE, BugKind.RAISES)}
        parts = id.split(JOINED)
        return tuple(known[p] for p in parts) if all(p in known for p in parts) else None

    def pairs(self) -> list[Suspect]:
        """Every two value mistakes whose patches don't touch the same lines."""
        bugs = [b for b in self.of_kind(BugKind.VALUE, BugKind.RAISES) if not b.lasting]
        return [pair for pair in combinations(bugs, 2) if self.module(pair) is not None]

    def module(self, suspect: Suspect) -> ModuleType | None:
        """The reference with the mistakes in it; None where two patches don't go together.

        Raises ProblemError where a single one doesn't run.
        """
        if suspect not in self._modules:
            try:
                self._modules[suspect] = self._compiled(suspect)
            except ProblemError:  # each alone is sound: together they are no program
                if len(suspect) == 1:
                    raise
                self._modules[suspect] = None
        return self._modules[suspect]

    def replay(self, steps: Sequence[Step]) -> None:
        """Let the lasting mistakes answer these steps, all that were asked, in their order.

        Such a mistake carries something from case to case, so it makes what a user's code made
        only after the same cases.
        """
        for suspect in [(bug,) for bug in self.bugs if bug.lasting]:
            if all((suspect, id(step)) in self._answers for step in steps):
                continue
            module = self._compiled(suspect)  # nothing is left behind in it yet
            for step in steps:
                self._steps[id(step)] = step
                self._answers[suspect, id(step)] = ask(step.case, module)
                self._bounds[suspect, id(step)] = step.expected.bounds

    def answer(self, suspect: Suspect, step: Step) -> Answer:
        """What the mistake answers to a step, in float64; a numeric one in the step's dtype."""
        key = (suspect, id(step))
        if key not in self._answers:
            self._steps[id(step)] = step
            module = self.module(suspect)
            case = step.case
            if any(bug.kind is BugKind.NUMERIC for bug in suspect):
                case = replace(case, args=_cast(case.args, step), kwargs=_cast(case.kwargs, step))
            self._answers[key] = ask(case, module)
        return self._answers[key]

    def largest(self, suspect: Suspect, step: Step) -> float:
        """The largest magnitude among the finite floats of the mistake's answer; 0 without any."""
        key = (suspect, id(step))
        if key not in self._largest:
            sizes = map(largest_finite, floats(self.answer(suspect, step).value))
            self._largest[key] = max(sizes, default=0.0)
        return self._largest[key]

    def bounds(self, suspect: Suspect, step: Step) -> tuple[float, ...]:
        """How far right arithmetic may move the mistake's own answer, a leaf each."""
        key = (suspect, id(step))
        if key not in self._bounds:
            module, answer = self.module(suspect), self.answer(suspect, step)
            self._bounds[key] = (
                ()
                if module is None or answer.is_exception
                else bounds_of(step.case, module, answer, u=UNITS[step.dtype], seed=self._seed)
            )
        return self._bounds[key]

    def forget_all_but(self, steps: Iterable[Step]) -> None:
        """Drop what was worked out for other steps: those that one submission's failures were
        shrunk to, or its diagnosis drew, come up for no other. What pairs answer goes too: there
        are hundreds, and few submissions need them."""
        kept = {id(step) for step in steps}
        for answers in (self._answers, self._largest, self._bounds):
            for key in [key for key in answers if key[1] not in kept or len(key[0]) > 1]:
                del answers[key]
        for gone in [step for step in self._steps if step not in kept]:
            del self._steps[gone]

    def modified_arguments(self, suspect: Suspect, step: Step) -> frozenset[str]:
        """The names of the arguments that the mistake writes to."""
        before = (step.case.args, dict(step.case.kwargs))
        args, kwargs = map_arrays(before, lambda array: array.copy())
        module = self.module(suspect)
        ask(replace(step.case, args=args, kwargs=kwargs), module)
        names = dict(zip(step.case.names, args, strict=False)) | kwargs
        originals = dict(zip(step.case.names, before[0], strict=False)) | before[1]
        return frozenset(n for n, v in names.items() if not _same(v, originals[n]))

    def _compiled(self, suspect: Suspect) -> ModuleType | None:
        source = self._patched(suspect)
        return None if source is None else compile_reference(self._problem, source)

    def _patched(self, suspect: Suspect) -> str | None:
        if len(suspect) == 1:
            return apply_patch(self._source, suspect[0])
        return compose_patches(self._source, suspect[0], suspect[1])


def _cast(tree: Any, step: Step) -> Any:
    dtype = "float32" if step.dtype == "bfloat16" else step.dtype
    return map_arrays(tree, lambda a: a.astype(dtype) if a.dtype.kind == "f" else a)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[k], other[k]) for k in one)
    return bool(one == other)
