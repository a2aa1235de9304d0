"""The grid shows the entry that is most off, wherever it is; places are written by hand."""

import math

import numpy as np
import pytest

from tfmdrill.grading.grid import SHOWN, grid_of


def test_worst_entry_of_many_axes_is_found_with_its_full_index() -> None:
    expected = np.arange(2 * 3 * 4 * 5, dtype=np.float64).reshape(2, 3, 4, 5)
    got = expected.copy()
    got[1, 2, 3, 0] += 1
    got[1, 2, 0, 4] += 3
    grid = grid_of(expected, got, 0.5)
    assert grid.at == (1, 2, 0, 4)
    assert grid.index == (1, 2)
    assert grid.worst == (0, 4)
    assert grid.cut is None
    assert grid.expected == tuple(map(tuple, expected[1, 2].tolist()))
    assert [(r, c) for r in range(4) for c in range(5) if grid.wrong[r][c]] == [(0, 4), (3, 0)]


def test_bound_of_each_entry_decides_which_is_worst() -> None:
    got = np.array([1.0, 3.0, 2.0])
    grid = grid_of(np.zeros(3), got, np.array([0.1, 2.9, 0.1]))
    assert grid.at == (2,)
    assert grid.wrong == ((True, True, True),)


def test_misplaced_nan_or_inf_is_worse_than_any_number() -> None:
    expected = np.array([[1.0, math.nan], [math.inf, 2.0], [-math.inf, 0.0]])
    got = np.array([[1e30, math.nan], [math.inf, math.nan], [math.inf, 0.0]])
    grid = grid_of(expected, got, 1.0)
    assert grid.at == (1, 1)
    assert grid.wrong == ((True, False), (False, True), (True, False))


def test_large_answer_is_cut_to_a_window_around_the_worst() -> None:
    expected = np.zeros((3, 20, 30))
    got = expected.copy()
    got[2, 19, 11] = 5
    grid = grid_of(expected, got, 0.0)
    assert (len(grid.got), len(grid.got[0])) == (SHOWN, SHOWN)
    assert grid.cut == (20, 30)
    row, column = grid.worst
    assert grid.got[row][column] == 5
    assert (grid.start[0] + row, grid.start[1] + column) == (19, 11)


@pytest.mark.parametrize("shape", [(), (4,), (1, 4), (2, 1, 1, 3)])
def test_any_number_of_axes_makes_a_grid(shape: tuple[int, ...]) -> None:
    expected = np.zeros(shape)
    got = expected.copy()
    got[(-1,) * len(shape)] = 2
    grid = grid_of(expected, got, 0.1)
    assert grid.at == tuple(n - 1 for n in shape)
    assert grid.got[grid.worst[0]][grid.worst[1]] == 2


def test_integers_and_bools_are_taken_as_numbers() -> None:
    grid = grid_of(np.array([True, False]), np.array([True, True]), 0)
    assert grid.got == ((1.0, 1.0),)
    assert grid_of(np.array([3, 4]), np.array([3, 9]), 0).at == (1,)


@pytest.mark.parametrize(
    ("expected", "got"), [(np.zeros(3), np.zeros((3, 1))), (np.zeros((0, 2)), np.zeros((0, 2)))]
)
def test_unequal_shapes_and_empty_arrays_are_refused(expected: np.ndarray, got: np.ndarray) -> None:
    with pytest.raises(ValueError, match="no grid"):
        grid_of(expected, got, 0.0)
