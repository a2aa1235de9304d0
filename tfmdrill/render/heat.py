"""A grid of numbers as a heat map: expected beside got, how far off by sign, letter and colour."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from rich.text import Text

from tfmdrill.model.report import Grid
from tfmdrill.render.console import Signs

# By severity: right, then wrong by up to a tenth, half, all of the largest error; the worst.
STYLES = ("", "yellow", "red", "bold red", "bold reverse red")
MODERATE, LARGE = 0.1, 0.5  # of the largest error shown
MOST_DIGITS = 9  # float32 needs no more
GAP = 3  # columns between the two maps


@dataclass(frozen=True, slots=True)
class Numbers:
    """The entries as text, all with the same digits, enough to see that the worst is wrong."""

    expected: tuple[tuple[str, ...], ...]
    got: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        return max(len(n) for rows in (self.expected, self.got) for row in rows for n in row)


def numbers_of(grid: Grid) -> Numbers:
    """Whole numbers as such, others with about four digits, more where the error needs them."""
    row, column = grid.worst
    for digits in range(4, MOST_DIGITS + 1):
        show = _Format.fitting(grid, digits)
        if show(grid.expected[row][column]) != show(grid.got[row][column]):
            break
    return Numbers(
        tuple(tuple(show(x) for x in line) for line in grid.expected),
        tuple(tuple(show(x) for x in line) for line in grid.got),
    )


def severities(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """0 where right, 1 to 3 by size of the error, 4 at the worst; NaN and inf misplaced are 3."""
    errors = [[abs(g - e) for e, g in zip(*pair, strict=True)] for pair in _pairs(grid)]
    marked = zip(chain(*errors), chain(*grid.wrong), strict=True)
    largest = max((e for e, wrong in marked if wrong and math.isfinite(e)), default=0.0)

    def severity(row: int, column: int) -> int:
        if (row, column) == grid.worst:
            return 4
        if not grid.wrong[row][column]:
            return 0
        error = errors[row][column]
        if not math.isfinite(error) or error > LARGE * largest:
            return 3
        return 2 if error > MODERATE * largest else 1

    return tuple(
        tuple(severity(r, c) for c in range(len(line))) for r, line in enumerate(grid.wrong)
    )


def worst_words(grid: Grid) -> str:
    """The place that is most off, as an index into the whole answer, with both values there."""
    row, column = grid.worst
    numbers = numbers_of(grid)
    words = f"expected {numbers.expected[row][column]}, got {numbers.got[row][column]}"
    return f"furthest off at [{', '.join(map(str, grid.at))}]: {words}" if grid.at else words


def cut_words(grid: Grid) -> str:
    """Which part of the answer the grid shows; empty if all of it."""
    words = ""
    if grid.index:
        words = f"[{', '.join(map(str, grid.index))}, :, :]"
    if grid.cut is None:
        return words
    rows, columns = len(grid.got), len(grid.got[0])
    parts = []
    if rows < grid.cut[0]:
        parts.append(f"rows {grid.start[0]} to {grid.start[0] + rows - 1} of {grid.cut[0]}")
    if columns < grid.cut[1]:
        last = grid.start[1] + columns - 1
        parts.append(f"columns {grid.start[1]} to {last} of {grid.cut[1]}")
    return ", ".join([words] * bool(words) + parts)


def heat_map(grid: Grid, *, width: int, stacked_rows: int, signs: Signs) -> list[Text]:
    """The lines to print, none wider than `width` columns.

    Expected stands left of got where both fit; where they don't, above it, and then only the
    `stacked_rows` around the worst are shown. Columns far from the worst are left out where
    even one map is too wide.
    """
    cell = numbers_of(grid).width + 2
    label = len(str(grid.start[0] + len(grid.got) - 1)) + 1
    columns = max(1, min(len(grid.got[0]), (width - label) // cell))
    one = label + columns * cell
    beside = 2 * one + GAP <= width
    grid = _narrowed(grid, len(grid.got) if beside else stacked_rows, columns)
    numbers = numbers_of(grid)

    shown = cut_words(grid)
    expected = list(_map_lines(grid, numbers.expected, "expected", cell, label, None, signs))
    got = list(_map_lines(grid, numbers.got, "got", cell, label, severities(grid), signs))
    if beside:
        lines = [
            _padded(left, one + GAP).append_text(right)
            for left, right in zip(expected, got, strict=True)
        ]
    else:
        lines = [*expected, *got]
    legend = _legend(grid, signs)
    return [Text(shown, style="dim")] * bool(shown) + lines + [Text(legend, style="dim")]


@dataclass(frozen=True, slots=True)
class _Format:
    """How a number is written: fixed decimals, or `digits` significant ones where None."""

    decimals: int | None
    digits: int

    def __call__(self, value: float) -> str:
        if not math.isfinite(value):
            return str(value)
        text = f"{value:.{self.digits}g}"
        if self.decimals is not None:
            text = f"{value:.{self.decimals}f}"
        return text.lstrip("-") if float(text) == 0 else text

    @classmethod
    def fitting(cls, grid: Grid, digits: int) -> "_Format":
        rows = (*grid.expected, *grid.got)
        finite = [abs(x) for row in rows for x in row if math.isfinite(x)]
        largest = max(finite, default=0.0)
        if largest < 1e9 and all(x == int(x) for x in finite):
            return cls(0, digits)
        if not 1e-3 <= largest < 1e5:
            return cls(None, digits)
        return cls(max(0, digits - 1 - math.floor(math.log10(largest))), digits)


def _pairs(grid: Grid) -> Iterator[tuple[tuple[float, ...], tuple[float, ...]]]:
    return zip(grid.expected, grid.got, strict=True)


def _narrowed(grid: Grid, rows: int, columns: int) -> Grid:
    """The grid with at most so many rows and columns, the worst among them."""
    full = (len(grid.got), len(grid.got[0]))
    if rows >= full[0] and columns >= full[1]:
        return grid
    top = max(0, min(grid.worst[0] - rows // 2, full[0] - rows))
    left = max(0, min(grid.worst[1] - columns // 2, full[1] - columns))
    down, across = slice(top, top + rows), slice(left, left + columns)
    return replace(
        grid,
        expected=tuple(line[across] for line in grid.expected[down]),
        got=tuple(line[across] for line in grid.got[down]),
        wrong=tuple(line[across] for line in grid.wrong[down]),
        worst=(grid.worst[0] - top, grid.worst[1] - left),
        cut=grid.cut or full,
        start=(grid.start[0] + top, grid.start[1] + left),
    )


def _map_lines(
    grid: Grid,
    numbers: tuple[tuple[str, ...], ...],
    title: str,
    cell: int,
    label: int,
    heat: tuple[tuple[int, ...], ...] | None,
    signs: Signs,
) -> Iterator[Text]:
    """A title, then a line a row: its number, and each entry between its two marks."""
    yield Text(" " * label + title, style="bold")
    for r, line in enumerate(numbers):
        text = Text().append(f"{grid.start[0] + r}".rjust(label - 1) + " ", style="dim")
        for c, number in enumerate(line):
            severity = heat[r][c] if heat else 0
            before = signs.worst if severity == 4 else " "
            text.append(before)
            text.append(number.rjust(cell - 2), style=STYLES[severity])
            # Not reversed with the number: that would turn the full block into a blank.
            text.append(signs.heat[severity], style=STYLES[min(severity, 3)])
        yield text


def _padded(text: Text, width: int) -> Text:
    text.pad_right(max(0, width - text.cell_len))
    return text


def _legend(grid: Grid, signs: Signs) -> str:
    others = sorted({s for line in severities(grid) for s in line} - {0, 4})
    words = f"{signs.worst}{signs.heat[4]} furthest off"
    if not others:
        return words
    shades = " ".join(signs.heat[s] for s in others)
    return f"{words}   {shades} wrong" + (", fuller is further" if len(others) > 1 else "")
