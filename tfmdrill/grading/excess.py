"""Answers far larger than what is asked: said to be so, and not kept.

A session keeps each answer for the diagnosis, and the scripts of checks compute with them. At
64 MiB an answer, or with axes that multiply with a script's own, the grader would run out of
memory for one submission.
"""

from itertools import chain
from typing import Any

import numpy as np

from tfmdrill.config import MIB
from tfmdrill.grading.comparing import describe
from tfmdrill.grading.oracle import Answer
from tfmdrill.runner import Gradient, Opaque, RemoteArray

ALWAYS_BYTES = MIB  # an answer of this size is kept whatever is asked
FACTOR = 8  # and one that is this many times as large as the right one
OBJECT_BYTES = 32  # a small Python object, roughly


def without_excess(value: Any, expected: Answer) -> Any:
    """The value as the runner returned it, or an Opaque that describes one too large to keep."""
    most = ALWAYS_BYTES + FACTOR * _size(expected.value, 2**40)
    if isinstance(value, Gradient):
        whole = (value.value, dict(value.grads))
        return value if _size(whole, most) <= most else Gradient(_described(value.value), {})
    return value if _size(value, most) <= most else _described(value)


def _described(value: Any) -> Opaque:
    return Opaque(describe(value).removeprefix("a "), "far larger than it should be")


def _size(tree: Any, most: int) -> int:
    """Bytes of a tree of values, roughly; counted no further than `most`."""
    if isinstance(tree, RemoteArray):
        return int(tree.values.nbytes)
    if isinstance(tree, np.ndarray | np.generic):
        return int(tree.nbytes)
    if isinstance(tree, str | bytes):
        return OBJECT_BYTES + 4 * len(tree)
    if not isinstance(tree, list | tuple | set | frozenset | dict):
        return OBJECT_BYTES
    total = OBJECT_BYTES * (1 + len(tree))
    for item in chain(tree, tree.values() if isinstance(tree, dict) else ()):
        if total > most:
            break
        total += _size(item, most - total)
    return total
