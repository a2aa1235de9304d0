"""What is asked of an answer to attention-backward.

Some cases have n = m, m = d_v or d_v = d_k: a missing transpose or the wrong array raises
elsewhere.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "attention_backward"
PLAIN = "no leading axis"
BATCH = "one leading axis"
HEADS = "two leading axes"
LEADING = {PLAIN: 0, BATCH: 1, HEADS: 2}
SMALL = {"n": (3, 5), "m": (3, 6), "d_k": (2, 6), "d_v": (2, 8)}
LARGER = {"n": (5, 9), "m": (5, 10), "d_k": (4, 12), "d_v": (3, 12)}


def cases(draw: Draw) -> Iterator[Case]:
    """Sixteen cases: with no leading axis, with one, and with two."""
    yield _case(draw, PLAIN)
    yield _case(draw, BATCH)
    yield _case(draw, HEADS)
    yield _case(draw, PLAIN, equal=("n", "m"))
    yield _case(draw, PLAIN, equal=("n", "m"))
    yield _case(draw, BATCH, equal=("n", "m"))
    yield _case(draw, HEADS, equal=("n", "m"))
    yield _case(draw, PLAIN, equal=("m", "d_v"))
    yield _case(draw, BATCH, equal=("m", "d_v"))
    yield _case(draw, PLAIN, equal=("n", "m", "d_k", "d_v"))
    yield _case(draw, HEADS, equal=("n", "m", "d_k", "d_v"))
    yield _case(draw, BATCH, equal=("d_k", "d_v"))
    yield _case(draw, PLAIN, bounds=LARGER)
    yield _case(draw, BATCH, equal=("n", "m"), bounds=LARGER)
    yield _case(draw, BATCH, bounds=LARGER)
    yield _case(draw, HEADS, bounds=LARGER)


def edges(draw: Draw) -> Iterator[Case]:
    """Scores far from zero, and gradients that vanish."""
    for sign in (1.0, -1.0):
        q, k, v, grad_out = _arrays(draw, 1)
        # All of the size in q: a large column of k would blow up what rounding leaves of the row
        # sums of dS, which are zero.
        q[..., 0] = round(9_900.0 * k.shape[-1] ** 0.5)
        q[:, 0, 0] *= -1.0  # no maximum suits both this row and the others
        k[..., 0] = sign
        yield Case(
            ENTRY, (q, k, v, grad_out), title="Scores near 1e4 or -1e4 neither overflow nor vanish"
        )

    q, k, v, grad_out = _arrays(draw, 1)
    k[:] = k[:, :1]
    yield Case(ENTRY, (q, k, v, grad_out), title="If all keys are equal, dq is zero")

    q, k, v, grad_out = _arrays(draw, 1)
    v[:] = v[:, :1]
    yield Case(ENTRY, (q, k, v, grad_out), title="If all values are equal, dq and dk are zero")


def properties(draw: Draw) -> Iterator[Case]:
    """What a gradient is, said as experiments on the answer."""
    q, k, v, grad_out = _arrays(draw, 1)
    yield Case(
        ENTRY,
        (q, k, v, grad_out, draw.normal(*grad_out.shape)),
        title="Gradients are linear in grad_out",
        script=_linear,
    )
    yield Case(
        ENTRY,
        _arrays(draw, 1),
        title="Each query has its own part in dk and dv, and they add up",
        script=_query_by_query,
    )


def _linear(subject: Any, q: Any, k: Any, v: Any, grad_out: Any, other: Any) -> Any:
    """Twice one and the other: the result of the sum, and the sum of the results."""
    both = subject.attention_backward(q, k, v, 2.0 * grad_out + other)
    one = subject.attention_backward(q, k, v, grad_out)
    two = subject.attention_backward(q, k, v, other)
    return [*both, *(2.0 * a + b for a, b in zip(one, two, strict=True))]


def _query_by_query(subject: Any, q: Any, k: Any, v: Any, grad_out: Any) -> Any:
    first = subject.attention_backward(q[:, :1], k, v, grad_out[:, :1])
    others = subject.attention_backward(q[:, 1:], k, v, grad_out[:, 1:])
    return [
        *subject.attention_backward(q, k, v, grad_out),
        np.concatenate([first[0], others[0]], axis=1),
        first[1] + others[1],
        first[2] + others[2],
    ]


def _case(
    draw: Draw,
    mode: str,
    *,
    equal: tuple[str, ...] = (),
    bounds: dict[str, tuple[int, int]] = SMALL,
) -> Case:
    return Case(ENTRY, _arrays(draw, LEADING[mode], equal, bounds), mode=mode)


def _arrays(
    draw: Draw,
    leading: int,
    equal: tuple[str, ...] = (),
    bounds: dict[str, tuple[int, int]] = SMALL,
) -> tuple[Any, Any, Any, Any]:
    """q (..., n, d_k), k (..., m, d_k), v (..., m, d_v), grad_out (..., n, d_v) of unit scale.

    The sizes named in `equal` agree.
    """
    front = [draw.size(f"leading {i}", 2, 3 + i) for i in range(leading)]
    sizes: dict[str, int] = {}
    for name, (lo, hi) in bounds.items():
        same = [sizes[other] for other in equal if name in equal and other in sizes]
        sizes[name] = same[0] if same else draw.size(name, lo, hi)
    n, m, d_k, d_v = sizes["n"], sizes["m"], sizes["d_k"], sizes["d_v"]
    return (
        draw.normal(*front, n, d_k),
        draw.normal(*front, m, d_k),
        draw.normal(*front, m, d_v),
        draw.normal(*front, n, d_v),
    )
