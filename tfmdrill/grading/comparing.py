"""The candidate's answer against the right one: type, shape, places of NaN and inf, then values.

Never broadcasts, never trusts a method of what came back: the runner has already made plain
arrays of it. Integers, bools and text are compared exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from tfmdrill.grading.oracle import Answer, Expected
from tfmdrill.grading.trees import Path, is_number_list, path_words
from tfmdrill.runner import Handle, Opaque, RemoteArray

Array = np.ndarray[Any, Any]


class Fault(StrEnum):
    """In which respect an answer isn't right, in the order in which they are looked at."""

    OUTCOME = "outcome"  # raised, or failed to raise
    TYPE = "type"
    SHAPE = "shape"
    PLACES = "places"
    VALUES = "values"


@dataclass(frozen=True)
class Mismatch:
    """The first thing that isn't right.

    expected, got: float64 or int64 arrays of equal shape where the fault is PLACES or VALUES of
    an array, for the heat map and the structural findings; else None.
    """

    fault: Fault
    message: str
    path: Path = ()
    expected: Array | None = None
    got: Array | None = None
    bound: float = 0.0


def compare(got: Any, expected: Expected) -> Mismatch | None:
    """None if `got`, a tree as the runner returned it, is right."""
    if expected.answer.is_exception:
        wanted = with_article(expected.answer.raised[0])
        return Mismatch(
            Fault.OUTCOME, f"returned {describe(got)}, but the contract asks for {wanted}"
        )
    mismatch = _tree(got, expected.answer.value, (), iter(expected.least))
    if mismatch is None:  # right within what needs no working out
        return None
    return _tree(got, expected.answer.value, (), iter(expected.bounds))


def compare_exception(raised: Sequence[str], expected: Expected) -> Mismatch | None:
    """None if the contract demands an exception and one of these class names is it."""
    if not expected.answer.is_exception:
        return Mismatch(Fault.OUTCOME, f"raised {raised[0]}, but an answer is due")
    wanted = expected.answer.raised[0]
    if wanted in raised:
        return None
    text = f"raised {raised[0]}, but the contract asks for {with_article(wanted)}"
    return Mismatch(Fault.OUTCOME, text)


def _tree(got: Any, want: Any, path: Path, bounds: Any) -> Mismatch | None:
    if isinstance(want, tuple) or (isinstance(want, list) and not is_number_list(want)):
        return _sequence(got, want, path, bounds)
    if isinstance(want, dict):
        return _mapping(got, want, path, bounds)
    return _leaf(got, want, path, next(bounds, 0.0))


def _sequence(got: Any, want: Any, path: Path, bounds: Any) -> Mismatch | None:
    if not isinstance(got, list | tuple):
        kind = "values" if isinstance(want, tuple) else "items"
        text = f"{_where(path)} is {describe(got)}, where {len(want)} {kind} are asked"
        return Mismatch(Fault.TYPE, text, path)
    if len(got) != len(want):
        text = f"{_where(path)} has {len(got)} items, {len(want)} are asked"
        return Mismatch(Fault.SHAPE, text, path)
    for i, (g, w) in enumerate(zip(got, want, strict=True)):
        if (mismatch := _tree(g, w, (*path, i), bounds)) is not None:
            return mismatch
    return None


def _mapping(got: Any, want: dict[Any, Any], path: Path, bounds: Any) -> Mismatch | None:
    if not isinstance(got, dict):
        return Mismatch(Fault.TYPE, f"{_where(path)} is {describe(got)}, a dict is asked", path)
    if set(got) != set(want):
        text = f"{_where(path)} has the keys {sorted(map(str, got))}, asked are {sorted(want)}"
        return Mismatch(Fault.TYPE, text, path)
    for key, w in want.items():
        if (mismatch := _tree(got[key], w, (*path, str(key)), bounds)) is not None:
            return mismatch
    return None


def _leaf(got: Any, want: Any, path: Path, bound: float) -> Mismatch | None:
    if want is None or isinstance(want, str | bytes):
        return _exact(got, want, path)
    if isinstance(want, list):
        return _numbers(got, want, path, bound)
    want_array = np.asarray(want)
    got_array = as_array(got)
    if got_array is None:
        text = f"{_where(path)} is {describe(got)}, where {describe(want)} is asked"
        return Mismatch(Fault.TYPE, text, path)
    if (
        isinstance(got, list)
        and got_array.size == want_array.size == 0
        and got_array.shape == want_array.shape[: got_array.ndim]
    ):
        return None  # a list without numbers can't say how long its inner axes are
    return _arrays(got_array, want_array, path, bound)


def _exact(got: Any, want: Any, path: Path) -> Mismatch | None:
    if type(got) is not type(want):
        text = f"{_where(path)} is {describe(got)}, where {describe(want)} is asked"
        return Mismatch(Fault.TYPE, text, path)
    if got != want:
        return Mismatch(Fault.VALUES, f"{_where(path)} is {got!r:.200}, not {want!r:.200}", path)
    return None


def _numbers(got: Any, want: list[Any], path: Path, bound: float) -> Mismatch | None:
    """A list of numbers: a list, a tuple or a one-dimensional array of them is as good."""
    items = list(got) if isinstance(got, list | tuple) else got
    array = as_array(items)
    if array is None or array.ndim == 0:
        for i, item in enumerate(got if isinstance(got, list | tuple) else ()):
            if as_array(item) is None:
                text = f"{_where((*path, i))} is {describe(item)}, a number is asked"
                return Mismatch(Fault.TYPE, text, (*path, i))
        return Mismatch(Fault.TYPE, f"{_where(path)} is {describe(got)}, a list is asked", path)
    if array.size == 0 and len(want) == 0:
        return None
    if array.ndim != 1:
        text = f"{_where(path)} has shape {array.shape}, a flat list is asked"
        return Mismatch(Fault.SHAPE, text, path)
    want_array = np.asarray(want)
    if array.shape != want_array.shape:
        text = f"{_where(path)} has {array.size} items, {len(want)} are asked"
        return Mismatch(Fault.SHAPE, text, path)
    return _arrays(array, want_array, path, bound)


def _arrays(got: Array, want: Array, path: Path, bound: float) -> Mismatch | None:
    kinds = {"f": "floats", "i": "integers", "u": "integers", "b": "bools"}
    got_kind, want_kind = kinds.get(got.dtype.kind), kinds.get(want.dtype.kind)
    if got.shape != want.shape:
        text = f"{_where(path)} has shape {got.shape}, {want.shape} is asked"
        return Mismatch(Fault.SHAPE, text, path)
    if got_kind != want_kind and want.size:
        text = f"{_where(path)} holds {got_kind}, {want_kind} are asked"
        return Mismatch(Fault.TYPE, text, path)
    if want_kind != "floats":
        differ = got != want
        return _values(got, want, differ, path, 0.0) if differ.any() else None
    return _floats(got.astype(np.float64), want.astype(np.float64), path, bound)


def _floats(got: Array, want: Array, path: Path, bound: float) -> Mismatch | None:
    misplaced = different_places(got, want)
    if misplaced.any():
        text = f"{_where(path)}: {_places_words(got, want, misplaced)}"
        return Mismatch(Fault.PLACES, text, path, want, got, bound)
    finite = np.isfinite(want)
    with np.errstate(all="ignore"):
        differ = finite & ~(np.abs(got - want) <= bound)
    return _values(got, want, differ, path, bound) if differ.any() else None


def different_places(got: Array, want: Array) -> Array:
    """Where NaN, +inf and -inf don't stand in the same places; shapes are equal."""
    same: Array = (
        (np.isnan(got) == np.isnan(want))
        & (np.isposinf(got) == np.isposinf(want))
        & (np.isneginf(got) == np.isneginf(want))
    )
    return ~same


def _places_words(got: Array, want: Array, misplaced: Array) -> str:
    index = tuple(int(i) for i in np.argwhere(misplaced)[0])
    count = int(misplaced.sum())
    at = f" at {index}" if index else ""
    more = f" ({count} of {want.size} entries like that)" if count > 1 else ""
    return f"{got[index]:g} where {want[index]:g} is due{at}{more}"


def _values(got: Array, want: Array, differ: Array, path: Path, bound: float) -> Mismatch:
    with np.errstate(all="ignore"):
        error = np.where(differ, np.abs(got.astype(np.float64) - want.astype(np.float64)), -1.0)
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(error)), error.shape))
    count = int(differ.sum())
    at = f" at {index}" if index else ""
    entries = f"; {count} of {want.size} entries are off" if want.size > 1 else ""
    text = f"{_where(path)} is {_number(got[index])}, not {_number(want[index])}{at}{entries}"
    return Mismatch(Fault.VALUES, text, path, want, got, bound)


def _number(value: Any) -> str:
    return f"{float(value):.6g}" if np.asarray(value).dtype.kind == "f" else str(value)


def _where(path: Path) -> str:
    return f"the result{path_words(path)}"


def as_array(got: Any) -> Array | None:
    """What came back as a plain array, if it is one or a rectangular list of numbers."""
    if isinstance(got, RemoteArray):
        return got.values
    if isinstance(got, np.ndarray | np.generic):
        return np.asarray(got)
    if isinstance(got, bool | int | float):
        try:
            return np.asarray(got)
        except OverflowError:
            return None
    if isinstance(got, list):
        return _list_as_array(got)
    return None


def _list_as_array(got: list[Any]) -> Array | None:
    kinds = {type(v) for v in got}
    if kinds and (kinds <= {int, float} or kinds == {bool}):
        flat = np.asarray(got)
        return flat if flat.dtype.kind in "fib" else None
    parts = [as_array(part) for part in got]
    if any(part is None for part in parts):
        return None
    arrays = [part for part in parts if part is not None]
    if not arrays:
        return np.zeros((0,))
    if len({a.shape for a in arrays}) > 1 or len({a.dtype.kind == "b" for a in arrays}) > 1:
        return None
    stacked = np.stack(arrays)
    return stacked if stacked.dtype.kind in "fiub" else None


def describe(value: Any) -> str:
    """A value in a few words: `a float32 array of shape (2, 3)`, `a tuple of 2`, `None`."""
    if isinstance(value, RemoteArray):
        kind = "tensor" if value.library == "torch" else "array"
        if value.scalar:
            return with_article(f"{value.dtype} scalar")
        return with_article(f"{value.dtype} {kind} of shape {value.values.shape}")
    if isinstance(value, np.ndarray | np.generic):
        kinds = {"f": "float", "i": "int", "u": "int", "b": "bool"}
        kind = kinds.get(value.dtype.kind, str(value.dtype))
        if np.ndim(value) == 0:
            return f"a single {kind} ({value:.6g})" if kind == "float" else f"a single {kind}"
        return with_article(f"{kind} array of shape {np.shape(value)}")
    if isinstance(value, Opaque):
        return with_article(value.type)
    if isinstance(value, Handle):
        return "an object of your own class"
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, list | tuple | dict | set | str | bytes):
        return f"a {type(value).__name__} of {len(value)}"
    return f"a Python {type(value).__name__} ({value!r:.60})"


def with_article(words: str) -> str:
    """
    >>> with_article("int64 scalar"), with_article("uint8 scalar")
    ('an int64 scalar', 'a uint8 scalar')
    """
    return f"{'an' if words[:1] in tuple('aeioAEIO') else 'a'} {words}"


def answers_agree(one: Answer, other: Answer, bounds: Iterable[float]) -> bool:
    """Whether two subjects did the same, for the diagnosis: NaN and inf aren't told apart.

    bounds: one a leaf of `one`. Any exception equals any exception.
    """
    if one.is_exception or other.is_exception:
        return one.is_exception and other.is_exception
    return _agree(one.value, other.value, iter(bounds))


def _agree(one: Any, other: Any, bounds: Any) -> bool:
    if isinstance(one, tuple) or (isinstance(one, list) and not is_number_list(one)):
        same_kind = isinstance(other, list | tuple) and len(one) == len(other)
        return same_kind and all(_agree(a, b, bounds) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        same_keys = isinstance(other, dict) and set(one) == set(other)
        return same_keys and all(_agree(one[k], other[k], bounds) for k in one)
    bound = next(bounds, 0.0)
    if one is None or isinstance(one, str | bytes):
        return type(one) is type(other) and bool(one == other)
    items = list(other) if isinstance(other, tuple) else other
    left, right = as_array(one if isinstance(one, list) else np.asarray(one)), as_array(items)
    if left is None or right is None or left.shape != right.shape:
        return False
    if (left.dtype.kind == "b") != (right.dtype.kind == "b"):
        return False  # a mask of numbers isn't a mask of bools
    if "c" in (left.dtype.kind, right.dtype.kind):
        return False  # a mistake may leave the reals, an answer that came back never did
    if left.dtype.kind != "f" and right.dtype.kind != "f":
        return bool(np.array_equal(left, right))
    return _close(left.astype(np.float64), right.astype(np.float64), bound)


def _close(left: Array, right: Array, bound: float) -> bool:
    finite = np.isfinite(left)
    if not np.array_equal(finite, np.isfinite(right)):
        return False
    with np.errstate(all="ignore"):
        return bool(np.all(np.abs(left - right) <= bound, where=finite))
