"""What many problems demand of sequences, as pieces of scripts, and the masks that they need.

Each asks an entry twice, before and after a change to what it is given, and gives both answers: the
engine runs the same script on the reference and compares. `ask` takes the sequences that change,
(B, n, ...) or with another `axis` of tokens, and calls the entry with the rest.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw

Array = np.ndarray[Any, Any]
Ask = Callable[..., Any]


def before_and_after_another_end(
    ask: Ask, sequences: Sequence[Array], ends: Sequence[Array], *, axis: int = 1
) -> list[Any]:
    """With the last tokens replaced by `ends`: what must not reach the tokens before them."""
    changed = [
        np.concatenate([_start(sequence, sequence.shape[axis] - end.shape[axis], axis), end], axis)
        for sequence, end in zip(sequences, ends, strict=True)
    ]
    return [ask(*sequences), ask(*changed)]


def before_and_after_reordering(
    ask: Ask, sequences: Sequence[Array], order: Array, *, axis: int = 1
) -> list[Any]:
    """With the tokens in another order (n,) int: what follows the order, or doesn't see it."""
    return [ask(*sequences), ask(*(np.take(sequence, order, axis) for sequence in sequences))]


def before_and_after_padding(
    ask: Ask,
    sequences: Sequence[Array],
    paddings: Sequence[Array],
    *,
    real: Array | None = None,
    axis: int = 1,
) -> list[Any]:
    """With padding behind the tokens, and masked: what must not be seen.

    real: bool (B, n), the mask of the tokens themselves; all True without it. `ask` takes a mask,
    (B, n) and then longer, after the sequences.
    """
    B, n = sequences[0].shape[0], sequences[0].shape[axis]
    real = np.ones((B, n), dtype=bool) if real is None else real
    blank = np.zeros((B, paddings[0].shape[axis]), dtype=bool)
    longer = [np.concatenate(pair, axis) for pair in zip(sequences, paddings, strict=True)]
    mask = np.concatenate([real, blank], axis=1)
    return [ask(*sequences, real), ask(*longer, mask)]


def mask_with_holes(draw: Draw, B: int, n: int) -> Array:
    """bool (B, n): token 0 real and, in every row, a hole with a real token behind it."""
    mask = draw.bools(B, n)
    mask[:, 0] = True
    for row in mask:
        hole = draw.integer(1, n - 1)
        row[hole : hole + 2] = False, True
    return mask


def mask_with_holes_apart(draw: Draw, B: int, n: int) -> Array:
    """The same; the hole of a row is not where its neighbours have theirs, for n of 4 or more."""
    mask = draw.bools(B, n)
    mask[:, 0] = True
    first = draw.integer(0, n)
    for number, row in enumerate(mask):
        hole = 1 + (first + number) % (n - 2)
        row[hole : hole + 2] = False, True
    return mask


def _start(sequence: Array, n: int, axis: int) -> Array:
    return np.take(sequence, range(n), axis)
