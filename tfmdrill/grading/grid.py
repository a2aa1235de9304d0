"""Choosing what a person looks at: a small 2-D cut around the place that is most off."""

from typing import Any

import numpy as np

from tfmdrill.model.report import Grid

SHOWN = 8  # rows and columns: two grids of 8 numbers fit a screen, one above the other

Array = np.ndarray[Any, Any]


def grid_of(expected: Array, got: Array, bound: Array | float) -> Grid:
    """The last two axes around the worst entry, at most 8 x 8 of them.

    expected, got: real arrays of one shape (...), any dtype, NaN and inf allowed; not empty.
    bound: the largest |got - expected| that is right, a scalar or broadcastable to (...).

    The worst entry is the first whose NaN or inf stands in the wrong place, else the one that
    is furthest above its bound.

    >>> grid = grid_of(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.5, 3.0]), 0.1)
    >>> grid.at, grid.worst, grid.wrong
    ((1,), (0, 1), ((False, True, False),))

    Raises: ValueError for shapes that differ or an empty array.
    """
    if expected.shape != got.shape or expected.size == 0:
        raise ValueError(f"no grid of shapes {expected.shape} and {got.shape}")
    wanted = np.asarray(expected, dtype=np.float64)
    came = np.asarray(got, dtype=np.float64)
    excess = _excess(wanted, came, np.broadcast_to(np.asarray(bound, np.float64), wanted.shape))
    at = tuple(int(i) for i in np.unravel_index(int(np.argmax(excess)), excess.shape))

    place = (*([0] * (2 - len(at))), *at)  # an array of one axis is one row, a scalar one entry
    index, (row, column) = place[:-2], place[-2:]
    planes = [_plane(array, index) for array in (wanted, came, excess)]
    height, width = planes[0].shape
    top, left = _first_shown(row, height), _first_shown(column, width)
    wanted, came, excess = (p[top : top + SHOWN, left : left + SHOWN] for p in planes)
    return Grid(
        index=index,
        expected=_rows(wanted),
        got=_rows(came),
        wrong=tuple(tuple(bool(e > 0) for e in line) for line in excess),
        worst=(row - top, column - left),
        cut=(height, width) if max(height, width) > SHOWN else None,
        start=(top, left),
        at=at,
    )


def _excess(wanted: Array, came: Array, bound: Array) -> Array:
    """By how much each entry is over its bound, at most 0 where it is right; inf for NaN, inf."""
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(came - wanted) - bound
    same = (wanted == came) | (np.isnan(wanted) & np.isnan(came))
    both_finite = np.isfinite(wanted) & np.isfinite(came)
    return np.where(same, -np.inf, np.where(both_finite, off, np.inf))


def _plane(array: Array, index: tuple[int, ...]) -> Array:
    plane: Array = np.atleast_2d(array)[index]
    return plane


def _first_shown(worst: int, size: int) -> int:
    """Where a window of SHOWN entries begins so that it holds `worst`, near its middle."""
    return max(0, min(worst - SHOWN // 2, size - SHOWN))


def _rows(plane: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(v) for v in line) for line in plane)
