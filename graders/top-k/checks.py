"""What is asked of an answer to top-k.

Neighbours in the order of a row lie 0.15 or more apart, and each row has a level of its own, so
that a threshold from elsewhere shows.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "top_k_filter"
STEP = 0.6
WIDE = 8.0  # times STEP and 190 ranks is more than 745, where exp underflows in float64
TOO_SMALL = "k below 1 raises ValueError"


def cases(draw: Draw) -> Iterator[Case]:
    """k in the middle, 1 and V - 1, rows with -inf, and batches with as many rows as ids.

    In two vocabularies of hundreds a cap on k shows, or an order by probabilities that are 0.
    """
    for V in (6, 8, 11):
        B, V = draw.sizes(B=(2, 4), V=(5, V))
        yield Case(ENTRY, (_rows(draw, B, V), draw.integer(2, V - 1)), mode="k in the middle")
    B, V = draw.sizes(B=(2, 4), V=(200, 220))
    yield Case(ENTRY, (_wide(draw, B, V), V - draw.integer(8, 16)), mode="k in the middle")
    for V in (6, 9, 12):
        B, V = draw.sizes(B=(2, 4), V=(5, V))
        yield Case(ENTRY, (_rows(draw, B, V), 1), mode="k = 1")
    B, V = draw.sizes(B=(2, 4), V=(5, 6))
    yield Case(ENTRY, (_rows(draw, B, V), V - 1), mode="k = V - 1")
    B, V = draw.sizes(B=(2, 4), V=(200, 220))
    yield Case(ENTRY, (_wide(draw, B, V), V - 1), mode="k = V - 1")
    for k, impossible in ((2, 2), (3, 4), (2, 5)):
        B, V = draw.sizes(B=(2, 4), V=(8, 11))
        yield Case(ENTRY, (_rows(draw, B, V, impossible), k), mode="some logits are -inf")
    for k in (2, 3):
        size = draw.size("B", 5, 7)
        yield Case(ENTRY, (_rows(draw, size, size), k), mode="as many rows as ids")


def edges(draw: Draw) -> Iterator[Case]:
    """k at and beyond both ends, far levels, a vocabulary of one."""
    for beyond in (0, 3):
        B, V = draw.sizes(B=(2, 4), V=(5, 8))
        title = "k > V keeps everything" if beyond else "k = V keeps everything"
        yield Case(ENTRY, (_rows(draw, B, V), V + beyond), title=title)
    B, V = draw.sizes(B=(2, 4), V=(5, 8))
    yield Case(ENTRY, (_rows(draw, B, V, 2), 50), title="k > V keeps everything")
    B, V = draw.sizes(B=(2, 4), V=(7, 10))
    yield Case(
        ENTRY,
        (_rows(draw, B, V, V - 2), 4),
        title="A row with fewer than k finite logits keeps them all",
        rounding=True,  # which of the others a mistake keeps is chance: all are -inf
    )
    for k in (0, -1, 0, -2):
        B, V = draw.sizes(B=(2, 4), V=(6, 8))
        yield Case(ENTRY, (_rows(draw, B, V), k), title=TOO_SMALL, raises=ValueError)
    for level in (1e4, -1e4):
        B, V = draw.sizes(B=(2, 4), V=(5, 8))
        yield Case(
            ENTRY,
            (_rows(draw, B, V) + level, draw.integer(2, V - 1)),
            title="Logits near 10,000 or -10,000 work",
        )
    yield Case(ENTRY, (draw.normal(3, 1), 1), title="A vocabulary of one token works")


def properties(draw: Draw) -> Iterator[Case]:
    """What holds for any logits."""
    B, V = draw.sizes(B=(2, 4), V=(6, 9))
    yield Case(
        ENTRY,
        (_rows(draw, B, V), draw.integer(2, V - 1), draw.permutation(V)),
        title="Renumbering the tokens renumbers the result",
        script=_renumbered,
    )
    B, V = draw.sizes(B=(2, 4), V=(6, 9))
    yield Case(
        ENTRY,
        (_rows(draw, B, V), draw.integer(3, V - 1)),
        title="Filtering once more with a smaller k is like filtering with that",
        script=_twice,
    )


def _renumbered(subject: Any, logits: Array, k: int, order: Array) -> Any:
    return subject.top_k_filter(logits[:, order], k)


def _twice(subject: Any, logits: Array, k: int) -> Any:
    return subject.top_k_filter(np.asanyarray(subject.top_k_filter(logits, k)), k - 1)


def _wide(draw: Draw, B: int, V: int) -> Array:
    """Rows (B, V) so wide that the last probabilities are 0 in float64; the first tops at 0."""
    logits = WIDE * _rows(draw, B, V)
    logits[0] -= logits[0].max()
    return logits.astype(np.float32).astype(np.float64)


def _rows(draw: Draw, B: int, V: int, impossible: int = 0) -> Array:
    """Rows (B, V) in random order without near ties, `impossible` logits of each at -inf."""
    order = np.stack([draw.permutation(V) for _ in range(B)])
    logits = STEP * order + draw.uniform(B, V, lo=0.0, hi=0.75 * STEP)
    logits = logits + draw.uniform(B, 1, lo=-6.0, hi=2.0)
    lost = np.stack([draw.permutation(V) for _ in range(B)]) < impossible
    return np.where(lost, -np.inf, logits).astype(np.float32).astype(np.float64)
