"""What is asked of an answer to attention.

Some cases have n = m, m = d_k or d_v = d_k, or a last leading axis of that size too: keys used
untransposed or with the wrong axes swapped, scores the wrong way round, and keys taken for values
raise for all other sizes.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "attention"
PLAIN = "no leading axis"
BATCH = "one leading axis"
HEADS = "several leading axes"
LEADING = {PLAIN: 0, BATCH: 1, HEADS: 2}
SMALL = {"n": (3, 5), "m": (3, 6), "d_k": (2, 6), "d_v": (2, 8)}
LARGER = {"n": (5, 9), "m": (5, 10), "d_k": (4, 12), "d_v": (3, 12)}


def cases(draw: Draw) -> Iterator[Case]:
    """Fifteen cases: with no leading axis, with one, and with two or three."""
    yield _case(draw, PLAIN, gradient=True)
    yield _case(draw, BATCH, gradient=True)
    yield _case(draw, HEADS, gradient=True)
    yield _case(draw, PLAIN, equal=("n", "m"))
    yield _case(draw, BATCH, equal=("n", "m"))
    yield _case(draw, PLAIN, equal=("n", "m", "d_k"))
    yield _case(draw, BATCH, equal=("last", "m", "d_k"))
    yield _case(draw, HEADS, equal=("last", "m", "d_k"))
    yield _case(draw, BATCH, equal=("d_k", "d_v"))
    yield _case(draw, HEADS, equal=("d_k", "d_v"))
    yield _case(draw, PLAIN, bounds=LARGER)
    yield _case(draw, PLAIN, equal=("n", "m"), bounds=LARGER)
    yield _case(draw, BATCH, bounds=LARGER)
    yield _case(draw, HEADS, bounds=LARGER)
    yield _case(draw, HEADS, leading=3)


def edges(draw: Draw) -> Iterator[Case]:
    """Scores far from zero, of one sign and of both."""
    for signs in ((1.0,), (-1.0,), (1.0, -1.0)):  # the last: both within each row
        q, k, v = _arrays(draw, 1)
        q[..., 0] = 128.0
        k[..., 0] = round(9_900.0 * k.shape[-1] ** 0.5 / 128.0)
        k[..., 0] *= np.resize(signs, k.shape[-2])
        yield Case(ENTRY, (q, k, v), title="Scores near 1e4 or -1e4 neither overflow nor vanish")

    for leading in (0, 2):
        q, k, v = _arrays(draw, leading)
        q[..., 0] = 128.0
        q[..., 1::2, 0] = -128.0
        k[..., 0] = round(2_000.0 * k.shape[-1] ** 0.5 / 128.0)
        yield Case(ENTRY, (q, k, v), title="Rows of scores near 2000 and near -2000 in one call")


def properties(draw: Draw) -> Iterator[Case]:
    """What attention is, said as experiments on the answer."""
    q, k, v = _arrays(draw, 1)
    yield Case(
        ENTRY,
        (q, k, v, draw.permutation(q.shape[-2])),
        title="Permuting the queries permutes the rows of the output",
        script=_permute_queries,
    )
    q, k, v = _arrays(draw, 1)
    yield Case(
        ENTRY,
        (q, k, v, draw.permutation(k.shape[-2])),
        title="Permuting the keys together with the values changes nothing",
        script=_permute_keys,
    )
    q, k, v = _arrays(draw, 2)
    yield Case(
        ENTRY,
        (q, k, v),
        title="Each output lies between the smallest and the largest value",
        script=_outside_the_values,
    )
    q, k, v = _arrays(draw, 1)
    k[:] = k[:, :1]
    yield Case(
        ENTRY, (q, k, v), title="If all keys are equal, each output is the mean of the values"
    )


def _permute_queries(subject: Any, q: Any, k: Any, v: Any, order: Any) -> Any:
    return [subject.attention(q, k, v), subject.attention(q[:, order], k, v)]


def _permute_keys(subject: Any, q: Any, k: Any, v: Any, order: Any) -> Any:
    return [subject.attention(q, k, v), subject.attention(q, k[:, order], v[:, order])]


def _outside_the_values(subject: Any, q: Any, k: Any, v: Any) -> Any:
    """How far each output lies outside the values of its column: nothing but zeros."""
    out = subject.attention(q, k, v)
    below = np.min(v, axis=-2, keepdims=True) - out
    above = out - np.max(v, axis=-2, keepdims=True)
    return [out, np.maximum(0.0, np.maximum(below, above))]


def _case(
    draw: Draw,
    mode: str,
    *,
    leading: int | None = None,
    equal: tuple[str, ...] = (),
    bounds: dict[str, tuple[int, int]] = SMALL,
    gradient: bool = False,
) -> Case:
    count = LEADING[mode] if leading is None else leading
    return Case(ENTRY, _arrays(draw, count, equal, bounds), mode=mode, gradient=gradient)


def _arrays(
    draw: Draw,
    leading: int,
    equal: tuple[str, ...] = (),
    bounds: dict[str, tuple[int, int]] = SMALL,
) -> tuple[Any, Any, Any]:
    """q (..., n, d_k), k (..., m, d_k), v (..., m, d_v) of unit scale.

    The sizes named in `equal` agree; "last" is the last leading axis.
    """
    front = [draw.size(f"leading {i}", 2, 3 + i) for i in range(leading)]
    sizes: dict[str, int] = {}
    if "last" in equal:
        front[-1] = sizes["last"] = draw.size("last", 3, 5)
    for name, (lo, hi) in bounds.items():
        same = [sizes[other] for other in equal if name in equal and other in sizes]
        sizes[name] = same[0] if same else draw.size(name, lo, hi)
    n, m, d_k, d_v = sizes["n"], sizes["m"], sizes["d_k"], sizes["d_v"]
    return draw.normal(*front, n, d_k), draw.normal(*front, m, d_k), draw.normal(*front, m, d_v)
