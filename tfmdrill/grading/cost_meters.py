"""The three meters: address space, CPU time against the model answer, growth of CPU time.

All of them are read outside the child, and the answers are compared with the model's, so that
nobody passes by computing less. Noise only adds to a time. So what accepts an answer is a steady
time of what it is held against, what rejects it a steady time of its own, and between the two
nothing is said.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tfmdrill.errors import GraderFault
from tfmdrill.grading.candidate import plain
from tfmdrill.grading.comparing import compare
from tfmdrill.grading.cost import PlannedCost
from tfmdrill.grading.cost_chain import record
from tfmdrill.grading.cost_runner import CostRunner, Run, Times
from tfmdrill.grading.oracle import Answer, Expected, largest_finite
from tfmdrill.grading.trees import leaves
from tfmdrill.model.report import ExceptionInfo, Outcome
from tfmdrill.runner import Chain, Died, Opaque, Raised, Reply, Returned

LEAST_ROUNDS = 5  # measured: with 3 a right answer comes out at 0.9 to 1.1, with 5 at 0.98 to 1.01
MOST_ROUNDS = 12
EARLY_ROUNDS = 3  # after these, an answer at twice the gate needs no more
BAND = 1.2  # a ratio nearer to the gate than this factor isn't judged
GROWTH_BAND = 0.15  # an exponent nearer than this isn't judged
OVERRUN = 3.0  # times the gate at which a run is stopped; two of those reject
LEAST_STOP_S = 0.5
MODEL_S = 20.0  # CPU seconds that a model answer may take; a cost case should take 0.1
GROSS = 1e-3  # of the largest entry: values were judged before, at sizes where all is exact
MIB = 2**20


@dataclass(frozen=True)
class Measured:
    """What a meter found, in words; `exception` where the answer ran out of memory."""

    outcome: Outcome
    message: str
    exception: ExceptionInfo | None = None


@dataclass
class _Round:
    """Times of the answer and of what it is held against, over the repeats so far."""

    mine: Times = field(default_factory=Times)
    theirs: Times = field(default_factory=Times)
    overruns: int = 0


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
        case Returned():
            wrong = _unlike(run.reply, base.reply, where)
            return wrong or Measured(Outcome.PASSED, f"fits into {budget} {where}")
        case Raised(info) if "MemoryError" in (info.type, *info.bases):
            text = f"needs more than {budget} {where}, where the model answer fits"
            return Measured(Outcome.WRONG, text, info)
        case Raised(info):
            return Measured(Outcome.ERROR, f"{where}: {info.type}: {info.message}", info)
        case Died(Outcome.ERROR | Outcome.MEMORY, message):
            text = f"needs more than {budget} {where}, where the model answer fits ({message})"
            return Measured(Outcome.WRONG, text)
        case Died(outcome, message):
            return Measured(outcome, f"{where}: {message}")


def ratio(planned: PlannedCost, user: CostRunner, model: CostRunner) -> Measured:
    """The answer's shortest CPU time in terms of the model answer's, repeat by repeat in turn."""
    cost, seen = planned.cost, _Round()
    where = f"at n = {planned.size}"
    for repeat in range(MOST_ROUNDS):
        chain = record(planned.build(planned.size, repeat))
        first = None
        if repeat % 2 and len(seen.theirs):  # by turns, each goes first
            first = _stopped(user, chain, OVERRUN * cost.gate * seen.theirs.best)
        base = model.run(chain, MODEL_S)
        _demand_answer(base)
        seen.theirs.add(base.cpu_s)
        run = first or _stopped(user, chain, OVERRUN * cost.gate * seen.theirs.best)
        failed = _failure(run, base.reply, where)
        if failed is not None:
            return failed
        if isinstance(run.reply, Died):
            seen.overruns += 1
            if seen.overruns == 2:
                text = f"took more than {OVERRUN * cost.gate:.0f} times the CPU time of the model "
                return Measured(Outcome.WRONG, f"{text}answer {where} (allowed: {cost.gate:g})")
            continue
        seen.mine.add(run.cpu_s)
        found = seen.mine.best / seen.theirs.best
        text = f"took {found:.2f} times the CPU time of the model answer {where} "
        text += f"(allowed: {cost.gate:g})"
        if len(seen.mine) >= EARLY_ROUNDS and seen.mine.steady and found >= 2 * cost.gate:
            return Measured(Outcome.WRONG, text)
        if len(seen.mine) >= LEAST_ROUNDS:
            if found <= cost.gate / BAND and seen.theirs.steady:
                return Measured(Outcome.PASSED, text)
            if found >= cost.gate * BAND and seen.mine.steady:
                return Measured(Outcome.WRONG, text)
    return _undecided(planned)


def growth(planned: PlannedCost, user: CostRunner, model: CostRunner) -> Measured:
    """The exponent of the answer's shortest CPU times over the sizes, which take turns."""
    cost = planned.cost
    times = {size: Times() for size in cost.sizes}
    overruns = 0
    for repeat in range(MOST_ROUNDS):
        for size in cost.sizes:
            chain = record(planned.build(size, repeat))
            where = f"at n = {size}"
            smaller = times[cost.sizes[0]]
            stop_s = smaller.best * (size / cost.sizes[0]) ** 3 if len(smaller) else MODEL_S
            run = _stopped(user, chain, stop_s)
            base = model.run(chain, MODEL_S).reply if repeat == 0 else None
            failed = _failure(run, base, where)
            if failed is not None:
                return failed
            if isinstance(run.reply, Died):
                overruns += 1
                if overruns == 2:
                    text = f"its CPU time grows faster than n^3 up to n = {size}"
                    return Measured(Outcome.WRONG, text)
                continue
            times[size].add(run.cpu_s)
        rounds = min(map(len, times.values()))
        if not rounds:
            continue
        found = _slope({size: t.best for size, t in times.items()})
        text = f"its CPU time grows as n^{found:.2f} from n = {cost.sizes[0]} to {planned.size} "
        text += f"(allowed: n^{cost.gate:g})"
        early = rounds >= EARLY_ROUNDS and found >= cost.gate + 2 * GROWTH_BAND
        if early or (rounds >= LEAST_ROUNDS and found >= cost.gate + GROWTH_BAND):
            if times[planned.size].steady:
                return Measured(Outcome.WRONG, text)
        elif (
            rounds >= LEAST_ROUNDS
            and found <= cost.gate - GROWTH_BAND
            and times[cost.sizes[0]].steady
        ):
            return Measured(Outcome.PASSED, text)
    return _undecided(planned)


def _undecided(planned: PlannedCost) -> Measured:
    return Measured(
        Outcome.TOO_NOISY,
        f"not judged: {MOST_ROUNDS} repeats at n = {planned.size} gave no clear answer, too near "
        "the limit or with too much else running on this machine",
    )


def _stopped(user: CostRunner, chain: Chain, stop_s: float) -> Run:
    return user.run(chain, max(LEAST_STOP_S, stop_s))


def _demand_answer(run: Run) -> None:
    """Raises GraderFault where the model answer fails: nobody's mistake but ours."""
    if not isinstance(run.reply, Returned):
        raise GraderFault(f"the model answer failed its own cost check: {run.reply}")


def _failure(run: Run, base: Reply | None, where: str) -> Measured | None:
    """What ends a measurement: an exception, a death but by time, an answer unlike the model's."""
    match run.reply:
        case Raised(info):
            return Measured(Outcome.ERROR, f"{where}: {info.type}: {info.message}", info)
        case Died(Outcome.TIMEOUT, message) if run.cpu_s < LEAST_STOP_S / 2:
            return Measured(Outcome.TOO_NOISY, f"not judged: {where}, {message}")  # it only slept
        case Died(outcome, message) if outcome is not Outcome.TIMEOUT:
            return Measured(outcome, f"{where}: {message}")
        case Returned() if base is not None:
            return _unlike(run.reply, base, where)
    return None


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
    return Measured(Outcome.WRONG, f"not the right answer {where}: {mismatch.message}")


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
