"""The three meters: address space, CPU time against the model answer, growth of CPU time.

All of them are read outside the child, and the answers are compared with the model's, so that
nobody passes by computing less. Noise only adds to a time. So what accepts an answer is a steady
time of what it is held against, what rejects it a steady time of its own, and between the two
nothing is said.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from tfmdrill.errors import GraderFault
from tfmdrill.grading.comparing import compare
from tfmdrill.grading.cost import PlannedCost
from tfmdrill.grading.cost_chain import record
from tfmdrill.grading.cost_runner import CostRunner, Run, Times
from tfmdrill.grading.oracle import Answer, Expected, largest_finite
from tfmdrill.grading.subject import plain
from tfmdrill.grading.trees import leaves
from tfmdrill.model.report import ExceptionInfo, Outcome
from tfmdrill.runner import Chain, Died, Opaque, Raised, Reply, Returned

LEAST_ROUNDS = 5  # measured: with 3 a right answer comes out at 0.9 to 1.1, with 5 at 0.98 to 1.01
MOST_ROUNDS = 12
ENOUGH_ROUNDS = 10  # after these, what is clear counts, though times are uneven: noise spares some
EARLY_ROUNDS = 3  # after these, a clear excess needs no more
CLEAR = 1.5  # times the gate of a ratio
BAND = 1.2  # a ratio nearer to the gate than this factor isn't judged
GROWTH_BAND = 0.15  # an exponent nearer than this isn't judged
OVERRUN = 2.0  # times the gate at which a run is stopped; two of those reject
STEEPEST = 3  # the exponent at which a larger size is stopped; two of those reject
LEAST_STOP_S = 0.5
SLEPT = 25.0  # times; right answers in other styles take up to 13 times the model's
MODEL_S = 20.0  # CPU seconds that a model answer may take; a cost case should take 0.1
GROSS = 1e-3  # of the largest entry: values were judged before, at sizes where all is exact
MIB = 2**20


@dataclass(frozen=True)
class Measured:
    """What a meter found, in words; `exception` where the answer ran out of memory.

    of_values: it is wrong for what it gave, not for what it took.
    """

    outcome: Outcome
    message: str
    exception: ExceptionInfo | None = None
    of_values: bool = False


def memory(planned: PlannedCost, user: CostRunner, model: CostRunner, cpu_s: float) -> Measured:
    """Whether the answer fits where the model answer fits. Both have the budget as their limit.

    cpu_s: the least time that the answer may take; 50 times the model's if that is more.
    """
    chain = record(planned.build(planned.size, 0))
    budget, where = f"{planned.cost.gate / MIB:.0f} MiB", f"at n = {planned.size}"
    base = model.run(chain, MODEL_S)
    if not isinstance(base.reply, Returned):
        return Measured(
            Outcome.TOO_NOISY, f"not judged: the model answer doesn't fit {budget} here either"
        )
    run = user.run(chain, max(cpu_s, 50 * base.cpu_s))
    match run.reply:
        case Raised(info) if "MemoryError" in (info.type, *info.bases):
            text = f"needs more than {budget} {where}, where the model answer fits"
            return Measured(Outcome.WRONG, text, info)
        case Died(Outcome.ERROR | Outcome.MEMORY, message):
            text = f"needs more than {budget} {where}, where the model answer fits ({message})"
            return Measured(Outcome.WRONG, text)
        case Died(Outcome.TIMEOUT, message) if not run.waited:
            return Measured(Outcome.TIMEOUT, f"{where}: {message}")
    failed = _failure(run, base.reply, planned.size, lambda: model.run(chain, MODEL_S))
    return failed or Measured(Outcome.PASSED, f"fits into {budget} {where}")


def ratio(planned: PlannedCost, user: CostRunner, model: CostRunner) -> Measured:
    """The answer's shortest CPU time in terms of the model answer's, repeat by repeat in turn."""
    duel = _Duel(planned, user, model)
    for repeat in range(MOST_ROUNDS):
        ended = duel.round(repeat) or duel.verdict()
        if ended is not None:
            return ended
    return _undecided(planned)


class _Duel:
    """The answer and the model answer on the same arguments, as often as it takes."""

    def __init__(self, planned: PlannedCost, user: CostRunner, model: CostRunner) -> None:
        self._planned = planned
        self._gate = planned.cost.gate
        self._user = user
        self._model = model
        self._mine = Times()
        self._theirs = Times()
        self._overruns = 0

    def round(self, repeat: int) -> Measured | None:
        """Run both once; by turns, each goes first. Gives what ends the measurement, if any."""
        chain = record(self._planned.build(self._planned.size, repeat))
        early = self._run(chain) if repeat % 2 else None
        base = self._run_model(chain)
        self._theirs.add(base.cpu_s)
        run = early or self._run(chain)
        failed = _unusable(base) or _failure(
            run, base.reply, self._planned.size, lambda: self._run_model(chain)
        )
        if failed is not None:
            return failed
        if isinstance(run.reply, Returned):
            self._mine.add(run.cpu_s)
            return None
        self._overruns += 1
        return self._told(f"more than {OVERRUN * self._gate:.0f}") if self._overruns == 2 else None

    def _run_model(self, chain: Chain) -> Run:
        with self._user.still():
            return self._model.run(chain, MODEL_S)

    def _run(self, chain: Chain) -> Run:
        stop_s = OVERRUN * self._gate * self._theirs.best
        return self._user.run(chain, max(LEAST_STOP_S, stop_s))

    def verdict(self) -> Measured | None:
        """None as long as nothing is sure."""
        rounds = len(self._mine)
        if not rounds:
            return None
        found = self._mine.best / self._theirs.best
        told = self._told(f"{found:.2f}")
        steady = self._mine.steady or rounds >= ENOUGH_ROUNDS
        if rounds >= EARLY_ROUNDS and steady and found >= CLEAR * self._gate:
            return told
        if rounds < LEAST_ROUNDS:
            return None
        clear = rounds >= ENOUGH_ROUNDS and found <= self._gate / CLEAR
        if found <= self._gate / BAND and (self._theirs.steady or clear):
            return replace(told, outcome=Outcome.PASSED)
        return told if found >= self._gate * BAND and self._mine.steady else None

    def _told(self, times: str) -> Measured:
        return Measured(
            Outcome.WRONG,
            f"took {times} times the CPU time of the model answer at n = {self._planned.size} "
            f"(allowed: {self._gate:g})",
        )


def growth(planned: PlannedCost, user: CostRunner, model: CostRunner) -> Measured:
    """The exponent of the answer's shortest CPU times over the sizes, which take turns."""
    climb = _Climb(planned, user, model)
    for repeat in range(MOST_ROUNDS):
        ended = climb.round(repeat) or climb.verdict()
        if ended is not None:
            return ended
    return _undecided(planned)


class _Climb:
    """One answer at rising sizes, as often as it takes."""

    def __init__(self, planned: PlannedCost, user: CostRunner, model: CostRunner) -> None:
        self._planned = planned
        self._gate = planned.cost.gate
        self._user = user
        self._model = model
        self._times = {size: Times() for size in planned.cost.sizes}
        self._smallest = planned.cost.sizes[0]
        self._overruns = 0

    def round(self, repeat: int) -> Measured | None:
        """Run every size once. Gives what ends the measurement, if any."""
        for size in self._times:
            chain = record(self._planned.build(size, repeat))
            run = self._user.run(chain, self._stop_s(size))
            base = self._run_model(chain)
            failed = _unusable(base) or _failure(
                run, base.reply, size, partial(self._run_model, chain)
            )
            if failed is not None:
                return failed
            if isinstance(run.reply, Returned):
                self._times[size].add(run.cpu_s)
                continue
            self._overruns += 1
            if self._overruns == 2:
                return self._told(f"faster than n^{STEEPEST}")
        return None

    def _run_model(self, chain: Chain) -> Run:
        with self._user.still():
            return self._model.run(chain, MODEL_S)

    def _stop_s(self, size: int) -> float:
        smaller = self._times[self._smallest]
        if not len(smaller):
            return MODEL_S
        return max(LEAST_STOP_S, smaller.best * (size / self._smallest) ** STEEPEST)

    def verdict(self) -> Measured | None:
        """None as long as nothing is sure."""
        rounds = min(map(len, self._times.values()))
        if not rounds:
            return None
        found = _slope({size: times.best for size, times in self._times.items()})
        told = self._told(f"as n^{found:.2f}")
        steady = self._times[self._planned.size].steady or rounds >= ENOUGH_ROUNDS
        if rounds >= EARLY_ROUNDS and steady and found >= self._gate + 2 * GROWTH_BAND:
            return told
        if rounds < LEAST_ROUNDS:
            return None
        if found <= self._gate - GROWTH_BAND and self._times[self._smallest].steady:
            return replace(told, outcome=Outcome.PASSED)
        return told if found >= self._gate + GROWTH_BAND and steady else None

    def _told(self, power: str) -> Measured:
        return Measured(
            Outcome.WRONG,
            f"its CPU time grows {power} from n = {self._smallest} to "
            f"{self._planned.size} (allowed: n^{self._gate:g})",
        )


def _undecided(planned: PlannedCost) -> Measured:
    return Measured(
        Outcome.TOO_NOISY,
        f"not judged: {MOST_ROUNDS} repeats at n = {planned.size} gave no clear answer, too near "
        "the limit or with too much else running on this machine",
    )


def _unusable(base: Run) -> Measured | None:
    """What ends a measurement because the model answer, which is right, couldn't be run here.

    Raises GraderFault where it raises: nobody's mistake but ours.
    """
    match base.reply:
        case Raised(info):
            raise GraderFault(
                f"the model answer raised {info.type} in a cost check: {info.message}"
            )
        case Died(_, message):
            return Measured(Outcome.TOO_NOISY, f"not judged: of the model answer, {message}")
    return None


def _failure(run: Run, base: Reply, size: int, run_model: Callable[[], Run]) -> Measured | None:
    """What ends a measurement: an exception, a death but by CPU time, an answer unlike the model's.

    run_model: runs the model answer once more, while no child of the submission lives.
    """
    where = f"at n = {size}"
    match run.reply:
        case Raised(info):
            return Measured(Outcome.ERROR, f"{where}: {info.type}: {info.message}", info)
        case Died(_, message) if run.waited:
            alone = run_model()
            if isinstance(alone.reply, Returned) and _has_slept(run, alone):
                return Measured(Outcome.TIMEOUT, f"{where}: {message}")
            return Measured(Outcome.TOO_NOISY, f"not judged: {where}, {message}")
        case Died(outcome, message) if outcome is not Outcome.TIMEOUT:
            return Measured(outcome, f"{where}: {message}")
        case Returned():
            return _unlike(run.reply, base, where)
    return None


def _has_slept(run: Run, alone: Run) -> bool:
    """Whether a run that was stopped for its wall time could have ended before, by what the model
    answer took right after: time, or a share of the processors."""
    return (
        run.wall_s > SLEPT * alone.wall_s
        or SLEPT * run.cpu_s / run.wall_s < alone.cpu_s / alone.wall_s
    )


def _unlike(mine: Reply, model: Reply, where: str) -> Measured | None:
    """Not a judgement of values, which came before: nobody may answer large cases with zeros."""
    if not (isinstance(mine, Returned) and isinstance(model, Returned)):
        return None
    due = plain(model.value)
    if any(isinstance(leaf, Opaque) for _, leaf in leaves(due)):
        raise GraderFault("the answer to a cost case is too large to be compared")
    bounds = tuple(GROSS * _magnitude(leaf) for _, leaf in leaves(due))
    mismatch = compare(mine.value, Expected(Answer(due), bounds))
    if mismatch is None:
        return None
    text = f"not the right answer {where}: {mismatch.message}"
    return Measured(Outcome.WRONG, text, of_values=True)


def _magnitude(leaf: Any) -> float:
    return largest_finite(leaf) if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f" else 0.0


def _slope(times: dict[int, float]) -> float:
    """The exponent a of the fit time = c n^a, by least squares of the logarithms.

    >>> _slope({10: 1.0, 20: 4.0, 40: 16.0})
    2.0
    """
    xs = [math.log(size) for size in times]
    ys = [math.log(max(time, 1e-9)) for time in times.values()]
    x0, y0 = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((x - x0) * (y - y0) for x, y in zip(xs, ys, strict=True))
    return round(slope / sum((x - x0) ** 2 for x in xs), 9)
