"""A heat map can be read without colour, fits its width, and always holds the worst entry."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reports import GRID, WIDE_GRID
from rich.cells import cell_len

from tfmdrill.model.report import Grid
from tfmdrill.render.console import Signs
from tfmdrill.render.heat import cut_words, heat_map, numbers_of, severities, worst_words


def lines(grid: Grid, width: int = 76, rows: int = 8) -> list[str]:
    return [line.plain for line in heat_map(grid, width=width, stacked_rows=rows, signs=Signs())]


def test_marks_tell_the_size_of_the_error_without_colour() -> None:
    drawn = "\n".join(lines(GRID))
    assert "▸ 2.750█" in drawn
    assert "0.400▒" in drawn
    assert "nan▓" in drawn
    assert drawn.count("0.250 ") == 2  # right: no mark, in either map


def test_severity_follows_the_largest_finite_error() -> None:
    assert severities(GRID) == ((0, 0, 2), (0, 4, 3))


def test_expected_stands_beside_got_where_both_fit_and_above_where_not() -> None:
    assert any("expected" in line and "got" in line for line in lines(GRID, 76))
    narrow = lines(GRID, 40)
    assert not any("expected" in line and "got" in line for line in narrow)
    assert sum("expected" in line or "got" in line for line in narrow) == 2


def test_stacked_maps_keep_the_rows_around_the_worst() -> None:
    drawn = lines(WIDE_GRID, 76, rows=3)
    assert sum(line.lstrip().startswith("9 ") for line in drawn) == 2
    assert "rows 8 to 10 of 20, columns 10 to 17 of 30" in drawn[0]
    assert any("▸6.751█" in line for line in drawn)


@pytest.mark.parametrize("width", [20, 36, 56, 76, 136])
def test_no_line_is_wider_than_asked_and_the_worst_is_always_there(width: int) -> None:
    drawn = lines(WIDE_GRID, width)
    assert all(cell_len(line) <= width for line in drawn[1:-1])
    assert any("▸" in line and "6.751█" in line for line in drawn[:-1])


def test_digits_grow_until_a_small_error_can_be_seen() -> None:
    near = Grid((), ((0.841192,),), ((0.841345,),), ((True,),), (0, 0))
    numbers = numbers_of(near)
    assert numbers.expected[0][0] != numbers.got[0][0]
    assert worst_words(near) == "expected 0.8412, got 0.8413"
    nearer = replace(near, got=((0.84119206,),))
    assert numbers_of(nearer).got[0][0] != numbers_of(nearer).expected[0][0]


def test_whole_numbers_have_no_decimals_and_huge_ones_an_exponent() -> None:
    whole = Grid((), ((3.0, -0.0),), ((3.0, 7.0),), ((False, True),), (0, 1), at=(1,))
    assert numbers_of(whole).got == (("3", "7"),)
    assert numbers_of(whole).expected == (("3", "0"),)
    assert worst_words(whole) == "furthest off at [1]: expected 0, got 7"
    huge = replace(whole, got=((3.5, 1e30),))
    assert numbers_of(huge).got == (("3.5", "1e+30"),)


def test_infinities_keep_their_sign() -> None:
    grid = Grid((), ((-math.inf, 1.5),), ((math.inf, 1.5),), ((True, False),), (0, 0), at=(0,))
    assert worst_words(grid) == "furthest off at [0]: expected -inf, got inf"


def test_part_shown_is_named_with_its_place_in_the_whole() -> None:
    assert cut_words(WIDE_GRID) == "[2, :, :], rows 4 to 11 of 20, columns 10 to 17 of 30"
    assert cut_words(replace(GRID, index=())) == ""


finite = st.floats(allow_nan=True, allow_infinity=True, width=32)


@given(st.data(), st.integers(1, 8), st.integers(1, 8), st.integers(20, 150))
def test_any_grid_can_be_drawn(data: st.DataObject, rows: int, columns: int, width: int) -> None:
    def values(kind: st.SearchStrategy) -> tuple:
        return tuple(tuple(data.draw(kind) for _ in range(columns)) for _ in range(rows))

    worst = (data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1)))
    grid = Grid((), values(finite), values(finite), values(st.booleans()), worst, at=worst)
    drawn = lines(grid, width, rows=4)
    assert any("▸" in line for line in drawn[:-1])
    assert all(cell_len(line) <= width for line in drawn[1:-1])
