"""What is asked of an answer to transformer-block.

In the value cases token 0 may always be attended, so that rows without a key are left to the
edges. Some cases have B = h or B = n, or f = d, where a mask on the wrong axis or a transposed
weight broadcasts instead of raising.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import (
    before_and_after_another_end,
    before_and_after_padding,
    mask_with_holes_apart,
)
from tfmdrill.model.case import Case

ENTRY = "transformer_block"
CAUSAL = "pre-norm, causal"
OPEN = "pre-norm, both directions"
PADDED = "pre-norm, padded"
POST = "post-norm"
EMPTY = "A token that may attend to nothing gets nothing from the attention"
SMALL = "eps counts where activations are small"
LOW = "Allowed scores near -2e4 still win over hidden ones near 2e4"
LARGE = "Large scores don't overflow"


def cases(draw: Draw) -> Iterator[Case]:
    """Fifteen cases: both norms, causal or not, padded or not."""
    yield _case(draw, CAUSAL)
    yield _case(draw, CAUSAL, gradient=True)
    yield _case(draw, CAUSAL, inner_as_outer=True)
    yield _case(draw, CAUSAL, tokens=(7, 9))
    yield _case(draw, OPEN, causal=False)
    yield _case(draw, OPEN, causal=False, inner_as_outer=True)
    yield _case(draw, OPEN, causal=False, tokens=(6, 8))
    yield _case(draw, PADDED, padded=True)
    yield _case(draw, PADDED, padded=True, causal=False)
    yield _case(draw, PADDED, padded=True, equal="heads")
    yield _case(draw, PADDED, padded=True, causal=False, equal="tokens")
    yield _case(draw, POST, norm="post", gradient=True)
    yield _case(draw, POST, norm="post", causal=False)
    yield _case(draw, POST, norm="post", padded=True)
    yield _case(draw, POST, norm="post", padded=True, causal=False)


def edges(draw: Draw) -> Iterator[Case]:
    """Rows without a key, activations of the size of eps, and scores far from zero."""
    x, params, n_heads = _arrays(draw)
    key_mask = mask_with_holes_apart(draw, *x.shape[:2])
    for row in range(len(key_mask)):
        key_mask[row, : 1 + row % 2] = False  # padding on the left: the first tokens see nothing
    options = {"n_heads": n_heads, "key_mask": key_mask}
    yield Case(ENTRY, (x, params), options, title=EMPTY, gradient=True)

    x, params, n_heads = _arrays(draw)
    key_mask = mask_with_holes_apart(draw, *x.shape[:2])
    key_mask[0] = False
    options = {"n_heads": n_heads, "key_mask": key_mask, "causal": False, "norm": "post"}
    yield Case(ENTRY, (x, params), options, title=EMPTY, gradient=True)

    for norm in ("pre", "post"):
        x, params, n_heads = _arrays(draw)
        yield Case(ENTRY, (x * 2.0**-9, params), {"n_heads": n_heads, "norm": norm}, title=SMALL)

    x, params, n_heads = _arrays(draw, tokens=(6, 7))
    params |= {name: params[name] * 16.0 for name in ("w_q", "w_k")}
    yield Case(ENTRY, (x, params), {"n_heads": n_heads, "causal": False}, title=LARGE)

    for padded in (False, True):
        x, params, n_heads = _arrays(draw)
        x = _low(draw, x, params, n_heads, padded=padded)
        options = {"n_heads": n_heads}
        if padded:
            options |= {"causal": False, "key_mask": np.tile([True, False, True], (len(x), 1))}
        yield Case(ENTRY, (x, params), options, title=LOW)


def properties(draw: Draw) -> Iterator[Case]:
    """How the parts are wired, said as experiments on the answer."""
    x, params, n_heads = _arrays(draw)
    params |= {name: np.zeros_like(params[name]) for name in ("w_o", "w2", "b2")}
    yield Case(
        ENTRY,
        (x, params),
        {"n_heads": n_heads},
        title="With w_o, w2 and b2 zero a pre-norm block is the identity",
    )
    x, params, n_heads = _arrays(draw)
    last = draw.normal(x.shape[0], 1, x.shape[2])
    yield Case(
        ENTRY,
        (x, params, n_heads, last),
        title="Causal: another last token changes no earlier one",
        script=_other_last_token,
    )
    x, params, n_heads = _arrays(draw)
    padding = draw.normal(x.shape[0], 2, x.shape[2])
    yield Case(
        ENTRY,
        (x, params, n_heads, padding),
        title="Padding the batch changes no real token",
        script=_padded,
    )


def _other_last_token(subject: Any, x: Any, params: Any, n_heads: int, last: Any) -> Any:
    return before_and_after_another_end(
        lambda x: subject.transformer_block(x, params, n_heads=n_heads), (x,), (last,)
    )


def _padded(subject: Any, x: Any, params: Any, n_heads: int, padding: Any) -> Any:
    def ask(x: Any, mask: Any) -> Any:
        key_mask = None if mask.all() else mask
        return subject.transformer_block(
            x, params, n_heads=n_heads, causal=False, key_mask=key_mask
        )

    return before_and_after_padding(ask, (x,), (padding,))


def _case(
    draw: Draw,
    mode: str,
    *,
    norm: str = "pre",
    causal: bool = True,
    padded: bool = False,
    gradient: bool = False,
    **sizes: Any,
) -> Case:
    x, params, n_heads = _arrays(draw, **sizes)
    options: dict[str, Any] = {"n_heads": n_heads}
    if norm != "pre":
        options["norm"] = norm
    if not causal:
        options["causal"] = False
    if padded:
        options["key_mask"] = mask_with_holes_apart(draw, *x.shape[:2])
    return Case(ENTRY, (x, params), options, mode=mode, gradient=gradient)


def _arrays(
    draw: Draw,
    *,
    tokens: tuple[int, int] = (4, 6),
    equal: str = "",
    inner_as_outer: bool = False,
) -> tuple[Any, dict[str, Any], int]:
    """x (B, n, d), params and n_heads.

    equal: "heads" or "tokens", of which there are then as many as sequences.
    """
    B = draw.size("B", 4, 4) if equal == "tokens" else draw.size("B", 2, 3)
    n_heads = B if equal == "heads" else draw.size("h", 2, 4)
    n = B if equal == "tokens" else draw.size("n", *tokens)
    d = n_heads * draw.size("d / h", 2, 5)
    f = d if inner_as_outer else draw.size("f", 5, 11)
    return draw.normal(B, n, d), _params(draw, d, f), n_heads


def _params(draw: Draw, d: int, f: int) -> dict[str, Any]:
    """Weights that keep the scale; norms far from each other and from the identity."""
    attention = {
        name: draw.normal(d, d, std=1.2 * d**-0.5) for name in ("w_q", "w_k", "w_v", "w_o")
    }
    mlp = {
        "w1": draw.normal(d, f, std=1.5 * d**-0.5),
        "b1": draw.normal(f, std=0.7),
        "w2": draw.normal(f, d, std=1.2 * f**-0.5),
        "b2": draw.normal(d, std=0.7),
    }
    norms = {
        "gamma1": draw.normal(d, mean=1.3, std=0.3),
        "beta1": draw.normal(d, std=0.4),
        "gamma2": draw.normal(d, mean=0.8, std=0.3),
        "beta2": draw.normal(d, std=0.4),
    }
    return attention | mlp | norms


def _low(draw: Draw, x: Any, params: dict[str, Any], n_heads: int, *, padded: bool) -> Any:
    """Tokens of which one has low scores at its allowed keys and 19 000 at every hidden one.

    It is the first of two, or with `padded` the last of three, whose second is padding. The other
    queries score near 0. No two scores that compete are near each other.
    """
    B, _, d = x.shape
    asks = np.array([1.0, 1.0, -1.0, -1.0, *[0.0] * (d - 4)])  # column 0 asks, column 1 answers
    answers = np.array([0.0, 1.0, -1.0, 0.0, *[0.0] * (d - 4)])
    rows = (answers, -answers, asks) if padded else (asks, -answers)
    order = [np.concatenate([[0, 1], 2 + draw.permutation(d - 2)]) for _ in range(B)]
    params["gamma1"][:2], params["beta1"][:2] = 1.0, 0.0
    level = -19_000.0 * float(np.std(asks) * np.std(answers))
    width = d // n_heads
    for name, column, value in (
        ("w_q", 0, 128.0),
        ("w_k", 1, round(level * width**0.5 / 128.0)),
    ):
        params[name][:, ::width] = 0.0
        params[name][column, ::width] = value
    return np.array([[row[columns] for row in rows] for columns in order])
