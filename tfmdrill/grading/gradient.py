"""Gradients judged along random directions, against central differences of the reference.

For each float argument: directions d, weights w ~ N(0, 1) on the outputs (0 where the answer
isn't finite), J = (4 J2 - J1) / 3 from differences at h = 1e-4 and 5e-5 (Richardson),
D = sum w J, S = the largest sum |w J|. The submission's grad is right iff it is finite and
|grad . d - D| <= 1e-3 S.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from tfmdrill.grading.oracle import Answer, ask, named_arguments
from tfmdrill.grading.trees import leaves
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

DIRECTIONS = 3
STEP_SIZES = (1e-4, 5e-5)
TOLERANCE = 1e-3
CURVED = 1e-5  # a direction on which the two differences disagree by more is no measure
VANISHING = 1e-6


@dataclass(frozen=True)
class Direction:
    """A direction in one argument and the right directional derivative of sum(w * result)."""

    vector: Array
    derivative: float


@dataclass(frozen=True)
class Probe:
    """What a submission's gradients are compared with, for one case.

    weights: a float64 array a leaf of the result, what autograd is given as grad_outputs.
    scale: by argument, the S of the tolerance; a floor keeps it above 0 where all is flat.
    """

    weights: tuple[Array, ...]
    directions: Mapping[str, tuple[Direction, ...]]
    scale: Mapping[str, float]


def probe(case: Case, reference: ModuleType, *, seed: int) -> Probe | None:
    """Directions and derivatives for a case; None where the reference raises or isn't float."""
    answer = ask(case, reference)
    if answer.is_exception:
        return None
    outputs = _floats(answer)
    if not outputs:
        return None
    rng = np.random.default_rng((seed, 77))
    weights = tuple(
        np.where(np.isfinite(out), rng.standard_normal(out.shape), 0.0) for out in outputs
    )
    level = sum(
        float(np.sum(np.abs(_finite(w * o)))) for w, o in zip(weights, outputs, strict=True)
    )
    directions: dict[str, tuple[Direction, ...]] = {}
    scale: dict[str, float] = {}
    for name, value in _float_leaves(case).items():
        if value.size:
            directions[name], scale[name] = _directions(case, reference, name, weights, level, rng)
    return Probe(weights, directions, scale)


def _directions(
    case: Case,
    reference: ModuleType,
    name: str,
    weights: Sequence[Array],
    level: float,
    rng: np.random.Generator,
) -> tuple[tuple[Direction, ...], float]:
    value = _float_leaves(case)[name]
    found: list[Direction] = []
    scale = 0.0
    for _ in range(DIRECTIONS):
        vector = np.where(np.isfinite(value), rng.standard_normal(value.shape), 0.0)
        pair = [_difference(case, reference, name, vector, h) for h in STEP_SIZES]
        if pair[0] is None or pair[1] is None:
            continue
        parts = [
            (w * ((4 * b - a) / 3), np.abs(w * (b - a)))
            for w, a, b in zip(weights, pair[0], pair[1], strict=True)
        ]
        size = sum(float(np.sum(np.abs(_finite(p)))) for p, _ in parts)
        curvature = sum(float(np.sum(_finite(c))) for _, c in parts)
        scale = max(scale, size)
        found.append(Direction(vector, sum(float(np.sum(_finite(p))) for p, _ in parts)))
        if curvature > CURVED * max(size, VANISHING * level):
            found.pop()
    if scale < VANISHING * level:
        # The result doesn't depend on this argument: the gradient must be as good as zero.
        return tuple(Direction(d.vector, 0.0) for d in found), level
    return tuple(found), scale


def _difference(
    case: Case, reference: ModuleType, name: str, vector: Array, h: float
) -> list[Array] | None:
    """(f(x + h d) - f(x - h d)) / 2h, an array a leaf of the result."""
    up, down = (_moved(case, reference, name, sign * h * vector) for sign in (1.0, -1.0))
    if up is None or down is None or len(up) != len(down):
        return None
    with np.errstate(all="ignore"):
        return [(a - b) / (2 * h) for a, b in zip(up, down, strict=True)]


def _moved(case: Case, reference: ModuleType, name: str, by: Array) -> list[Array] | None:
    first, *inner = name.split(".")
    args = tuple(
        _added(value, inner, by) if i < len(case.names) and case.names[i] == first else value
        for i, value in enumerate(case.args)
    )
    kwargs = {k: _added(v, inner, by) if k == first else v for k, v in case.kwargs.items()}
    answer = ask(replace(case, args=args, kwargs=kwargs), reference)
    return None if answer.is_exception else _floats(answer)


def _float_leaves(case: Case) -> dict[str, Array]:
    """Each float array among the arguments by path: `x`, `params.w_q`, `params.blocks.0.w1`."""
    return {
        ".".join(map(str, path)): leaf
        for name, value in named_arguments(case)
        for path, leaf in leaves(value, (name,))
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f"
    }


def _added(tree: Any, path: Sequence[str], by: Array) -> Any:
    """The tree with `by` added to the leaf at `path`."""
    if not path:
        return tree + by
    first, *inner = path
    if isinstance(tree, dict):
        return {k: _added(v, inner, by) if k == first else v for k, v in tree.items()}
    items = [_added(v, inner, by) if str(i) == first else v for i, v in enumerate(tree)]
    return tuple(items) if isinstance(tree, tuple) else items


def _floats(answer: Answer) -> list[Array]:
    arrays = []
    for _, leaf in leaves(answer.value):
        if (
            isinstance(leaf, float | np.ndarray | np.floating)
            and np.asarray(leaf).dtype.kind == "f"
        ):
            arrays.append(np.asarray(leaf, dtype=np.float64))
    return arrays


def _finite(array: Array) -> Array:
    return np.where(np.isfinite(array), array, 0.0)


@dataclass(frozen=True)
class GradientFault:
    """symptom: non-finite | missing | wrong."""

    symptom: str
    message: str


def judge(grads: Mapping[str, Array | None], against: Probe) -> GradientFault | None:
    """None if every gradient is finite and right; a missing one (None) reads as zero."""
    for name, directions in against.directions.items():
        grad = grads.get(name)
        if grad is not None and not np.isfinite(grad).all():
            bad = int((~np.isfinite(grad)).sum())
            what = "NaN" if np.isnan(grad).any() else "infinite"
            text = f"the gradient of {name} is {what} in {bad} of {grad.size} entries"
            return GradientFault("non-finite", text)
        for direction in directions:
            if grad is not None and grad.shape != direction.vector.shape:
                text = f"the gradient of {name} has shape {grad.shape}"
                return GradientFault("wrong", text)
            got = 0.0 if grad is None else float(np.sum(grad * direction.vector))
            if abs(got - direction.derivative) > TOLERANCE * against.scale[name]:
                return _fault(name, grad, got, direction.derivative)
    return None


def _fault(name: str, grad: Array | None, got: float, wanted: float) -> GradientFault:
    if grad is None or not grad.any():
        text = (
            f"no gradient reaches {name}: the result doesn't depend on it as autograd sees it "
            "(detached, rebuilt from data or computed under no_grad?)"
        )
        return GradientFault("missing", text)
    text = f"the gradient of {name} is wrong: {got:.5g} along a random direction, not {wanted:.5g}"
    return GradientFault("wrong", text)
