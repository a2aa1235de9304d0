"""What is asked of an answer to learned-positions."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "add_positions"
TOO_LONG = "offset + n > N raises ValueError"


def cases(draw: Draw) -> Iterator[Case]:
    """Without and with an offset, up to the table's last row, and as many sequences as tokens."""
    for n, grown in ((4, 0), (5, 0), (7, 3), (8, 5)):
        B, n, d, N = _sizes(draw, n, grown)
        x, table = draw.normal(B, n, d), draw.normal(N, d)
        yield Case(ENTRY, (x, table), mode="no offset", gradient=n < 6)
    for n, grown in ((3, 2), (4, 3), (5, 4), (6, 6)):
        B, n, d, N = _sizes(draw, n, grown)
        x, table = draw.normal(B, n, d), draw.normal(N, d)
        offset = draw.integer(1, N - n)
        yield Case(ENTRY, (x, table), {"offset": offset}, mode="an offset", gradient=grown < 4)
    for n, grown in ((3, 1), (4, 3), (6, 4)):
        B, n, d, N = _sizes(draw, n, grown)
        x, table = draw.normal(B, n, d), draw.normal(N, d)
        yield Case(
            ENTRY, (x, table), {"offset": N - n}, mode="up to the last row", gradient=grown < 3
        )
    for offset in (0, 2, 3):
        size, d = draw.sizes(B=(3, 5), d=(6, 9))
        N = size + draw.integer(offset + 1, offset + 4)
        x, table = draw.normal(size, size, d), draw.normal(N, d)
        yield Case(ENTRY, (x, table), {"offset": offset}, mode="as many sequences as tokens")


def edges(draw: Draw) -> Iterator[Case]:
    """One token as in decoding, the whole table, and tokens beyond it."""
    for last in (False, True):
        B, d, N = draw.sizes(B=(2, 4), d=(3, 6), N=(7, 9))
        offset = N - 1 if last else draw.integer(1, N - 2)
        yield Case(
            ENTRY,
            (draw.normal(B, 1, d), draw.normal(N, d)),
            {"offset": offset},
            title="One token at a time gets its own position, as when decoding with a cache",
        )
    B, n, d = draw.sizes(B=(2, 4), n=(5, 7), d=(3, 6))
    yield Case(
        ENTRY,
        (draw.normal(B, n, d), draw.normal(n, d)),
        title="A sequence as long as the table fits",
    )
    for over in ("length", "one", "one row left", "one row left", "far"):
        B, n, d, N = draw.sizes(B=(2, 2), n=(3, 4), d=(5, 6), N=(7, 9))
        n = N + 1 if over == "length" else n
        offset = {"length": 0, "one": N - n + 1, "one row left": N - 1, "far": N + 2}[over]
        yield Case(
            ENTRY,
            (draw.normal(B, n, d), draw.normal(N, d)),
            {"offset": offset},
            title=TOO_LONG,
            raises=ValueError,
        )


def properties(draw: Draw) -> Iterator[Case]:
    """What an offset means."""
    B, n, d, N = draw.sizes(B=(2, 3), n=(4, 6), d=(3, 5), N=(8, 10))
    yield Case(
        ENTRY,
        (draw.normal(B, n, d), draw.normal(N, d), draw.integer(1, n)),
        title="A sequence in two parts, the second with an offset, is like the whole",
        script=_in_two_parts,
    )


def _in_two_parts(subject: Any, x: Array, table: Array, cut: int) -> Any:
    first = np.asanyarray(subject.add_positions(x[:, :cut], table))
    second = np.asanyarray(subject.add_positions(x[:, cut:], table, offset=cut))
    return np.concatenate([first, second], axis=1)


def _sizes(draw: Draw, n: int, grown: int) -> tuple[int, int, int, int]:
    """B, n, d and a table N of more than n + grown / 2 rows, all different."""
    B, length, d = draw.sizes(B=(2, 3), n=(3, n), d=(3, 4 + grown))
    N = draw.size("N", length + 2 + grown // 2, length + 5 + grown)
    return B, length, d, N
