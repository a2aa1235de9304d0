"""The shared pieces of property scripts. The oracle: NumPy's own cumsum, sum and mean, for which
it is known what each change does."""

import numpy as np
import pytest

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import (
    before_and_after_another_end,
    before_and_after_padding,
    before_and_after_reordering,
    mask_with_holes,
    mask_with_holes_apart,
)

X = np.arange(24.0).reshape(2, 4, 3)


@pytest.mark.parametrize("axis", [1, 2])
def test_another_end_reaches_what_sums_up_to_there_and_nothing_before(axis: int) -> None:
    end = np.full_like(np.take(X, [0], axis), 100.0)
    before, after = before_and_after_another_end(
        lambda x: np.cumsum(x, axis), (X,), (end,), axis=axis
    )
    last = X.shape[axis] - 1
    assert np.array_equal(np.take(before, range(last), axis), np.take(after, range(last), axis))
    grown = np.take(after, [last], axis) - np.take(before, [last], axis)
    assert np.array_equal(grown, end - np.take(X, [last], axis))


def test_several_sequences_change_together() -> None:
    before, after = before_and_after_another_end(
        lambda x, y: (x + y)[:, -1], (X, -X), (X[:, :1], -X[:, :1])
    )
    assert not before.any()
    assert not after.any()


def test_reordering_moves_each_token_and_leaves_a_sum() -> None:
    order = np.array([2, 0, 3, 1])
    plain, moved = before_and_after_reordering(lambda x: x, (X,), order)
    assert np.array_equal(plain, X)
    assert np.array_equal(moved, np.stack([X[:, 2], X[:, 0], X[:, 3], X[:, 1]], axis=1))
    one, other = before_and_after_reordering(lambda x: x.sum(axis=1), (X,), order)
    assert np.array_equal(one, other)


def test_padding_is_masked_and_stands_behind_the_tokens() -> None:
    padding = np.full((2, 2, 3), 7.0)
    seen = before_and_after_padding(lambda x, mask: (x, mask), (X,), (padding,))
    (alone, real), (longer, mask) = seen
    assert np.array_equal(alone, X)
    assert real.all()
    assert np.array_equal(longer[:, :4], X)
    assert np.array_equal(longer[:, 4:], padding)
    assert mask.tolist() == [[True] * 4 + [False] * 2] * 2


def test_a_mask_of_ones_own_stays_before_the_padding() -> None:
    own = np.array([[True, False, True, True], [True, True, True, False]])
    means = before_and_after_padding(
        lambda x, mask: (x * mask[..., None]).sum(axis=1), (X,), (X[:, :1],), real=own
    )
    assert np.array_equal(*means)
    assert np.array_equal(means[0][0], X[0, [0, 2, 3]].sum(axis=0))


@pytest.mark.parametrize("make", [mask_with_holes, mask_with_holes_apart])
@pytest.mark.parametrize("seed", range(20))
def test_every_row_has_a_real_start_and_a_hole_with_something_real_behind_it(
    make: object, seed: int
) -> None:
    mask = make(Draw([seed]), 3, 6)  # type: ignore[operator]
    assert (mask.shape, mask.dtype) == ((3, 6), np.dtype(bool))
    assert mask[:, 0].all()
    for row in mask:
        hole = int(np.argmin(row))
        assert not row[hole]
        assert row[hole:].any()
