"""What is asked of an answer to build-masks.

Some combined cases have B = n or n = m: a mask on the wrong axis raises elsewhere.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

SQUARE = "causal, as many keys as queries"
OBLONG = "causal, another number of keys"
PADDING = "padding"
COMBINED = "combined"
EXTREME = "Lengths of 0 and of m"


def cases(draw: Draw) -> Iterator[Case]:
    """Sixteen cases: causal masks of all forms, padding, and both together."""
    yield Case("causal_mask", (draw.size("n", 3, 5),), mode=SQUARE)
    yield Case("causal_mask", (draw.size("n", 4, 8),), mode=SQUARE)
    n = draw.size("n", 3, 6)
    yield Case("causal_mask", (n, n), mode=SQUARE)
    yield Case("causal_mask", draw.sizes(n=(2, 4), m=(5, 7)), mode=OBLONG)
    yield Case("causal_mask", draw.sizes(n=(3, 5), m=(6, 9)), mode=OBLONG)
    yield Case("causal_mask", draw.sizes(n=(4, 6), m=(2, 3)), mode=OBLONG)
    yield Case("causal_mask", draw.sizes(n=(5, 8), m=(3, 4)), mode=OBLONG)
    for bounds in ((3, 5), (5, 7), (6, 9), (8, 12)):
        B, m = draw.sizes(B=(2, 4), m=bounds)
        yield Case("padding_mask", (draw.integers(B, lo=1, hi=m), m), mode=PADDING)
    yield Case("combine", _masks(draw), mode=COMBINED)
    yield Case("combine", _masks(draw, equal="n m"), mode=COMBINED)
    yield Case("combine", _masks(draw, equal="n m"), mode=COMBINED)
    yield Case("combine", _masks(draw, equal="B n"), mode=COMBINED)
    yield Case("combine", _masks(draw, equal="B n"), mode=COMBINED)


def edges(draw: Draw) -> Iterator[Case]:
    """Rows that are empty or full, and single queries and keys."""
    for bounds in ((3, 5), (5, 8)):
        B, m = draw.sizes(B=(3, 4), m=bounds)
        lengths = draw.integers(B, lo=1, hi=m)
        lengths[:2] = 0, m
        yield Case("padding_mask", (lengths[draw.permutation(B)], m), title=EXTREME)
    yield Case("causal_mask", (1, draw.size("m", 4, 8)), title="One query sees every key")
    yield Case("causal_mask", (draw.size("n", 3, 6), 1), title="One key is seen by the last query")
    yield Case("causal_mask", (1,), title="One query and one key")


def properties(draw: Draw) -> Iterator[Case]:
    """The three functions together."""
    B, n, m = draw.sizes(B=(2, 4), n=(2, 4), m=(5, 8))
    yield Case(
        "combine",
        (draw.integers(B, lo=0, hi=m + 1), n, m),
        title="The three functions fit together",
        script=_whole,
    )
    yield Case(
        "causal_mask",
        (draw.size("m", 4, 7),),
        title="The last row of the square mask is the mask of the last query alone",
        script=_last_query,
    )


def _whole(subject: Any, lengths: Any, n: int, m: int) -> Any:
    """The types of the parts are judged elsewhere; here numbers would do."""
    causal, padding = subject.causal_mask(n, m), subject.padding_mask(lengths, m)
    return subject.combine(np.asarray(causal, dtype=bool), np.asarray(padding, dtype=bool))


def _last_query(subject: Any, m: int) -> Any:
    return [subject.causal_mask(m)[-1:], subject.causal_mask(1, m)]


def _masks(draw: Draw, equal: str = "") -> tuple[Any, Any]:
    """causal (n, m) and padding (B, m) of random content, with a True in every row.

    equal: "n m" or "B n", the sizes that agree.
    """
    B, n, m = draw.sizes(B=(2, 4), n=(2, 5), m=(4, 7))
    if equal == "n m":
        n = m
    if equal == "B n":
        B = n = draw.integer(2, 4)
    causal, padding = draw.bools(n, m, p=0.6), draw.bools(B, m, p=0.6)
    causal[np.arange(n), draw.integers(n, lo=0, hi=m)] = True
    return causal, padding
