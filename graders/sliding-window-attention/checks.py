"""What is asked of an answer to sliding-window-attention.

Sequences are longer than two windows in most cases, and no multiple of one: a window by blocks and
one that slides agree for some lengths.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Cost, CostKind

ENTRY = "sliding_window_attention"
NARROW = "narrow windows"
WIDE = "wide windows"
WHOLE = "windows of n keys or more"
ONE = "A window of 1 returns the values"
FAR = "Scores near 1e4 or -1e4 neither overflow nor vanish"
LOW = "Scores near -2e4 inside the window still win over those near 0 outside"
SEAMS = "A longer sequence shows no seams between blocks"
ZERO = "A window of 0 raises ValueError"
NEGATIVE = "A negative window raises ValueError"
NO_MATRIX = "No array holds an entry for every query and key"
LONG = 290  # a multiple of no power of two: answers in blocks of up to 256 have two or more
SPAN = 133  # no block of up to 128 with the one before it holds as much
MIB = 2**20


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: windows much shorter than the sequence, nearly as long, and longer."""
    for window, length in ((2, 5), (2, 7), (3, 7), (3, 8), (2, 9), (3, 10)):
        yield _case(draw, NARROW, window, length)
    for window, length in ((4, 6), (4, 9), (5, 7), (5, 12)):
        yield _case(draw, WIDE, window, length)
    for window, length in ((5, 5), (6, 6), (9, 6), (40, 7)):
        yield _case(draw, WHOLE, window, length)


def edges(draw: Draw) -> Iterator[Case]:
    """A window of one key, scores far from zero, and windows that hold no key."""
    for length in (4, 7):
        yield Case(ENTRY, _arrays(draw, length), {"window": 1}, title=ONE)
    for level in (9_900.0, -9_900.0):
        q, k, v = _arrays(draw, 7)
        q[..., 0] = 128.0
        k[..., 0] = round(level * k.shape[-1] ** 0.5 / 128.0)
        yield Case(ENTRY, (q, k, v), {"window": 3}, title=FAR)
    for low in (0, 1):
        q, k, v = _arrays(draw, 2)
        q[..., 0] = 128.0
        k[..., 0] = 0.0
        k[:, :, low, 0] = round(-19_900.0 * k.shape[-1] ** 0.5 / 128.0)
        yield Case(ENTRY, (q, k, v), {"window": 1}, title=LOW)
    q, k, v = (draw.normal(1, 1, LONG, 4) for _ in range(3))
    yield Case(ENTRY, (q, k, v), {"window": SPAN}, title=SEAMS)
    for title, windows in ((ZERO, (0, 0)), (NEGATIVE, (-1, -3))):
        for window in windows:
            args = _arrays(draw, draw.integer(4, 7))
            yield Case(ENTRY, args, {"window": window}, title=title, raises=ValueError)


def properties(draw: Draw) -> Iterator[Case]:
    """What is outside the window, said as experiments on the answer."""
    q, k, v = _arrays(draw, 8)
    B, h, _, d = k.shape
    yield Case(
        ENTRY,
        (q, k, v, draw.normal(B, h, 1, d), draw.normal(B, h, 1, v.shape[-1])),
        title="Another first token changes only the rows whose window holds it",
        script=_other_first_token,
    )
    q, k, v = _arrays(draw, 9)
    yield Case(
        ENTRY,
        (q, k, v),
        title="The last window alone gives the last row of the whole sequence",
        script=_last_window_alone,
    )


def costs(draw: Draw) -> Iterator[Cost]:
    """A mask of bools takes 1024 MiB, all scores 4096; windows written out 120 to 520."""

    def long_sequence(n: int) -> Case:
        q, k, v = (draw.normal(1, 1, n, 16) for _ in range(3))
        return Case(ENTRY, (q, k, v), {"window": 64})

    yield Cost(
        NO_MATRIX, CostKind.MEMORY, long_sequence, sizes=(32768,), gate=700.0 * MIB, explain=1024
    )


def _other_first_token(subject: Any, q: Any, k: Any, v: Any, first_k: Any, first_v: Any) -> Any:
    before = subject.sliding_window_attention(q, k, v, window=3)
    k = np.concatenate([first_k, k[:, :, 1:]], axis=2)
    v = np.concatenate([first_v, v[:, :, 1:]], axis=2)
    return [before, subject.sliding_window_attention(q, k, v, window=3)]


def _last_window_alone(subject: Any, q: Any, k: Any, v: Any) -> Any:
    whole = subject.sliding_window_attention(q, k, v, window=4)
    q, k, v = q[:, :, -4:], k[:, :, -4:], v[:, :, -4:]
    return [whole, subject.sliding_window_attention(q, k, v, window=4)[:, :, -1:]]


def _case(draw: Draw, mode: str, window: int, length: int) -> Case:
    return Case(ENTRY, _arrays(draw, length), {"window": window}, mode=mode)


def _arrays(draw: Draw, n: int) -> tuple[Any, Any, Any]:
    """q, k (B, h, n, d), v (B, h, n, d_v) of unit scale."""
    B, h, d, d_v = draw.sizes(B=(2, 3), h=(2, 4), d=(2, 8), d_v=(2, 9))
    return draw.normal(B, h, n, d), draw.normal(B, h, n, d), draw.normal(B, h, n, d_v)
