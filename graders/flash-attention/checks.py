"""What is asked of an answer to flash-attention.

The first cases have n = m and d_v = d_k, where a slip of axes still runs; then all sizes differ.
Levels of scores are set through the first column of q and k, in values that float32 holds exactly.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Cost, CostKind

ENTRY = "flash_attention"
BLOCKS = "Any block size gives the same answer: 1, all keys, more than there are"
EMPTY = "A query with no allowed key gets zeros"
LOW = "Low scores are no reason to lose a row"
HIGH = "Scores near 2e4 don't overflow"
FALLING = "A later block whose scores are far lower changes nothing"
RISING = "A later block whose scores are far higher takes over"
ROWS = "Each row has a maximum of its own"
REFUSED = "A block size below 1 raises ValueError"
NO_MATRIX = "No array holds a score for every query and key"
MIB = 2**20


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases, with and without the causal mask; the last block is often partial."""
    for causal in (False, True):
        yield _case(draw, causal, square=True, block=(2, 2), long=(4, 4))
    for causal in (False, True):
        yield _case(draw, causal, square=True, block=(3, 3), long=(7, 8))
    for block in ((2, 2), (3, 3), (4, 4)):
        yield _case(draw, False, block=block, long=(5, 7))
        yield _case(draw, True, block=block, long=(5, 7))
    for block in ((2, 2), (5, 5)):
        yield _case(draw, False, block=block, short=(4, 6), long=(11, 14))
        yield _case(draw, True, block=block, short=(4, 6), long=(11, 14))


def edges(draw: Draw) -> Iterator[Case]:
    """Odd block sizes, empty rows, and scores whose level changes from block to block."""
    q, k, v = _arrays(draw, long=(5, 7))
    for block in (1, k.shape[2], k.shape[2] + 3):
        yield _edge(BLOCKS, q, k, v, block_size=block, causal=block == 1)

    for block in (2, 8):
        q, k, v = _arrays(draw, short=(5, 7), long=(3, 4))
        yield _edge(EMPTY, v=v, q=_longer(draw, q, k), k=k, block_size=block, causal=True)

    for level in (-2e4, -1.5e3):
        for causal in (False, True):
            q, k, v = _arrays(draw, short=(4, 5), long=(6, 8))  # causal hides whole blocks
            _set_levels(q, k, level)
            yield _edge(LOW, q, k, v, block_size=2, causal=causal)

    for block in (2, 3):
        # Hidden keys score far above the rest, in the first block too: query 0 sees two keys.
        q, k, v = _arrays(draw, short=(5, 5), long=(6, 6))
        _set_levels(q, k, -1.9e4 + 1e3 * np.arange(6))
        yield _edge(LOW, q, k, v, block_size=block, causal=True)

    q, k, v = _arrays(draw, long=(6, 8))
    _set_levels(q, k, 1.9e4)
    yield _edge(HIGH, q, k, v, block_size=2)

    for title, step in ((FALLING, -2e3), (RISING, 2e3)):
        q, k, v = _arrays(draw, long=(6, 7))
        _set_levels(q, k, step * (np.arange(k.shape[2]) // 2))
        yield _edge(title, q, k, v, block_size=2)

    for block in (3, 9):
        q, k, v = _arrays(draw, short=(3, 4), long=(6, 7))
        _set_levels(q, k, 2e3)
        q[..., 0] *= np.arange(q.shape[2]) - 1.0
        yield _edge(ROWS, q, k, v, block_size=block)

    q, k, v = _arrays(draw)
    for block in (0, -1, -4):
        yield _edge(REFUSED, q, k, v, block_size=block, raises=ValueError)


def costs(draw: Draw) -> Iterator[Cost]:
    """All scores take 64 MiB in float32, and a bool mask of all pairs 16 on top of the blocks: 20
    in all. Blocks of 32 keys take up to 16, with every step in float64 and nothing reused.
    """

    def long_sequence(n: int) -> Case:
        q, k, v = (draw.normal(1, 1, n, 16) for _ in range(3))
        return Case(ENTRY, (q, k, v), {"block_size": 32, "causal": True})

    yield Cost(
        NO_MATRIX, CostKind.MEMORY, long_sequence, sizes=(4096,), gate=18.0 * MIB, explain=1024
    )


def _case(draw: Draw, causal: bool, *, block: tuple[int, int], **sizes: Any) -> Case:
    block_size = draw.integer(block[0], block[1] + 1)
    options = {"block_size": block_size, "causal": True} if causal else {"block_size": block_size}
    return Case(ENTRY, _arrays(draw, **sizes), options, mode="causal" if causal else "all keys")


def _edge(title: str, q: Any, k: Any, v: Any, **rest: Any) -> Case:
    """An edge case; `rest` is options of the entry, and `raises`."""
    raises = rest.pop("raises", None)
    return Case(ENTRY, (q, k, v), rest, title=title, raises=raises)


def _arrays(
    draw: Draw,
    *,
    square: bool = False,
    short: tuple[int, int] = (2, 4),
    long: tuple[int, int] = (5, 7),
) -> tuple[Any, Any, Any]:
    """q (B, h, n, d_k), k (B, h, m, d_k), v (B, h, m, d_v); square: n = m and d_k = d_v."""
    m = draw.size("m", *long)
    n = m if square else draw.size("n", *short)
    B, h, d_k, d_v = draw.sizes(B=(2, 3), h=(2, 4), d_k=(3, 8), d_v=(3, 9))
    d_v = d_k if square else d_v
    return draw.normal(B, h, n, d_k), draw.normal(B, h, m, d_k), draw.normal(B, h, m, d_v)


def _longer(draw: Draw, q: Any, k: Any) -> Any:
    """Queries, two more than there are keys."""
    B, h, _, d_k = q.shape
    return draw.normal(B, h, k.shape[2] + 2, d_k)


def _set_levels(q: Any, k: Any, levels: Any) -> None:
    """Move the scores of each key to about its level."""
    q[..., 0] = 64.0
    k[..., 0] = np.round(np.asarray(levels) * k.shape[-1] ** 0.5 / 64.0)
