"""What is asked of an answer to cross-attention.

Sequences without an allowed key are left to the edges: in the value cases key 0 is always real.
Some cases have d = d_c, n = m, B = h or B = n: the wrong input, or a mask at the wrong place,
raises elsewhere.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import (
    before_and_after_padding,
    before_and_after_reordering,
    mask_with_holes,
)
from tfmdrill.model.case import Case

ENTRY = "cross_attention"
EMPTY = "A context that is masked throughout gives zeros"
LOW = "Allowed scores near -2e4 still win over masked positions near 0"
FAR = "Scores near 5000 or -5000 neither overflow nor vanish"
INDIVISIBLE = "A width that n_heads doesn't divide raises ValueError"
SMALL = {"n": (3, 5), "m": (4, 6)}
LARGER = {"n": (4, 6), "m": (7, 10)}
LONGER_X = {"n": (6, 8), "m": (3, 5)}


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: without a mask and with one, seven times each."""
    yield _case(draw, "no mask", gradient=True)
    yield _case(draw, "mask", gradient=True)
    yield _case(draw, "no mask", equal="d d_c")
    yield _case(draw, "mask", equal="d d_c")
    yield _case(draw, "no mask", equal="d d_c n m")
    yield _case(draw, "no mask", equal="d d_c n m")
    yield _case(draw, "mask", equal="d d_c n m")
    yield _case(draw, "mask", equal="d d_c n m")
    yield _case(draw, "mask", equal="B h")
    yield _case(draw, "mask", equal="B n")
    yield _case(draw, "no mask", lengths=LONGER_X)
    yield _case(draw, "no mask", lengths=LARGER)
    yield _case(draw, "no mask", lengths=LARGER)
    yield _case(draw, "mask", lengths=LARGER)


def edges(draw: Draw) -> Iterator[Case]:
    """No context at all, scores far from zero, one head, a width that won't split."""
    for equal in ("", "n m"):
        args, n_heads = _arguments(draw, equal=equal)
        mask = mask_with_holes(draw, *args[1].shape[:2])
        mask[0] = False
        yield _edge(EMPTY, args, n_heads, context_mask=mask, gradient=True)

    for sign in (1.0, -1.0):
        args, n_heads = _arguments(draw)
        _shift_scores(args, n_heads, sign * 5_000.0)
        yield _edge(FAR, args, n_heads)

    for equal in ("", "n m"):
        args, n_heads = _arguments(draw, equal=equal)
        _shift_scores(args, n_heads, -19_900.0)
        context = args[1]
        mask = np.ones(context.shape[:2], dtype=bool)
        for number, row in enumerate(mask):
            row[(1 + number) % len(row)] = False  # one, so that every low fill gives it all weight
        context[~mask, 0] = 0.0
        yield _edge(LOW, args, n_heads, context_mask=mask)

    args, _ = _arguments(draw)
    yield _edge("One head works", args, 1, context_mask=mask_with_holes(draw, *args[1].shape[:2]))

    # Lengths for which a reshape with -1 goes through, on positions that don't exist.
    for heads, d, n in ((4, 6, 4), (3, 8, 3)):
        args, _ = _arguments(draw, d=d, lengths={"n": (n, n), "m": (6, 6)})
        yield _edge(INDIVISIBLE, args, heads, raises=ValueError)


def properties(draw: Draw) -> Iterator[Case]:
    """Who reads what, said as experiments on the answer."""
    args, n_heads = _arguments(draw)
    mask = mask_with_holes(draw, *args[1].shape[:2])
    order = np.concatenate([[0], 1 + draw.permutation(mask.shape[1] - 1)])  # a real one in front
    yield Case(
        ENTRY,
        (*args, n_heads, mask, order),
        title="Permuting the context with its mask changes nothing",
        script=_permuted,
    )
    args, n_heads = _arguments(draw)
    B, _, d_c = args[1].shape
    yield Case(
        ENTRY,
        (*args, n_heads, draw.normal(B, 2, d_c)),
        title="Padding the context further changes nothing",
        script=_pad_further,
    )
    args, n_heads = _arguments(draw, lengths=LONGER_X)
    yield Case(
        ENTRY,
        (*args, n_heads),
        title="A position of x alone gets the row that it gets among the others",
        script=_one_alone,
    )


def _permuted(
    subject: Any,
    x: Any,
    context: Any,
    w_q: Any,
    w_k: Any,
    w_v: Any,
    w_o: Any,
    n_heads: int,
    mask: Any,
    order: Any,
) -> Any:
    def ask(context: Any, mask: Any) -> Any:
        weights = (w_q, w_k, w_v, w_o)
        return subject.cross_attention(x, context, *weights, n_heads=n_heads, context_mask=mask)

    return before_and_after_reordering(ask, (context, mask), order)


def _pad_further(
    subject: Any,
    x: Any,
    context: Any,
    w_q: Any,
    w_k: Any,
    w_v: Any,
    w_o: Any,
    n_heads: int,
    padding: Any,
) -> Any:
    def ask(context: Any, mask: Any) -> Any:
        weights = (w_q, w_k, w_v, w_o)
        return subject.cross_attention(x, context, *weights, n_heads=n_heads, context_mask=mask)

    return before_and_after_padding(ask, (context,), (padding,))


def _one_alone(
    subject: Any, x: Any, context: Any, w_q: Any, w_k: Any, w_v: Any, w_o: Any, n_heads: int
) -> Any:
    weights = (w_q, w_k, w_v, w_o)
    whole = subject.cross_attention(x, context, *weights, n_heads=n_heads)
    return [whole, subject.cross_attention(x[:, 1:2], context, *weights, n_heads=n_heads)]


def _case(
    draw: Draw,
    mode: str,
    *,
    equal: str = "",
    lengths: dict[str, tuple[int, int]] = SMALL,
    gradient: bool = False,
) -> Case:
    args, n_heads = _arguments(draw, equal=equal, lengths=lengths)
    options: dict[str, Any] = {"n_heads": n_heads}
    if mode == "mask":
        options["context_mask"] = mask_with_holes(draw, *args[1].shape[:2])
    return Case(ENTRY, args, options, mode=mode, gradient=gradient)


def _edge(title: str, args: tuple[Any, ...], n_heads: int, **rest: Any) -> Case:
    """An edge case; `rest` is options of the entry and fields of Case."""
    options = {name: rest.pop(name) for name in ("context_mask",) if name in rest}
    return Case(ENTRY, args, {"n_heads": n_heads, **options}, title=title, **rest)


def _arguments(
    draw: Draw,
    *,
    equal: str = "",
    lengths: dict[str, tuple[int, int]] = SMALL,
    d: int | None = None,
) -> tuple[tuple[Any, ...], int]:
    """(x, context, w_q, w_k, w_v, w_o), n_heads; all of unit scale, d = n_heads * a width.

    equal: pairs of sizes that agree, some of "d d_c", "n m", "B h", "B n".
    """
    B, h = draw.sizes(B=(2, 3), h=(2, 4))
    n, m = draw.sizes(**lengths)
    width, d_c = draw.sizes(width=(2, 5), d_c=(3, 9))
    if "B h" in equal:
        B = h
    if "B n" in equal:
        B = n = draw.choice((2, 3))
    if "n m" in equal:
        n = m
    d = h * width if d is None else d
    if "d d_c" in equal:
        d_c = d
    elif d_c == d:
        d_c += 1
    return (
        draw.normal(B, n, d),
        draw.normal(B, m, d_c),
        draw.normal(d, d, std=d**-0.5),
        draw.normal(d_c, d, std=d_c**-0.5),
        draw.normal(d_c, d, std=d_c**-0.5),
        draw.normal(d, d, std=d**-0.5),
    ), h


def _shift_scores(args: tuple[Any, ...], n_heads: int, level: float) -> None:
    """Move all scores of every head to about `level` through a column that is 1 in both inputs."""
    x, context, w_q, w_k = args[:4]
    width = x.shape[-1] // n_heads
    x[..., 0] = context[..., 0] = 1.0
    for w, value in ((w_q, 64.0), (w_k, round(level * width**0.5 / 64.0))):
        w[:, ::width] = 0.0
        w[0, ::width] = value
