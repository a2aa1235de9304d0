"""What is asked of an answer to multi-head-attention.

Query rows without an allowed key are left to the edges: in the value cases key 0 is always real.
Some cases have B = h, B = n or n = h, since a mask or an axis at the wrong place raises elsewhere.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import (
    before_and_after_another_end,
    before_and_after_reordering,
    mask_with_holes,
)
from tfmdrill.model.case import Case

ENTRY = "multi_head_attention"
EMPTY = "A query with no allowed key gets zeros"
HIGH = "Scores near 5000 or -5000 neither overflow nor vanish"
LOW = "Allowed scores near -2e4 still win over hidden ones near 0"
INDIVISIBLE = "A width that n_heads doesn't divide raises ValueError"
SMALL = (4, 6)  # bounds of the length
LARGER = (6, 9)


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: neither, causal, padding and both, three to four times each."""
    yield _case(draw, "neither", gradient=True)
    yield _case(draw, "causal")
    yield _case(draw, "padding")
    yield _case(draw, "both", gradient=True)
    yield _case(draw, "neither", equal="n h")
    yield _case(draw, "causal", equal="n h")
    yield _case(draw, "padding", equal="B h")
    yield _case(draw, "both", equal="B h")
    yield _case(draw, "padding", equal="B n")
    yield _case(draw, "both", equal="B n")
    yield _case(draw, "neither", length=LARGER)
    yield _case(draw, "causal", length=LARGER)
    yield _case(draw, "padding", length=LARGER)
    yield _case(draw, "both", length=LARGER)


def edges(draw: Draw) -> Iterator[Case]:
    """Empty rows, scores far from zero, one head, heads of one column, a width that won't split."""
    args, n_heads = _arguments(draw)
    key_mask = _holes(draw, args[0])
    key_mask[0] = False
    yield _edge(EMPTY, args, n_heads, key_mask=key_mask, gradient=True)

    args, n_heads = _arguments(draw)
    key_mask = _holes(draw, args[0])
    key_mask[:, 0] = False  # padding on the left: the first query sees nothing
    key_mask[0, 1] = False
    yield _edge(EMPTY, args, n_heads, causal=True, key_mask=key_mask, gradient=True)

    for sign in (1.0, -1.0):
        args, n_heads = _arguments(draw)
        _shift_scores(args, n_heads, sign * 5_000.0)
        yield _edge(HIGH, args, n_heads)
    args, n_heads = _arguments(draw)
    _spread_scores(args, n_heads, 5_000.0)
    yield _edge(HIGH, args, n_heads)

    # One hidden key in each row that counts, so that any low fill gives it all the weight.
    for causal in (False, True):
        args, n_heads = _arguments(draw, length=(2, 2) if causal else SMALL)
        answers = np.ones(args[0].shape[:2], dtype=bool)
        answers[:, 1] = False
        _sink_scores(args, n_heads, answers, -19_900.0)
        options = {"causal": True} if causal else {"key_mask": answers}
        yield _edge(LOW, args, n_heads, **options)

    args, _ = _arguments(draw)
    yield _edge("One head is plain attention", args, 1, causal=True)
    args, _ = _arguments(draw)
    yield _edge("Heads of one column each work", args, args[0].shape[-1])

    # Lengths for which a reshape with -1 goes through, on positions that don't exist.
    for heads, d, n in ((4, 6, 4), (3, 8, 6)):
        args, _ = _arguments(draw, d=d, length=(n, n))
        yield _edge(INDIVISIBLE, args, heads, raises=ValueError)


def properties(draw: Draw) -> Iterator[Case]:
    """What self-attention does with its positions."""
    args, n_heads = _arguments(draw)
    x = args[0]
    yield Case(
        ENTRY,
        (*args, n_heads, draw.permutation(x.shape[1])),
        title="Without masks, permuting the positions permutes the rows",
        script=_permuted,
    )
    args, n_heads = _arguments(draw)
    other = draw.normal(args[0].shape[0], 1, args[0].shape[2])
    yield Case(
        ENTRY,
        (*args, n_heads, other),
        title="With a causal mask, another last token changes no earlier row",
        script=_other_last_token,
    )


def _permuted(
    subject: Any, x: Any, w_q: Any, w_k: Any, w_v: Any, w_o: Any, n_heads: int, order: Any
) -> Any:
    weights = (w_q, w_k, w_v, w_o)
    return before_and_after_reordering(
        lambda x: subject.multi_head_attention(x, *weights, n_heads=n_heads), (x,), order
    )


def _other_last_token(
    subject: Any, x: Any, w_q: Any, w_k: Any, w_v: Any, w_o: Any, n_heads: int, other: Any
) -> Any:
    def ask(x: Any) -> Any:
        weights = (w_q, w_k, w_v, w_o)
        return subject.multi_head_attention(x, *weights, n_heads=n_heads, causal=True)

    return before_and_after_another_end(ask, (x,), (other,))


def _case(
    draw: Draw,
    mode: str,
    *,
    equal: str = "",
    length: tuple[int, int] = SMALL,
    gradient: bool = False,
) -> Case:
    args, n_heads = _arguments(draw, equal=equal, length=length)
    options: dict[str, Any] = {"n_heads": n_heads}
    if mode in ("causal", "both"):
        options["causal"] = True
    if mode in ("padding", "both"):
        options["key_mask"] = _holes(draw, args[0])
    return Case(ENTRY, args, options, mode=mode, gradient=gradient)


def _edge(title: str, args: tuple[Any, ...], n_heads: int, **rest: Any) -> Case:
    """An edge case; `rest` is options of the entry and fields of Case."""
    options = {name: rest.pop(name) for name in ("causal", "key_mask") if name in rest}
    return Case(ENTRY, args, {"n_heads": n_heads, **options}, title=title, **rest)


def _arguments(
    draw: Draw, *, equal: str = "", length: tuple[int, int] = SMALL, d: int | None = None
) -> tuple[tuple[Any, ...], int]:
    """(x (B, n, d), four weights (d, d)), n_heads; all of unit scale, d = n_heads * a width.

    equal: "n h", "B h" or "B n", the sizes that agree.
    """
    B, h = draw.sizes(B=(2, 3), h=(2, 4))
    n = draw.size("n", *length)
    width = draw.size("width", 2, 5)
    if equal == "n h":
        n = h = draw.choice((3, 4))
    elif equal == "B h":
        B = h
    elif equal == "B n":
        B = n = draw.choice((3, 4))
    d = h * width if d is None else d
    weights = tuple(draw.normal(d, d, std=d**-0.5) for _ in range(4))
    return (draw.normal(B, n, d), *weights), h


def _shift_scores(args: tuple[Any, ...], n_heads: int, level: float) -> None:
    """Move all scores of every head to about `level` through a column that is 1 in x."""
    x, w_q, w_k = args[:3]
    width = x.shape[-1] // n_heads
    x[..., 0] = 1.0
    for w, value in ((w_q, 64.0), (w_k, round(level * width**0.5 / 64.0))):
        w[:, ::width] = 0.0
        w[0, ::width] = value


def _spread_scores(args: tuple[Any, ...], n_heads: int, level: float) -> None:
    """Make scores of about `level` and -`level` by turns along the keys, in every head.

    A shift by anything but the largest of a row overflows. Queries see column 0 of x, which is 1,
    keys column 1, whose sign turns from token to token.
    """
    x, w_q, w_k = args[:3]
    width = x.shape[-1] // n_heads
    x[..., 0] = 1.0
    x[..., 1] = 1.0 - 2.0 * (np.arange(x.shape[1]) % 2)
    for w, column, value in ((w_q, 0, 64.0), (w_k, 1, round(level * width**0.5 / 64.0))):
        w[:, ::width] = 0.0
        w[column, ::width] = value


def _sink_scores(args: tuple[Any, ...], n_heads: int, answers: Any, level: float) -> None:
    """Make scores near `level` where answers (B, n) is True for the key, and near 0 elsewhere."""
    x, w_q, w_k = args[:3]
    width = x.shape[-1] // n_heads
    x[..., 0] = 1.0
    x[..., 1] = answers
    for w, column, value in ((w_q, 0, 64.0), (w_k, 1, round(level * width**0.5 / 64.0))):
        w[:, ::width] = 0.0
        w[column, ::width] = value


def _holes(draw: Draw, x: Any) -> Any:
    """A key mask (B, n): key 0 real, and a hole in every row."""
    B, n = x.shape[:2]
    return mask_with_holes(draw, B, n)
