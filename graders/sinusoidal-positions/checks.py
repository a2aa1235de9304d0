"""What is asked of an answer to sinusoidal-positions.

With one pair all exponents are 0, so a width of 2 is left to the edges.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "sinusoidal_positions"


def cases(draw: Draw) -> Iterator[Case]:
    """Small tables, longer ones, and ones of another base; fewer and more rows than columns."""
    for n, d in (((3, 5), (6, 8)), ((2, 3), (4, 6)), ((7, 9), (4, 6)), ((3, 7), (8, 12))):
        yield _case(draw, n, d, mode="a small table")
    for n, d in (((20, 30), (6, 10)), ((40, 60), (8, 16)), ((30, 40), (24, 32))):
        yield _case(draw, n, d, mode="a longer table")
    for lo, hi in ((20.0, 60.0), (100.0, 300.0), (20_000.0, 50_000.0), (400_000.0, 600_000.0)):
        base = round(draw.number(lo, hi))
        yield _case(draw, (5, 12), (6, 10), mode="another base", base=float(base))
    yield _case(draw, (30, 50), (4, 10), mode="another base", base=100.0)


def edges(draw: Draw) -> Iterator[Case]:
    """One pair, one position, far positions, and widths that can't be paired."""
    yield _case(draw, (4, 9), (2, 2), title="A width of 2 is one sine and one cosine")
    yield _case(draw, (1, 1), (4, 8), title="One position gives sines of 0 and cosines of 1")
    yield _case(draw, (2000, 3000), (4, 6), title="Late positions keep their angles")
    for d in (5, 7):
        yield Case(
            ENTRY,
            (draw.size("n", 2, 4), d),
            title="An odd width raises ValueError",
            raises=ValueError,
        )


def properties(draw: Draw) -> Iterator[Case]:
    """What makes the table useful."""
    yield Case(
        ENTRY,
        (draw.size("n", 6, 9), draw.size("d", 4, 12, multiple_of=2)),
        title="The product of two rows depends on their distance alone",
        script=_products,
    )
    yield Case(
        ENTRY,
        (draw.size("n", 4, 7), draw.size("d", 4, 12, multiple_of=2)),
        title="A longer table begins with the shorter one",
        script=_shorter,
    )


def _products(subject: Any, n: int, d: int) -> Any:
    table = np.asanyarray(subject.sinusoidal_positions(n, d))
    products = table @ table.T
    change = products[1:, 1:] - products[:-1, :-1]
    return {"change under a shift": change, "distance counts": bool(np.ptp(products) > 1e-2)}


def _shorter(subject: Any, n: int, d: int) -> Any:
    short = np.asanyarray(subject.sinusoidal_positions(n, d))
    long = np.asanyarray(subject.sinusoidal_positions(2 * n, d))
    return {"difference": long[:n] - short, "rows differ": bool(np.ptp(long, axis=0).max() > 1e-2)}


def _case(
    draw: Draw,
    n: tuple[int, int],
    d: tuple[int, int],
    *,
    mode: str = "",
    title: str = "",
    base: float | None = None,
) -> Case:
    length, width = draw.size("n", *n), draw.size("d", *d, multiple_of=2)
    options = {} if base is None else {"base": base}
    return Case(ENTRY, (length, width), options, mode=mode, title=title)
