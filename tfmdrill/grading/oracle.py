"""What a right answer to a case is, and how far from it rounding may lead.

Tolerance: u is the rounding unit of the argument dtype, never below float32's. r is the reference
in float64 on the exact arguments, E the largest change of r over a few jitter runs at u. An
answer is right iff max |got - r| <= 8 max(E, 4 u max|r|, u max|float arguments|), over the
entries that are finite in r, with NaN and infinities in the same places.
"""

import inspect
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from tfmdrill.grading.jitter import NudgedSubject, Nudger
from tfmdrill.grading.trees import float_arrays, leaves, map_arrays
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

# Rounding units. Wider types than float32 are judged at float32's accuracy: upcasting or
# computing in float32 inside is a style, not a mistake.
UNITS: Mapping[str, float] = {
    "float64": 2.0**-24,
    "float32": 2.0**-24,
    "float16": 2.0**-11,
    "bfloat16": 2.0**-8,
}
JITTER_RUNS = 4
WELL_POSED_RUNS = 8
WELL_POSED_FACTOR = 16
BOUND_FACTOR = 8.0


@dataclass(frozen=True)
class Answer:
    """What a subject did with a case: a tree of values, or an exception."""

    value: Any = None
    raised: tuple[str, ...] = ()  # the exception's class name, then its builtin bases

    @property
    def is_exception(self) -> bool:
        return bool(self.raised)


@dataclass(frozen=True)
class Expected:
    """The right answer to a case.

    least: by leaf of the tree, in order, what its bound is at least.
    cpu_s: CPU seconds that the reference took, the measure of the submission's deadline.
    work_out: gives the bounds, where jitter may widen the least ones. It costs several runs of
        the reference, and a right answer seldom needs it.
    """

    answer: Answer
    least: tuple[float, ...]
    cpu_s: float = 0.0
    work_out: Callable[[], tuple[float, ...]] | None = None

    @cached_property
    def bounds(self) -> tuple[float, ...]:
        """The bound of each leaf of the tree, in order."""
        return self.least if self.work_out is None else self.work_out()


def ask(case: Case, subject: Any) -> Answer:
    """Run a case on a trusted subject (the reference, or a patch of it)."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "mean of empty slice" and the like: judged by the values
        try:
            return Answer(case.run(subject))
        except RecursionError:
            raise
        except Exception as error:
            return Answer(raised=class_names(type(error)))


def class_names(kind: type[BaseException]) -> tuple[str, ...]:
    """The name of an exception class and of its bases, nearest first, without the roots."""
    return tuple(c.__name__ for c in kind.__mro__ if c not in (object, BaseException, Exception))


def expect(case: Case, module: ModuleType, *, u: float, seed: int) -> Expected:
    """The right answer to `case`, whose float arguments are exact float64 copies."""
    start = time.process_time()
    answer = ask(case, module)
    cpu_s = time.process_time() - start
    if answer.is_exception:
        return Expected(answer, (), cpu_s)
    least = least_bounds(case, answer, u=u)
    return Expected(answer, least, cpu_s, lambda: bounds_of(case, module, answer, u=u, seed=seed))


def bounds_of(
    case: Case, module: ModuleType, answer: Answer, *, u: float, seed: int
) -> tuple[float, ...]:
    """The bound of each leaf of `answer`, the answer of `module` (the reference or a patch)."""
    flat = [leaf for _, leaf in leaves(answer.value)]
    errors = [0.0] * len(flat)
    for moved in _jittered(case, module, u=u, seed=(seed, 0), runs=JITTER_RUNS):
        if moved.is_exception:
            continue
        other = [leaf for _, leaf in leaves(moved.value)]
        if len(other) != len(flat):
            continue
        for i, (a, b) in enumerate(zip(flat, other, strict=True)):
            errors[i] = max(errors[i], _distance(a, b))
    least = least_bounds(case, answer, u=u)
    return tuple(max(BOUND_FACTOR * e, bound) for e, bound in zip(errors, least, strict=True))


def least_bounds(case: Case, answer: Answer, *, u: float) -> tuple[float, ...]:
    """What the bound of each leaf of `answer` is at least, however well conditioned it is."""
    if answer.is_exception:
        return ()
    largest = _largest_argument(case)
    return tuple(
        BOUND_FACTOR * u * max(4 * _magnitude(leaf), largest) for _, leaf in leaves(answer.value)
    )


def breaks_ties(case: Case, module: ModuleType, *, u: float, seed: int) -> bool:
    """Whether the answer hangs on values that are exactly equal, zeros among them.

    Relative jitter leaves zeros alone, so a little is added to every float argument here.
    """
    base = ask(case, module)
    rng = np.random.default_rng((seed, 2000))
    step = WELL_POSED_FACTOR * u

    def shift(array: Array) -> Array:
        if array.dtype.kind != "f" or not array.size:
            return array
        return array + step * (largest_finite(array) or 1.0) * rng.uniform(-1, 1, array.shape)

    moved = replace(
        case,
        args=map_arrays(tuple(case.args), shift),
        kwargs=map_arrays(dict(case.kwargs), shift),
    )
    return bool(_shape_of(ask(moved, module)) != _shape_of(base))


def _shape_of(answer: Answer) -> Any:
    if answer.is_exception:
        return answer.raised
    return [_discrete(leaf) for _, leaf in leaves(answer.value)]


def is_well_posed(case: Case, module: ModuleType, *, u: float, seed: int) -> bool:
    """Whether small changes of the arguments leave shapes, integers and finite places alone."""
    if case.exact or case.raises is not None:
        return True
    base = ask(case, module)
    if base.is_exception:
        return True
    wanted = _shape_of(base)
    u = WELL_POSED_FACTOR * u
    runs = _jittered(case, module, u=u, seed=(seed, 1000), runs=WELL_POSED_RUNS)
    return all(_shape_of(moved) == wanted for moved in runs)


def _jittered(
    case: Case, module: ModuleType, *, u: float, seed: tuple[int, int], runs: int
) -> Iterator[Answer]:
    """What the module answers in that many runs, each nudged in other directions."""
    nudger = Nudger(np.random.default_rng(seed), u)
    subject = NudgedSubject(module, nudger)
    for _ in range(runs):
        nudger.turn()
        nudged = Case(
            entry=case.entry,
            args=nudger.wrap(tuple(case.args)),
            kwargs=nudger.wrap(dict(case.kwargs)),
            script=case.script,
        )
        yield ask(nudged, subject)


def _discrete(leaf: Any) -> Any:
    """What of a leaf may not change under jitter: shape and finite places, or the whole value."""
    if isinstance(leaf, list):
        return tuple(leaf) if not any(isinstance(v, float) for v in leaf) else len(leaf)
    if isinstance(leaf, np.ndarray | np.generic):
        array = np.asarray(leaf)
        if array.dtype.kind == "f":
            return array.shape, np.isfinite(array).tobytes()
        return array.shape, array.tobytes()
    if isinstance(leaf, float):
        return bool(np.isfinite(leaf))
    return leaf


def _as_floats(leaf: Any) -> Array | None:
    if isinstance(leaf, bool | str | bytes) or leaf is None:
        return None
    if isinstance(leaf, list) and not any(isinstance(v, float | np.floating) for v in leaf):
        return None
    if not isinstance(leaf, list | int | float | np.ndarray | np.generic):
        return None
    array = np.asarray(leaf)
    return array.astype(np.float64) if array.dtype.kind == "f" else None


def _distance(a: Any, b: Any) -> float:
    left, right = _as_floats(a), _as_floats(b)
    if left is None or right is None or left.shape != right.shape:
        return 0.0
    both = np.isfinite(left) & np.isfinite(right)
    with np.errstate(all="ignore"):
        return float(np.max(np.abs(left - right), where=both, initial=0.0))


def _magnitude(leaf: Any) -> float:
    array = _as_floats(leaf)
    return 0.0 if array is None else largest_finite(array)


def largest_finite(array: Array) -> float:
    """The largest magnitude of the finite entries; 0 where there is none."""
    return float(np.max(np.abs(array), where=np.isfinite(array), initial=0.0))


def _largest_argument(case: Case) -> float:
    """The largest magnitude among finite float arguments, what can't count left out."""
    largest = 0.0
    for name, value in named_arguments(case):
        hidden = case.masked.get(name)
        for array in float_arrays(value):
            visible = np.isfinite(array)
            if hidden is not None:
                visible &= ~np.broadcast_to(hidden, array.shape)
            largest = max(largest, float(np.max(np.abs(array), where=visible, initial=0.0)))
    return largest


def named_arguments(case: Case) -> list[tuple[str, Any]]:
    """Each argument with the name that `case.names` or the keyword gives it."""
    positional = [
        (case.names[i] if i < len(case.names) else f"arg{i}", value)
        for i, value in enumerate(case.args)
    ]
    return [*positional, *case.kwargs.items()]


def parameter_names(module: ModuleType, entry: str) -> tuple[str, ...]:
    """The positional parameter names of an entry of the reference, in order."""
    target = getattr(module, entry)
    try:
        parameters = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return ()
    return tuple(
        p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    )
