"""What is asked of an answer to gpt-forward."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import before_and_after_another_end
from tfmdrill.model.case import Case

ENTRY = "gpt_forward"
ONE = "one block"
SEVERAL = "several blocks"
FULL = "as many tokens as positions"
SQUARE = "a vocabulary as large as the width"
TOO_LONG = "More tokens than positions raise ValueError"
ONE_POSITION = "Two tokens and a table of one position raise ValueError"
NO_BLOCKS = "Without blocks the logits are the normed embeddings times the table"
LOW = "Allowed scores near -2e4 still win over later ones near 2e4"
SMALL = "Embeddings of the size of eps are normed with eps 1e-5"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases; with V = d a table that isn't transposed has a shape that fits."""
    for _ in range(3):
        yield _case(draw, ONE, blocks=1)
    for blocks in (2, 3, 2, 3, 2):
        yield _case(draw, SEVERAL, blocks=blocks)
    for blocks in (2, 1, 3):
        yield _case(draw, FULL, blocks=blocks, spare=0)
    for blocks in (1, 2, 2):
        yield _case(draw, SQUARE, blocks=blocks, square=True)


def edges(draw: Draw) -> Iterator[Case]:
    """Sequences that are too long, allowed scores far below hidden ones, small embeddings."""
    for spare in (-1, -2):
        ids, params, n_heads = _arrays(draw, blocks=1, spare=spare)
        yield Case(ENTRY, (ids, params), {"n_heads": n_heads}, title=TOO_LONG, raises=ValueError)
    for blocks in (1, 2):
        ids, params, n_heads = _arrays(draw, blocks=blocks)
        ids, params["pos"] = ids[:, :2], params["pos"][:1]  # (1, d) broadcasts over the tokens
        options = {"n_heads": n_heads}
        yield Case(ENTRY, (ids, params), options, title=ONE_POSITION, raises=ValueError)
    # Who looks at a certain block fails here, whatever else is wrong: that tells nothing apart.
    ids, params, n_heads = _arrays(draw, blocks=0)
    yield Case(ENTRY, (ids, params), {"n_heads": n_heads}, title=NO_BLOCKS, rounding=True)

    for _ in range(2):
        ids, params, n_heads = _arrays(draw, blocks=1)
        ids = _mirror(draw, params, ids)
        _aim(params["blocks"][0], n_heads, level=-19_000.0 * float(np.var(params["tok"][0])))
        yield Case(ENTRY, (ids, params), {"n_heads": n_heads}, title=LOW)

    for blocks in (1, 2):
        ids, params, n_heads = _arrays(draw, blocks=blocks)
        params |= {name: params[name] * 2.0**-9 for name in ("tok", "pos")}
        yield Case(ENTRY, (ids, params), {"n_heads": n_heads}, title=SMALL)


def properties(draw: Draw) -> Iterator[Case]:
    """How the model is wired, said as experiments on the answer."""
    ids, params, n_heads = _arrays(draw, blocks=2)
    V = len(params["tok"])
    other = (ids[:, -1:] + draw.integer(1, V)) % V
    yield Case(
        ENTRY,
        (ids, params, n_heads, other),
        title="Another last token changes no earlier logits",
        script=_other_last_token,
    )
    ids, params, n_heads = _arrays(draw, blocks=2)
    yield Case(
        ENTRY,
        (ids, params, n_heads),
        title="The logits of a prefix are those of the prefix alone",
        script=_prefix,
    )
    ids, params, n_heads = _arrays(draw, blocks=2)
    for block in params["blocks"]:
        block |= {name: np.zeros_like(block[name]) for name in ("w_o", "w2", "b2")}
    yield Case(
        ENTRY,
        (ids, params),
        {"n_heads": n_heads},
        title="Blocks whose last layers are zero change nothing",
    )


def _other_last_token(subject: Any, ids: Any, params: Any, n_heads: int, other: Any) -> Any:
    return before_and_after_another_end(
        lambda ids: subject.gpt_forward(ids, params, n_heads=n_heads), (ids,), (other,)
    )


def _prefix(subject: Any, ids: Any, params: Any, n_heads: int) -> Any:
    whole = subject.gpt_forward(ids, params, n_heads=n_heads)
    prefix = subject.gpt_forward(ids[:, :-1], params, n_heads=n_heads)
    return [whole, prefix]


def _case(draw: Draw, mode: str, **sizes: Any) -> Case:
    ids, params, n_heads = _arrays(draw, **sizes)
    return Case(ENTRY, (ids, params), {"n_heads": n_heads}, mode=mode)


def _arrays(
    draw: Draw, *, blocks: int, spare: int | None = None, square: bool = False
) -> tuple[Any, dict[str, Any], int]:
    """ids (B, n), params and n_heads; `spare` is by how much N exceeds n."""
    B, n_heads, n = draw.sizes(B=(2, 3), h=(2, 3), n=(4, 6))
    d = n_heads * draw.size("d / h", 2, 4)
    V = d if square else draw.size("V", 9, 14)
    f = draw.size("f", 5, 9)
    N = n + (draw.integer(2, 4) if spare is None else spare)
    params = {
        "tok": draw.normal(V, d, std=0.8),
        "pos": draw.normal(N, d, std=0.8),
        "blocks": [_block(draw, d, f) for _ in range(blocks)],
        "gamma_f": draw.normal(d, mean=1.2, std=0.3),
        "beta_f": draw.normal(d, std=0.4),
    }
    return draw.integers(B, n, lo=0, hi=V), params, n_heads


def _block(draw: Draw, d: int, f: int) -> dict[str, Any]:
    """Weights that keep the scale; norms far from each other and from the identity."""
    return {
        "w_q": draw.normal(d, d, std=1.4 * d**-0.5),
        "w_k": draw.normal(d, d, std=1.4 * d**-0.5),
        "w_v": draw.normal(d, d, std=1.2 * d**-0.5),
        "w_o": draw.normal(d, d, std=1.2 * d**-0.5),
        "w1": draw.normal(d, f, std=1.5 * d**-0.5),
        "b1": draw.normal(f, std=0.7),
        "w2": draw.normal(f, d, std=1.2 * f**-0.5),
        "b2": draw.normal(d, std=0.7),
        "gamma1": draw.normal(d, mean=1.3, std=0.3),
        "beta1": draw.normal(d, std=0.4),
        "gamma2": draw.normal(d, mean=0.8, std=0.3),
        "beta2": draw.normal(d, std=0.4),
    }


def _mirror(draw: Draw, params: dict[str, Any], ids: Any) -> Any:
    """ids (B, 2) of two tokens whose embeddings are each other's opposite, 1 and -1 in column 0.

    The second token is the only one that the first may not see, so any low fill treats it alike.
    """
    V, d = params["tok"].shape
    row = np.resize([1.0, -1.0], d // 2 * 2)
    row = np.concatenate([row[1:], np.zeros(d % 2)])  # mean 0 together with column 0
    for i in range(V):
        params["tok"][i] = np.concatenate([[1.0], row[draw.permutation(d - 1)]])
    params["tok"][1::2] = -params["tok"][: V - 1 : 2]
    params["pos"][:2] = 0.0
    first = 2 * draw.integers(len(ids), lo=0, hi=V // 2)
    return np.stack([first, first + 1], axis=1)


def _aim(params: dict[str, Any], n_heads: int, *, level: float) -> None:
    """Make the scores of every head `level` times column 0 of the normed query and key."""
    params["gamma1"][0], params["beta1"][0] = 1.0, 0.0
    w_q, w_k = params["w_q"], params["w_k"]
    width = len(w_q) // n_heads
    for w, value in ((w_q, 128.0), (w_k, round(level * width**0.5 / 128.0))):
        w[:, ::width] = 0.0
        w[0, ::width] = value
