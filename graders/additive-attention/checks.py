"""What is asked of an answer to additive-attention.

Sequences without an allowed key are left to the edges: in the value cases key 0 is always real.
Some cases have B = m, d_q = d_k or a = d_k: a missing axis or the wrong array raises elsewhere.
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

ENTRY = "additive_attention"
EMPTY = "A sequence without an allowed key gets zeros in both results"
GARBAGE = "What stands at a masked key never reaches the context"
FAR = "Scores near 5000 or -5000 neither overflow nor vanish"
LOW = "Allowed scores near -2e4 still win over hidden ones near 0"
SATURATED = "The tanh of sums near 2000 or -2000 is 1 or -1"
SMALL = (4, 6)  # bounds of the number of keys
LARGER = (7, 10)


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: without a mask and with one, seven times each."""
    yield _case(draw, "no mask", gradient=True)
    yield _case(draw, "mask", gradient=True)
    yield _case(draw, "no mask", equal="B m")
    yield _case(draw, "no mask", equal="B m")
    yield _case(draw, "mask", equal="B m")
    yield _case(draw, "no mask", equal="d_q d_k")
    yield _case(draw, "mask", equal="d_q d_k")
    yield _case(draw, "no mask", equal="a d_k")
    yield _case(draw, "mask", equal="a d_k")
    yield _case(draw, "no mask")
    yield _case(draw, "mask")
    yield _case(draw, "no mask", keys=LARGER)
    yield _case(draw, "mask", keys=LARGER)
    yield _case(draw, "mask", keys=LARGER)


def edges(draw: Draw) -> Iterator[Case]:
    """No key at all, garbage at masked keys, scores and sums far from zero."""
    for equal in ("", "B m"):
        args = _arguments(draw, equal=equal)
        key_mask = mask_with_holes(draw, *args[1].shape[:2])
        key_mask[0] = False
        yield Case(ENTRY, args, {"key_mask": key_mask}, title=EMPTY, gradient=True)

    for _ in range(2):
        query, keys, *weights = _arguments(draw)
        key_mask = mask_with_holes(draw, *keys.shape[:2])
        hidden = np.broadcast_to(~key_mask[:, :, None], keys.shape)
        keys = np.where(hidden, draw.uniform(*keys.shape, lo=1e3, hi=2e3), keys)
        yield Case(
            ENTRY,
            (query, keys, *weights),
            {"key_mask": key_mask},
            title=GARBAGE,
            masked={"keys": hidden},
        )

    for level in (5_000.0, -5_000.0):
        args = _arguments(draw)
        _shift_sums(args, 32.0, columns=1)  # the first column's tanh is 1
        args[4][0] = level
        yield Case(ENTRY, args, title=FAR)

    for other in (0, 1):
        args = _arguments(draw)
        _, keys, w_q, w_k, v = args
        key_mask = mask_with_holes(draw, *keys.shape[:2])
        keys[:, :, 0] = np.where(key_mask, -1.0, 0.0)
        keys[other, :, 0] *= -1.0  # no maximum suits both this sequence and the rest
        w_q[:, 0] = w_k[:, 0] = 0.0
        w_k[0, 0] = 32.0  # the first column's tanh is 1, 0 or -1
        v[:] = 0.0
        v[0] = 19_900.0
        yield Case(ENTRY, args, {"key_mask": key_mask}, title=LOW)

    for level in (2_000.0, -2_000.0):
        args = _arguments(draw)
        _shift_sums(args, level, columns=2)
        yield Case(ENTRY, args, title=SATURATED)


def properties(draw: Draw) -> Iterator[Case]:
    """What the mask and the order of the keys mean."""
    args = _arguments(draw)
    yield Case(
        ENTRY,
        (*args, mask_with_holes(draw, *args[1].shape[:2]), draw.permutation(args[1].shape[1])),
        title="Permuting the keys permutes the weights and leaves the context",
        script=_permuted,
    )
    args = _arguments(draw)
    B, _, d_k = args[1].shape
    yield Case(
        ENTRY,
        (*args, draw.normal(B, 2, d_k)),
        title="Padding the keys further changes nothing",
        script=_pad_further,
    )


def _permuted(
    subject: Any,
    query: Any,
    keys: Any,
    w_q: Any,
    w_k: Any,
    v: Any,
    mask: Any,
    order: Any,
) -> Any:
    return before_and_after_reordering(
        lambda keys, mask: subject.additive_attention(query, keys, w_q, w_k, v, key_mask=mask),
        (keys, mask),
        order,
    )


def _pad_further(
    subject: Any, query: Any, keys: Any, w_q: Any, w_k: Any, v: Any, padding: Any
) -> Any:
    return before_and_after_padding(
        lambda keys, mask: subject.additive_attention(query, keys, w_q, w_k, v, key_mask=mask),
        (keys,),
        (padding,),
    )


def _case(
    draw: Draw,
    mode: str,
    *,
    equal: str = "",
    keys: tuple[int, int] = SMALL,
    gradient: bool = False,
) -> Case:
    args = _arguments(draw, equal=equal, keys=keys)
    options = {"key_mask": mask_with_holes(draw, *args[1].shape[:2])} if mode == "mask" else {}
    return Case(ENTRY, args, options, mode=mode, gradient=gradient)


def _arguments(
    draw: Draw, *, equal: str = "", keys: tuple[int, int] = SMALL
) -> tuple[Any, Any, Any, Any, Any]:
    """query (B, d_q), keys (B, m, d_k), w_q (d_q, a), w_k (d_k, a), v (a,), all of unit scale.

    equal: "B m", "d_q d_k" or "a d_k", the sizes that agree.
    """
    B = draw.size("B", 2, 3)
    m = draw.size("m", *keys)
    d_q, d_k, a = draw.sizes(d_q=(2, 7), d_k=(2, 8), a=(3, 9))
    if equal == "B m":
        B = m = draw.choice((3, 4))
    elif equal == "d_q d_k":
        d_q = d_k
    elif equal == "a d_k":
        a = d_k = max(a, 3)
    return (
        draw.normal(B, d_q),
        draw.normal(B, m, d_k),
        draw.normal(d_q, a, std=d_q**-0.5),
        draw.normal(d_k, a, std=d_k**-0.5),
        draw.normal(a),
    )


def _shift_sums(args: tuple[Any, ...], level: float, *, columns: int) -> None:
    """Make the first columns of the sum in the tanh `level` for every key."""
    query, _, w_q, w_k, _ = args
    query[:, 0] = 1.0
    w_q[:, :columns] = w_k[:, :columns] = 0.0
    w_q[0, :columns] = level
