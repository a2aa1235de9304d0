"""What is asked of an answer to attention-masks.

Query rows without an allowed key are left to the edges: in the value cases key 0 is always real.
Some cases have B = h, B = n or n = m, since a mask broadcast along the wrong axis raises elsewhere.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import (
    before_and_after_another_end,
    before_and_after_padding,
    mask_with_holes,
)
from tfmdrill.model.case import Case

ENTRY = "masked_attention"
EMPTY = "A query with no allowed key gets zeros"
GARBAGE = "What stands at a masked key never reaches the output"
HUGE = "A key with a hidden score above 1e10 stays hidden"
LOW = "Valid scores near -2e4 still win over masked keys"
HIGH = "Scores near 2e4 don't overflow"
BOUNDS = {"short": (3, 4), "long": (5, 6)}  # of the two lengths
LARGER = {"short": (4, 6), "long": (7, 10)}


def cases(draw: Draw) -> Iterator[Case]:
    """Thirteen cases: neither, causal, padding and both, two to four times each."""
    yield _case(draw, "neither")
    yield _case(draw, "causal", half=True, gradient=True)
    yield _case(draw, "padding")
    yield _case(draw, "both", half=True, gradient=True)
    yield _case(draw, "causal", queries="same")
    yield _case(draw, "padding", queries="same")
    yield _case(draw, "both", queries="same")
    yield _case(draw, "padding", heads_as_batch=True)
    yield _case(draw, "both", queries="same", heads_as_batch=True)
    yield _case(draw, "padding", queries="batch")
    yield _case(draw, "neither", bounds=LARGER)
    yield _case(draw, "causal", bounds=LARGER)
    yield _case(draw, "both", bounds=LARGER)


def edges(draw: Draw) -> Iterator[Case]:
    """Empty rows of every origin, garbage at masked places, and scores far from zero."""
    q, k, v = _arrays(draw)
    key_mask = _holes(draw, k)
    key_mask[0] = False
    yield _edge(EMPTY, q, k, v, key_mask=key_mask, half=True, gradient=True)

    q, k, v = _arrays(draw, queries="same")
    key_mask = _holes(draw, k)
    for row in range(len(key_mask)):
        key_mask[row, : 1 + row % 2] = False  # padding on the left: the first queries see nothing
    yield _edge(EMPTY, q, k, v, causal=True, key_mask=key_mask, half=True, gradient=True)

    q, k, v = _arrays(draw, queries="more")
    yield _edge(EMPTY, q, k, v, causal=True)

    q, k, v = _arrays(draw, queries="more")
    key_mask = _holes(draw, k)
    key_mask[-1] = False
    yield _edge(EMPTY, q, k, v, causal=True, key_mask=key_mask)

    for title, causal in ((GARBAGE, False), (GARBAGE, True), (HUGE, False), (HUGE, True)):
        q, k, v = _arrays(draw)
        q = draw.uniform(*q.shape, lo=0.5, hi=1.5)
        key_mask = _holes(draw, k)
        hidden_k = np.broadcast_to(~key_mask[:, None, :, None], k.shape)
        hidden_v = np.broadcast_to(~key_mask[:, None, :, None], v.shape)
        # Scores far above the valid ones and far apart, so that a mistake that lets one through
        # gives one value, whatever the rounding.
        step = 1e3 if title == GARBAGE else 2.0**36
        garbage = step * np.arange(1.0, k.shape[2] + 1.0)[:, None]
        k = np.where(hidden_k, garbage, k)
        v = np.where(hidden_v, draw.uniform(*v.shape, lo=1e3, hi=2e3), v)
        masked = {"k": hidden_k, "v": hidden_v}
        yield _edge(title, q, k, v, causal=causal, key_mask=key_mask, masked=masked)

    for causal in (False, True):
        q, k, v = _arrays(draw)
        _shift_scores(q, k, -19_900.0)
        key_mask = None if causal else _holes(draw, k)
        yield _edge(LOW, q, k, v, causal=causal, key_mask=key_mask)

    q, k, v = _arrays(draw)
    _shift_scores(q, k, 19_900.0)
    yield _edge(HIGH, q, k, v, causal=True, key_mask=_holes(draw, k))


def properties(draw: Draw) -> Iterator[Case]:
    """What a mask means, said as experiments on the answer."""
    q, k, v = _arrays(draw, queries="same")
    yield Case(
        ENTRY,
        (q, k, v),
        title="Decoding: the last query alone gives the last row of the whole sequence",
        script=_last_query_alone,
    )
    q, k, v = _arrays(draw, queries="same")
    B, h, _, d_k = k.shape
    last = draw.normal(B, h, 1, d_k), draw.normal(B, h, 1, v.shape[-1])
    yield Case(
        ENTRY,
        (q, k, v, *last),
        title="Another last token changes no earlier row",
        script=_other_last_token,
    )
    q, k, v = _arrays(draw)
    B, h, _, d_k = k.shape
    padding = draw.normal(B, h, 2, d_k), draw.normal(B, h, 2, v.shape[-1])
    yield Case(
        ENTRY,
        (q, k, v, *padding),
        title="Padding the batch further changes nothing",
        script=_pad_further,
    )


def _last_query_alone(subject: Any, q: Any, k: Any, v: Any) -> Any:
    whole = subject.masked_attention(q, k, v, causal=True)
    alone = subject.masked_attention(q[:, :, -1:], k, v, causal=True)
    return [whole, alone]


def _other_last_token(subject: Any, q: Any, k: Any, v: Any, last_k: Any, last_v: Any) -> Any:
    return before_and_after_another_end(
        lambda k, v: subject.masked_attention(q, k, v, causal=True),
        (k, v),
        (last_k, last_v),
        axis=2,
    )


def _pad_further(subject: Any, q: Any, k: Any, v: Any, pad_k: Any, pad_v: Any) -> Any:
    return before_and_after_padding(
        lambda k, v, mask: subject.masked_attention(q, k, v, key_mask=mask),
        (k, v),
        (pad_k, pad_v),
        axis=2,
    )


def _case(
    draw: Draw,
    mode: str,
    *,
    queries: str = "fewer",
    heads_as_batch: bool = False,
    bounds: dict[str, tuple[int, int]] = BOUNDS,
    half: bool = False,
    gradient: bool = False,
) -> Case:
    q, k, v = _arrays(draw, queries=queries, heads_as_batch=heads_as_batch, bounds=bounds)
    options: dict[str, Any] = {}
    if mode in ("causal", "both"):
        options["causal"] = True
    if mode in ("padding", "both"):
        options["key_mask"] = _holes(draw, k)
    return Case(ENTRY, (q, k, v), options, mode=mode, half=half, gradient=gradient)


def _edge(title: str, q: Any, k: Any, v: Any, **rest: Any) -> Case:
    """An edge case; `rest` is options of the entry and fields of Case."""
    options = {name: rest.pop(name) for name in ("causal", "key_mask") if name in rest}
    return Case(ENTRY, (q, k, v), options, title=title, **rest)


def _arrays(
    draw: Draw,
    *,
    queries: str = "fewer",
    heads_as_batch: bool = False,
    bounds: dict[str, tuple[int, int]] = BOUNDS,
) -> tuple[Any, Any, Any]:
    """q (B, h, n, d_k), k (B, h, m, d_k), v (B, h, m, d_v) of unit scale.

    queries: n is "fewer" than m, the "same", "more", or equal to the "batch".
    """
    B = draw.size("B", 2, 3)
    h = B if heads_as_batch else draw.size("h", 2, 4)
    short, long = draw.sizes(**bounds)
    n, m = {
        "fewer": (short, long),
        "same": (long, long),
        "more": (long, short),
        "batch": (B, long),
    }[queries]
    d_k, d_v = draw.sizes(d_k=(2, 8), d_v=(2, 9))
    return draw.normal(B, h, n, d_k), draw.normal(B, h, m, d_k), draw.normal(B, h, m, d_v)


def _shift_scores(q: Any, k: Any, level: float) -> None:
    """Move all scores to about `level` through the first column of q and k, in exact values."""
    q[..., 0] = 128.0
    k[..., 0] = round(level * k.shape[-1] ** 0.5 / 128.0)


def _holes(draw: Draw, k: Any) -> Any:
    """A key mask (B, m) for keys (B, h, m, d_k): key 0 real, and a hole in every row."""
    return mask_with_holes(draw, k.shape[0], k.shape[2])
