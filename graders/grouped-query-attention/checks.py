"""What is asked of an answer to grouped-query-attention.

Groups are larger than the number of key heads in some cases and smaller in others: a mistake in the
assignment may be right, or raise, where the two agree.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "grouped_query_attention"
EMPTY = "A query with no allowed key gets zeros"
LOW = "Allowed scores near -2e4 still win over later keys near 0"
FAR = "Scores near 1e4 or -1e4 neither overflow nor vanish"
INDIVISIBLE = "Key heads that don't divide the query heads raise ValueError"
BOUNDS = {"short": (3, 4), "long": (5, 6)}  # of the two lengths
LARGER = {"short": (4, 6), "long": (7, 10)}
LARGE_GROUPS = ((6, 2), (8, 2))  # (query heads, key heads)
SMALL_GROUPS = ((6, 3), (8, 4))
SHARED = ((3, 1), (4, 1))
PLAIN = ((3, 3), (4, 4))


def cases(draw: Draw) -> Iterator[Case]:
    """Fifteen cases: groups, one key head for all, one for each; with and without a causal mask."""
    yield _case(draw, "groups", LARGE_GROUPS, gradient=True)
    yield _case(draw, "groups", SMALL_GROUPS)
    yield _case(draw, "groups, causal", LARGE_GROUPS, causal=True)
    yield _case(draw, "groups, causal", SMALL_GROUPS, causal=True, gradient=True)
    yield _case(draw, "groups", LARGE_GROUPS, same=True)
    yield _case(draw, "groups, causal", SMALL_GROUPS, same=True, causal=True)
    yield _case(draw, "one key head for all", SHARED)
    yield _case(draw, "one key head for all", SHARED, causal=True)
    yield _case(draw, "one key head for all", SHARED, causal=True)
    yield _case(draw, "a key head for each", PLAIN)
    yield _case(draw, "a key head for each", PLAIN, causal=True)
    yield _case(draw, "groups", SMALL_GROUPS, bounds=LARGER)
    yield _case(draw, "groups", LARGE_GROUPS, bounds=LARGER)
    yield _case(draw, "groups, causal", LARGE_GROUPS, causal=True, bounds=LARGER)
    yield _case(draw, "groups, causal", SMALL_GROUPS, causal=True, bounds=LARGER)


def edges(draw: Draw) -> Iterator[Case]:
    """Queries before the first key, scores far from zero, heads that don't go into groups."""
    for heads in (LARGE_GROUPS, SMALL_GROUPS):
        q, k, v = _arrays(draw, heads, more_queries=True)
        yield Case(ENTRY, (q, k, v), {"causal": True}, title=EMPTY, gradient=True)

    for level, causal in ((9_900.0, True), (-9_900.0, False)):
        q, k, v = _arrays(draw, LARGE_GROUPS)
        q[..., 0] = 128.0
        k[..., 0] = round(level * k.shape[-1] ** 0.5 / 128.0)
        yield Case(ENTRY, (q, k, v), {"causal": causal}, title=FAR)

    # Far apart within a row: a shift by anything but the largest overflows.
    q, k, v = _arrays(draw, LARGE_GROUPS)
    q[..., 0] = 128.0
    k[..., 0] = round(9_900.0 * k.shape[-1] ** 0.5 / 128.0)
    k[:, :, 1::2, 0] *= -1.0
    yield Case(ENTRY, (q, k, v), title=FAR)

    # Two queries, so that the first misses one key only and every low fill gives it all weight.
    for heads in (LARGE_GROUPS, SMALL_GROUPS):
        q, k, v = _arrays(draw, heads)
        q = q[:, :, :2]
        q[..., 0] = 128.0
        k[..., 0] = round(-19_900.0 * k.shape[-1] ** 0.5 / 128.0)
        k[:, :, -1, 0] = 0.0
        yield Case(ENTRY, (q, k, v), {"causal": True}, title=LOW)

    for heads in (((4, 3), (5, 2)), ((2, 4), (3, 6))):
        q, k, v = _arrays(draw, heads)
        yield Case(ENTRY, (q, k, v), title=INDIVISIBLE, raises=ValueError)


def properties(draw: Draw) -> Iterator[Case]:
    """Who shares what, said as experiments on the answer."""
    q, k, v = _arrays(draw, SMALL_GROUPS)
    yield Case(
        ENTRY,
        (q, k, v, draw.normal(*v[:, 0].shape)),
        title="Other values in the first key head change its group of query heads only",
        script=_other_first_head,
    )
    q, k, v = _arrays(draw, LARGE_GROUPS, same=True)
    yield Case(
        ENTRY,
        (q, k, v),
        title="Decoding: the last query alone gives the last row of the whole sequence",
        script=_last_query_alone,
    )


def _other_first_head(subject: Any, q: Any, k: Any, v: Any, other: Any) -> Any:
    changed = np.concatenate([other[:, None], v[:, 1:]], axis=1)
    before = subject.grouped_query_attention(q, k, v)
    return [before, subject.grouped_query_attention(q, k, changed)]


def _last_query_alone(subject: Any, q: Any, k: Any, v: Any) -> Any:
    whole = subject.grouped_query_attention(q, k, v, causal=True)
    return [whole, subject.grouped_query_attention(q[:, :, -1:], k, v, causal=True)]


def _case(
    draw: Draw,
    mode: str,
    heads: tuple[tuple[int, int], ...],
    *,
    causal: bool = False,
    same: bool = False,
    bounds: dict[str, tuple[int, int]] = BOUNDS,
    gradient: bool = False,
) -> Case:
    args = _arrays(draw, heads, same=same, bounds=bounds)
    options = {"causal": True} if causal else {}
    return Case(ENTRY, args, options, mode=mode, gradient=gradient)


def _arrays(
    draw: Draw,
    heads: tuple[tuple[int, int], ...],
    *,
    same: bool = False,
    more_queries: bool = False,
    bounds: dict[str, tuple[int, int]] = BOUNDS,
) -> tuple[Any, Any, Any]:
    """q (B, h_q, n, d), k, v (B, h_kv, m, d) of unit scale, heads one of the pairs (h_q, h_kv).

    n is smaller than m, the same, or larger.
    """
    h_q, h_kv = draw.choice(heads)
    B, n, m, d = draw.sizes(B=(2, 3), **bounds, d=(2, 8))
    if same:
        n = m
    if more_queries:
        n, m = m, n
    return draw.normal(B, h_q, n, d), draw.normal(B, h_kv, m, d), draw.normal(B, h_kv, m, d)
