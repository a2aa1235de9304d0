"""What is asked of an answer to perplexity."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Subject

Array = np.ndarray[Any, Any]

ROWS = "rows of different lengths"
HOLES = "holes and padding on the left"
LONG = "long texts"
BITS = "bits per byte"

SINGLE = "A single token"
CERTAIN = "Certain tokens give a perplexity of 1 and no bits"
EMPTY_ROW = "A row without a counted token changes nothing"
GARBAGE = "Large numbers at places that don't count change nothing"
PADDED = "More padding changes nothing"


def cases(draw: Draw) -> Iterator[Case]:
    """Short rows with certain tokens among them, holes, long rows, and bits."""
    for B, n in ((3, 5), (4, 7), (3, 9), (4, 8)):
        B, n = draw.sizes(B=(2, B), n=(4, n))
        lengths = 1 + draw.permutation(n)[:B]
        lengths[draw.integer(0, B)] = n - 1
        mask = np.arange(n) < lengths[:, None]
        yield Case("perplexity", (_scores(draw, mask), mask), mode=ROWS)
    for B, n in ((3, 6), (4, 8), (3, 9)):
        mask = _holes(draw, *draw.sizes(B=(2, B), n=(5, n)))
        yield Case("perplexity", (_scores(draw, mask), mask), mode=HOLES)
    for n in (300, 400):
        B, n = draw.size("B", 2, 3), draw.size("n", n, n + 40)
        mask = np.arange(n) < (n - 30 * (1 + draw.permutation(B)))[:, None]
        nll = np.where(mask, draw.uniform(B, n, lo=2.5, hi=5.0), draw.uniform(B, n, hi=9.0))
        yield Case("perplexity", (nll, mask), mode=LONG)
    for B, n in ((3, 6), (4, 7), (3, 8), (4, 9), (3, 7)):
        B, n = draw.sizes(B=(2, B), n=(5, n))
        mask = _holes(draw, B, n)
        n_bytes = draw.size("n_bytes", 3 * n, 8 * n)
        yield Case("bits_per_byte", (_scores(draw, mask), mask, n_bytes), mode=BITS)


def edges(draw: Draw) -> Iterator[Case]:
    """One token, certainty, rows without tokens, and padding with large numbers in it."""
    one = np.ones((1, 1), dtype=bool)
    yield from _both(draw.uniform(1, 1, lo=0.5, hi=3.0), one, 4, SINGLE, chance=True)
    mask = np.arange(12).reshape(3, 4) == draw.integer(0, 12)
    yield from _both(draw.uniform(3, 4, lo=0.5, hi=3.0), mask, 5, SINGLE, chance=True)
    mask = _holes(draw, 2, 5)
    yield from _both(np.where(mask, 0.0, 1.5), mask, 9, CERTAIN, chance=True)
    mask = _holes(draw, 3, 6) & (np.arange(3) != draw.integer(0, 3))[:, None]
    yield from _both(_scores(draw, mask), mask, 20, EMPTY_ROW, chance=True)
    mask = _holes(draw, 3, 6)
    nll = np.where(mask, _scores(draw, mask), draw.uniform(3, 6, lo=-9e3, hi=9e3))
    for case in _both(nll, mask, 20, GARBAGE, chance=True):
        yield replace(case, masked={"nll": ~mask})


def properties(draw: Draw) -> Iterator[Case]:
    """A batch padded further."""
    mask = _holes(draw, *draw.sizes(B=(2, 4), n=(5, 8)))
    arguments = (_scores(draw, mask), mask, draw.uniform(len(mask), 3, hi=4.0))
    yield Case("perplexity", arguments, title=PADDED, script=_padded)


def _holes(draw: Draw, B: int, n: int) -> Array:
    """A mask (B, n) with padding anywhere; each row has a counted token and one that isn't."""
    mask = draw.bools(B, n, p=0.6)
    places = np.stack([draw.permutation(n) for _ in range(B)])
    rows = np.arange(B)
    mask[rows, places[:, 0]] = True
    mask[rows, places[:, 1]] = False
    return mask


def _scores(draw: Draw, mask: Array) -> Array:
    """nll of the shape of mask, with a 0 among the counted ones, and others where mask is False."""
    scores = draw.uniform(*mask.shape, lo=0.3, hi=3.0)
    elsewhere = draw.uniform(*mask.shape, lo=0.5, hi=4.0)
    counted = np.argwhere(mask)
    row, column = counted[draw.integer(0, len(counted))]
    if len(counted) > 1:
        scores[row, column] = 0.0
    return np.where(mask, scores, elsewhere)


def _both(
    nll: Array, mask: Array, n_bytes: int, title: str, *, chance: bool = False
) -> Iterator[Case]:
    """Both functions. chance: what a mistake makes of it hangs on how it was written."""
    yield Case("perplexity", (nll, mask), title=title, rounding=chance)
    yield Case("bits_per_byte", (nll, mask, n_bytes), title=title, rounding=chance)


def _padded(subject: Subject, nll: Array, mask: Array, more: Array) -> Any:
    wide = np.concatenate([more, nll], axis=-1)
    wider = np.concatenate([np.zeros(more.shape, dtype=bool), mask], axis=-1)
    return [subject.perplexity(nll, mask), subject.perplexity(wide, wider)]
