"""The smallest input on which the submission still fails: drawn again, smaller and simpler."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from tfmdrill.grading.axes import cut, size_along
from tfmdrill.grading.candidate import Observed
from tfmdrill.grading.judging import Verdict, judge_answer
from tfmdrill.grading.plan import Drawer, Manner, Step, Stepper
from tfmdrill.model.case import Case
from tfmdrill.model.report import Outcome

MOST_CALLS = 60
SCALES = (0.0, 0.34, 0.67)
ATTEMPTS = 3

Ask = Callable[[Step], Observed]
Keep = Callable[[Verdict], bool]  # whether a smaller failure is still the same one


class Shrinker:
    """Draws a failing case again with smaller bounds, then with simpler values."""

    def __init__(self, drawer: Drawer, stepper: Stepper, ask: Ask) -> None:
        self._drawer = drawer
        self._stepper = stepper
        self._ask = ask
        self._calls = 0

    def smallest(self, failing: Sequence[Verdict], keep: Keep) -> Verdict:
        """The smallest verdict found that `keep` accepts; the smallest given one if none is."""
        best = min(failing, key=_size)
        if best.step.manner is not Manner.CALL or best.step.layout != "contiguous":
            return best
        if best.outcome not in (Outcome.WRONG, Outcome.ERROR):
            return best  # a timeout or a death costs too much to provoke again
        for case in self._smaller(best):
            if self._calls >= MOST_CALLS:
                break
            if case_size(case) > _size(best):
                continue
            verdict = self._try(case, best)
            if verdict is not None and self._kept(verdict, keep):
                best = verdict
                break  # smallest and simplest first: what comes after isn't better
        return self._simpler(self._shorter(best, keep), keep)

    def _smaller(self, start: Verdict) -> Iterator[Case]:
        if start.step.origin is None:
            return
        for scale in SCALES:
            for simple in (True, False):
                for attempt in range(ATTEMPTS):
                    case = self._drawer.again(
                        start.step.origin, attempt=attempt + 1, scale=scale, simple=simple
                    )
                    if case is not None:
                        yield case

    def _shorter(self, best: Verdict, keep: Keep) -> Verdict:
        """Each axis cut to 1, else to 2, as long as the failure stays."""
        problem = self._drawer.problem
        for axis in problem.axes:
            for size in (1, 2):
                current = size_along(problem, best.step.case, axis.name)
                if current is None or current <= size or self._calls >= MOST_CALLS:
                    continue
                case = cut(problem, best.step.case, axis.name, 0, size)
                verdict = None if case is None else self._try(case, best)
                if verdict is not None and self._kept(verdict, keep):
                    best = verdict
                    break
        return best

    def _kept(self, verdict: Verdict, keep: Keep) -> bool:
        case = verdict.step.case
        return keep(verdict) and self._drawer.fits(case) and not self._drawer.hangs_on_ties(case)

    def _simpler(self, best: Verdict, keep: Keep) -> Verdict:
        """Arrays of one round number in place of drawn values, one argument at a time."""
        for name in best.step.case.names[: len(best.step.case.args)]:
            for fill in (0.0, 1.0, 0.5):
                if self._calls >= MOST_CALLS:
                    return best
                case = _filled(best.step.case, name, fill)
                if case is None:
                    continue
                verdict = self._try(case, best)
                if verdict is not None and self._kept(verdict, keep):
                    best = verdict
                    break
        return best

    def _try(self, case: Case, like: Verdict) -> Verdict | None:
        self._calls += 1
        step = self._stepper.step(case, dtype=like.step.dtype, origin=like.step.origin)
        verdict = judge_answer(step, self._ask(step))
        if verdict.outcome is not like.outcome or verdict.mismatch is None:
            return None
        same = like.mismatch is not None and verdict.mismatch.fault is like.mismatch.fault
        if like.seen.exception is not None and verdict.seen.exception is not None:
            same = same and verdict.seen.exception.type == like.seen.exception.type
        return verdict if same else None


def _filled(case: Case, name: str, fill: float) -> Case | None:
    index = case.names.index(name)
    value = case.args[index]
    if not isinstance(value, np.ndarray) or value.dtype.kind != "f" or (value == fill).all():
        return None
    if fill == 1.0 and ((value >= 0) & (value < 1)).all():
        return None  # a probability, say, or a random number: 1 may lie outside the contract
    args = (*case.args[:index], np.full_like(value, fill), *case.args[index + 1 :])
    return replace(case, args=args)


def _size(verdict: Verdict) -> int:
    return case_size(verdict.step.case)


def case_size(case: Case) -> int:
    """How much a person has to read: entries of arrays, characters, items."""
    total = 0
    for value in (*case.args, *case.kwargs.values()):
        if isinstance(value, np.ndarray):
            total += value.size
        elif isinstance(value, str | bytes | list | tuple | dict):
            total += len(value)
        else:
            total += 1
    return total
