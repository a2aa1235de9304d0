"""What a case draws stays where `Draw` says, drawn for grading or made simple for a person."""

import numpy as np
import pytest

from tfmdrill.grading.draw import Draw


@pytest.mark.parametrize("simple", [False, True])
@pytest.mark.parametrize(("lo", "hi"), [(0.0, 1.0), (0.2, 0.4), (-1.0, 1.0), (0.01, 0.99)])
def test_uniform_numbers_stay_below_their_bound(lo: float, hi: float, simple: bool) -> None:
    """A random number of 1 lies outside [0, 1): 0.9 must not be made simple by rounding it up."""
    values = Draw([1], simple=simple).uniform(5_000, lo=lo, hi=hi)
    assert values.dtype == np.float64
    assert (values >= np.float32(lo)).all()
    assert (values < hi).all()
    assert (values == values.astype(np.float32)).all()


def test_what_is_made_simple_is_a_half_where_that_fits() -> None:
    values = Draw([1], simple=True).uniform(100, lo=-1.0, hi=1.0)
    halves = values == np.round(values * 2) / 2
    assert halves.mean() > 0.7
    assert not np.signbit(values[values == 0]).any()
