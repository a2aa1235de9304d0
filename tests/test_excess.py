"""Answers far larger than the right one are described, not kept; all others stay as they are."""

import numpy as np
import pytest

from tfmdrill.grading.excess import ALWAYS_BYTES, FACTOR, without_excess
from tfmdrill.grading.oracle import Answer
from tfmdrill.runner import Gradient, Opaque, RemoteArray


def floats(count: int) -> RemoteArray:
    return RemoteArray(np.zeros((count, 1), np.float32), "float32", "numpy")


@pytest.mark.parametrize(
    "value",
    [
        None,
        2**500,
        "text",
        [1, 2.5, {"a": (True, b"x")}],
        floats(ALWAYS_BYTES // 4),
        [[0.5] * 100] * 100,
        Gradient(floats(3), {"q": floats(3), "k": None}),
    ],
)
def test_what_isn_t_large_stays(value: object) -> None:
    assert without_excess(value, Answer(1.0)) is value


def test_what_is_as_large_as_the_right_answer_stays() -> None:
    right = np.zeros(ALWAYS_BYTES)
    value = floats(FACTOR * right.nbytes // 4)
    assert without_excess(value, Answer([right])) is value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (floats(ALWAYS_BYTES), f"float32 array of shape ({ALWAYS_BYTES}, 1)"),
        ([0.5] * 100_000, "list of 100000"),
        ({"a": ["x" * ALWAYS_BYTES]}, "dict of 1"),
        ([[floats(ALWAYS_BYTES // 8)] * 3], "list of 1"),
    ],
)
def test_what_is_larger_is_named(value: object, words: str) -> None:
    assert without_excess(value, Answer(1.0)) == Opaque(words, "far larger than it should be")


def test_gradients_that_are_larger_are_none() -> None:
    kept = without_excess(Gradient(floats(1), {"q": floats(ALWAYS_BYTES)}), Answer(1.0))
    assert isinstance(kept, Gradient)
    assert not kept.grads
