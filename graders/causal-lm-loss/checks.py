"""What is asked of an answer to causal-lm-loss.

Every row has a token that counts, except where nothing counts at all: how a mean of row means
treats empty rows is its own affair.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import before_and_after_padding
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "causal_lm_loss"
NOTHING = "With nothing to score the loss is 0"
FAR = "A token of probability near 0 has a finite loss"
LEVEL = "Logits near 1e4 or -1e4 lose only rounding"
GARBAGE = "Huge logits that score nothing do not move the loss"
CERTAIN = 60.0  # beside logits of unit scale: its loss is 0.0, in float64 too
SMALL = {"B": (2, 3), "n": (4, 5), "V": (6, 8)}
LARGER = {"B": (3, 5), "n": (6, 8), "V": (9, 12)}


def cases(draw: Draw) -> Iterator[Case]:
    """No mask, padding on the right, and masks with holes; small first."""
    for bounds in (SMALL, SMALL, LARGER, LARGER):
        logits, ids = _arrays(draw, bounds)
        if bounds is LARGER:
            logits[0, 0, ids[0, 1]] = CERTAIN
        yield Case(ENTRY, (logits, ids), mode="no mask", gradient=bounds is SMALL)
    for bounds in (SMALL, LARGER, LARGER, LARGER):
        logits, ids = _arrays(draw, bounds)
        mask = _padded_right(draw, ids)
        yield Case(
            ENTRY,
            (logits, ids),
            {"mask": mask},
            mode="padding on the right",
            gradient=bounds is SMALL,
        )
    for bounds in (SMALL, SMALL, LARGER, LARGER, LARGER):
        logits, ids = _arrays(draw, bounds)
        mask = _holes(draw, ids)
        yield Case(
            ENTRY, (logits, ids), {"mask": mask}, mode="a mask with holes", gradient=bounds is SMALL
        )


def edges(draw: Draw) -> Iterator[Case]:
    """Nothing to score, one token to score, improbable tokens, levels, and logits not in use."""
    logits, ids = _arrays(draw, SMALL)
    mask = np.zeros(ids.shape, dtype=bool)
    yield Case(ENTRY, (logits, ids), {"mask": mask}, title=NOTHING, gradient=True)
    logits, ids = _arrays(draw, SMALL)
    mask = np.zeros(ids.shape, dtype=bool)
    mask[:, 0] = True
    yield Case(ENTRY, (logits, ids), {"mask": mask}, title=NOTHING, gradient=True)
    logits, ids = _arrays(draw, {"B": (2, 3), "n": (1, 1), "V": (4, 6)})
    yield Case(ENTRY, (logits, ids), title=NOTHING)

    logits, ids = _arrays(draw, {"B": (3, 4), "n": (2, 2), "V": (5, 7)})
    yield Case(ENTRY, (logits, ids), title="With n = 2 a row has one token to score")

    for gap in (150.0, 3000.0):
        logits, ids = _arrays(draw, SMALL)
        row = draw.integer(0, len(ids))
        logits[row, 0, (ids[row, 1] + 1) % logits.shape[-1]] = gap  # against another token
        # How wrong a clipped or underflowing answer is depends on its constants.
        yield Case(ENTRY, (logits, ids), title=FAR, rounding=True)

    for level in (1e4, -1e4):
        logits, ids = _arrays(draw, SMALL)
        yield Case(ENTRY, (logits + level, ids), {"mask": _holes(draw, ids)}, title=LEVEL)

    for mask_of in (_padded_right, _holes):
        logits, ids = _arrays(draw, LARGER)
        mask = mask_of(draw, ids)
        unused = np.ones(ids.shape, dtype=bool)
        unused[:, :-1] = ~mask[:, 1:]
        garbage = draw.uniform(*logits.shape, lo=1e3, hi=4e3)
        logits = np.where(unused[..., None], garbage, logits)
        hidden = np.broadcast_to(unused[..., None], logits.shape)
        yield Case(ENTRY, (logits, ids), {"mask": mask}, title=GARBAGE, masked={"logits": hidden})


def properties(draw: Draw) -> Iterator[Case]:
    """What the loss doesn't depend on."""
    logits, ids = _arrays(draw, SMALL)
    yield Case(
        ENTRY,
        (logits, ids, draw.normal(len(ids), 1, logits.shape[-1])),
        title="The last logits of a row don't matter",
        script=_other_last_logits,
    )
    logits, ids = _arrays(draw, SMALL)
    yield Case(
        ENTRY,
        (logits, ids, draw.normal(len(ids), 3, logits.shape[-1])),
        title="Padding the batch further changes nothing",
        script=_pad_further,
    )


def _other_last_logits(subject: Any, logits: Array, ids: Array, last: Array) -> Any:
    other = np.concatenate([logits[:, :-1], last], axis=1)
    return [subject.causal_lm_loss(logits, ids), subject.causal_lm_loss(other, ids)]


def _pad_further(subject: Any, logits: Array, ids: Array, padding: Array) -> Any:
    no_ids = np.zeros(padding.shape[:2], dtype=ids.dtype)
    return before_and_after_padding(
        lambda logits, ids, mask: subject.causal_lm_loss(logits, ids, mask=mask),
        (logits, ids),
        (padding, no_ids),
    )


def _arrays(draw: Draw, bounds: dict[str, tuple[int, int]]) -> tuple[Array, Array]:
    """logits (B, n, V) of unit scale and ids (B, n), id 0 among the targets of each row."""
    B, n, V = draw.sizes(**bounds)
    ids = draw.integers(B, n, lo=0, hi=V)
    for row in ids[:, 1:]:
        if n > 2:  # one target stays another
            row[draw.integer(0, n - 1)] = 0
            row[row.argmax()] = draw.integer(1, V)
    return draw.normal(B, n, V, std=1.5), ids


def _padded_right(draw: Draw, ids: Array) -> Array:
    """A mask (B, n) of real tokens first, 2 to n - 1 in a row, not as many in all rows."""
    B, n = ids.shape
    lengths = draw.integers(B, lo=2, hi=n)
    lengths[:2] = 2, n - 1
    return np.arange(n) < lengths[draw.permutation(B), None]


def _holes(draw: Draw, ids: Array) -> Array:
    """A mask (B, n) with, in each row, a token that counts behind one that doesn't."""
    B, n = ids.shape
    mask = draw.bools(B, n)
    for row in mask:
        hole = draw.integer(0, n - 1)
        row[hole : hole + 2] = False, True
    mask[0, 0], mask[1, 0] = True, False
    mask[0, 1:3] = False, True
    mask[1, 1:] = True
    return mask
