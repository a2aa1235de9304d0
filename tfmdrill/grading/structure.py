"""How wrong values relate to the right ones, where no named mistake fits."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from tfmdrill.grading.axes import size_along
from tfmdrill.grading.judging import Verdict
from tfmdrill.model.problem import Problem
from tfmdrill.model.report import Finding
from tfmdrill.runner import RemoteArray

Array = np.ndarray[Any, Any]

CLOSE = 1e-5  # relative to the largest value: a relation holds up to float32's rounding
PERMUTED = 6  # axes up to this size are tried in every order
LEAST = 3  # entries below which a relation would hold by chance


def findings(problem: Problem, wrong: Sequence[Verdict]) -> list[Finding]:
    """Relations that hold on every wrong answer: transposed, permuted, a factor, an offset."""
    pairs = [
        (v, v.mismatch.expected, v.mismatch.got)
        for v in wrong
        if v.mismatch is not None and v.mismatch.expected is not None and v.mismatch.got is not None
    ]
    usable = [
        (v, e, g)
        for v, e, g in pairs
        if e.dtype.kind == "f" and e.size >= LEAST and np.isfinite(e).any()
    ]
    found: list[Finding] = []
    if usable:
        found += _relations(problem, usable)
    if not found and usable:
        found += _places(problem, usable)
    if not found:
        found += _shapes(wrong)
    return found


Usable = Sequence[tuple[Verdict, Array, Array]]


def _relations(problem: Problem, usable: Usable) -> Iterator[Finding]:
    factors = [_factor(v, e, g) for v, e, g in usable]
    known = [f for f in factors if f is not None]
    if len(known) == len(factors):
        yield Finding("factor", _factor_words(problem, usable, known))
        return
    offsets = [_offset(v, e, g) for v, e, g in usable]
    if all(o is not None for o in offsets):
        shown = ", ".join(f"{o:.6g}" for o in offsets[:3] if o is not None)
        yield Finding("offset", f"Every entry is off by the same amount: {shown}.")
        return
    if all(_transposed(e, g) for _, e, g in usable if e.ndim >= 2) and usable[0][1].ndim >= 2:
        yield Finding("transposed", "The result is the right one with its last two axes swapped.")
        return
    common: set[int] | None = None
    for _, e, g in usable:
        axes = {axis for axis in range(e.ndim) if _permuted(e, g, axis)}
        common = axes if common is None else common & axes
    for axis in sorted(common or ()):
        name = _axis_name(problem, usable[0][0], axis)
        yield Finding("permuted", f"The values are right but stand in another order along {name}.")


def _room(verdict: Verdict, scale: float) -> float:
    """How far rounding may carry a relation: float32's own, or more where the case allows more."""
    bound = verdict.mismatch.bound if verdict.mismatch else 0.0
    return max(CLOSE * scale, 4 * bound)


def _factor(verdict: Verdict, expected: Array, got: Array) -> float | None:
    finite = np.isfinite(expected) & np.isfinite(got)
    if not finite.all():
        return None
    norm = float(np.sum(expected * expected))
    if norm == 0.0:
        return None
    factor = float(np.sum(expected * got)) / norm
    scale = max(float(np.max(np.abs(got))), float(np.max(np.abs(expected))) * abs(factor))
    if scale == 0.0 or np.max(np.abs(got - factor * expected)) > _room(verdict, scale):
        return None
    return factor if abs(factor - 1) > CLOSE else None


def _factor_words(problem: Problem, usable: Usable, factors: Sequence[float]) -> str:
    for words in _closed_forms(problem, usable[0][0]):
        values = [_closed_forms(problem, v).get(words) for v, _, _ in usable]
        if all(
            value is not None and abs(f - value) <= 1e-4 * abs(value)
            for f, value in zip(factors, values, strict=True)
        ):
            return f"Every entry is the right one times {words} (here {factors[0]:.6g})."
    if max(factors) - min(factors) <= 1e-4 * abs(factors[0]):
        return f"Every entry is the right one times {factors[0]:.6g}."
    shown = ", ".join(f"{f:.4g}" for f in factors[:4])
    return f"Every entry is the right one times a factor that differs by case: {shown}."


def _closed_forms(problem: Problem, verdict: Verdict) -> Mapping[str, float]:
    """Factors made of this case's sizes: d_k, 1/d_k, sqrt(d_k), 1/sqrt(d_k), and constants."""
    forms = {"-1": -1.0, "ln 2": float(np.log(2)), "1 / ln 2": float(1 / np.log(2))}
    for axis in problem.axes:
        size = size_along(problem, verdict.step.case, axis.name)
        if size is not None and size > 1:
            forms[axis.name] = float(size)
            forms[f"1/{axis.name}"] = 1.0 / size
            forms[f"sqrt({axis.name})"] = float(size) ** 0.5
            forms[f"1/sqrt({axis.name})"] = float(size) ** -0.5
    return forms


def _offset(verdict: Verdict, expected: Array, got: Array) -> float | None:
    finite = np.isfinite(expected) & np.isfinite(got)
    if not finite.all():
        return None
    difference = got - expected
    scale = max(float(np.max(np.abs(expected))), float(np.max(np.abs(got))))
    spread = float(np.max(difference) - np.min(difference))
    room = _room(verdict, scale)
    if spread > room or abs(float(np.mean(difference))) <= room:
        return None
    return float(np.mean(difference))


def _transposed(expected: Array, got: Array) -> bool:
    if expected.shape[-1] != expected.shape[-2] or expected.shape[-1] < 2:
        return False
    return _close(np.swapaxes(expected, -1, -2), got)


def _permuted(expected: Array, got: Array, axis: int) -> bool:
    size = expected.shape[axis]
    if not 2 <= size <= PERMUTED:
        return False
    orders = list(permutations(range(size)))[1:]
    return any(_close(np.take(expected, order, axis=axis), got) for order in orders)


def _close(one: Array, other: Array) -> bool:
    both = np.isfinite(one) & np.isfinite(other)
    if not np.array_equal(np.isfinite(one), np.isfinite(other)):
        return False
    scale = float(np.max(np.abs(one), where=both, initial=0.0))
    with np.errstate(invalid="ignore"):  # inf - inf, at places that don't count
        return bool(np.all(np.abs(one - other) <= CLOSE * max(scale, 1e-30), where=both))


def _places(problem: Problem, usable: Usable) -> Iterator[Finding]:
    """Where all errors lie, if they share an index along one axis in every wrong answer."""
    if len(usable) < 2:
        return  # one answer alone has too many places to say anything
    verdict, expected, _ = usable[0]
    for axis in range(expected.ndim):
        words = None
        for label, index in (("first", 0), ("last", -1)):
            if all(_only_at(v, e, g, axis, index) for v, e, g in usable if e.ndim > axis):
                words = label
        if words and expected.shape[axis] > 1:
            name = _axis_name(problem, verdict, axis)
            yield Finding("place", f"All errors lie in the {words} entry along {name}.")
            return
        if all(_never_at(v, e, g, axis, 0) for v, e, g in usable if e.ndim > axis):
            name = _axis_name(problem, verdict, axis)
            yield Finding("place", f"The first entry along {name} is always right, later ones not.")
            return


def _wrong_along(verdict: Verdict, expected: Array, got: Array, axis: int) -> Array:
    bound = verdict.mismatch.bound if verdict.mismatch else 0.0
    with np.errstate(all="ignore"):
        wrong = ~(np.abs(expected - got) <= bound) & ~(expected == got)
    others = tuple(a for a in range(expected.ndim) if a != axis)
    return np.asarray(wrong.any(axis=others))


def _only_at(v: Verdict, e: Array, g: Array, axis: int, index: int) -> bool:
    wrong = _wrong_along(v, e, g, axis)
    return e.shape[axis] > 1 and bool(wrong[index]) and int(wrong.sum()) == 1


def _never_at(v: Verdict, e: Array, g: Array, axis: int, index: int) -> bool:
    wrong = _wrong_along(v, e, g, axis)
    return e.shape[axis] > 2 and not wrong[index] and bool(wrong.sum() == e.shape[axis] - 1)


def _axis_name(problem: Problem, verdict: Verdict, axis: int) -> str:
    """The symbol of an axis of the result, from the shapes that the problem declares."""
    entry = next((e for e in problem.entries if e.name == verdict.step.case.entry), None)
    path = verdict.mismatch.path if verdict.mismatch else ()
    if entry is None or verdict.step.case.script is not None or not entry.returns:
        return f"axis {axis}"
    part = path[0] if path and isinstance(path[0], int) else 0
    shape = entry.returns[min(part, len(entry.returns) - 1)].shape
    if shape is None or "|" in shape or "..." in shape or axis >= len(shape):
        return f"axis {axis}"
    declared = problem.axis(shape[axis])
    return f"{shape[axis]} ({declared.says})" if declared else f"axis {axis}"


def _shapes(wrong: Sequence[Verdict]) -> Iterator[Finding]:
    """The right shape with its axes in another order."""
    for verdict in wrong:
        answer = verdict.seen.answer.value
        if verdict.mismatch is None or not isinstance(answer, RemoteArray):
            continue
        got = answer.values.shape
        want = np.shape(verdict.step.expected.answer.value)
        if got != want and sorted(got) == sorted(want):
            yield Finding(
                "axes", f"The axes of the result are in another order: {got}, not {want}."
            )
            return
