"""What is asked of an answer to bert-forward.

In the value cases token 0 may always be attended. Some have B = h or B = n, where a mask on the
wrong axis broadcasts instead of raising.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import before_and_after_padding, mask_with_holes_apart
from tfmdrill.model.case import Case

ENTRY = "bert_forward"
WHOLE = "no padding"
PADDED = "padded"
EQUAL = "padded, as many sequences as heads or tokens"
EMPTY = "A sequence of nothing but padding gets nothing from the attention"
NO_BLOCKS = "Without blocks the result is the normed sum of the embeddings"
LOW = "Allowed scores near -2e4 still win over the padding's near 2e4"
SMALL = "eps is 1e-5, which counts where embeddings are small"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: one to three blocks, padded or not."""
    for blocks in (1, 2, 3, 2):
        yield _case(draw, WHOLE, blocks=blocks, padded=False)
    for blocks in (1, 2, 3, 2, 2, 1):
        yield _case(draw, PADDED, blocks=blocks)
    for blocks, equal in ((1, "heads"), (1, "tokens"), (2, "heads"), (2, "tokens")):
        yield _case(draw, EQUAL, blocks=blocks, equal=equal)


def edges(draw: Draw) -> Iterator[Case]:
    """Sequences without a real token, embeddings of the size of eps, scores far from zero."""
    for blocks in (1, 2):
        ids, segment_ids, mask, params, n_heads = _arrays(draw, blocks=blocks)
        mask[0] = False
        args = (ids, segment_ids, mask, params)
        yield Case(ENTRY, args, {"n_heads": n_heads}, title=EMPTY)
    for blocks in (1, 2):
        *args, n_heads = _arrays(draw, blocks=blocks)
        args[3] |= {name: args[3][name] * 2.0**-9 for name in ("tok", "pos", "seg")}
        yield Case(ENTRY, tuple(args), {"n_heads": n_heads}, title=SMALL)
    # Who looks at a certain block fails here, whatever else is wrong: that tells nothing apart.
    *args, n_heads = _arrays(draw, blocks=0)
    yield Case(ENTRY, tuple(args), {"n_heads": n_heads}, title=NO_BLOCKS, rounding=True)

    for _ in range(2):
        ids, segment_ids, _, params, n_heads = _arrays(draw, blocks=1)
        ids = _low(draw, ids, params, n_heads)
        mask = np.tile([True, False, True], (len(ids), 1))
        args = (ids, segment_ids[:, :3], mask, params)
        yield Case(ENTRY, args, {"n_heads": n_heads}, title=LOW)


def properties(draw: Draw) -> Iterator[Case]:
    """What the mask and the embeddings mean, said as experiments on the answer."""
    *args, n_heads = _arrays(draw, blocks=2, padded=False)
    V = len(args[3]["tok"])
    yield Case(
        ENTRY,
        (*args, n_heads, draw.integers(args[0].shape[0], 2, lo=0, hi=V)),
        title="Padding the batch changes no real token",
        script=_padded,
    )
    *args, n_heads = _arrays(draw, blocks=2, padded=False)
    yield Case(
        ENTRY,
        (*args, n_heads),
        title="The first token sees the last one, and its segment",
        script=_last_token_seen,
    )


def _padded(
    subject: Any, ids: Any, segments: Any, mask: Any, params: Any, n_heads: int, more: Any
) -> Any:
    return before_and_after_padding(
        lambda *given: subject.bert_forward(*given, params, n_heads=n_heads),
        (ids, segments),
        (more, np.zeros_like(more)),
        real=mask,
    )


def _last_token_seen(
    subject: Any, ids: Any, segments: Any, mask: Any, params: Any, n_heads: int
) -> Any:
    before = subject.bert_forward(ids, segments, mask, params, n_heads=n_heads)
    other = segments.copy()
    other[:, -1] = 1 - other[:, -1]
    after = subject.bert_forward(ids, other, mask, params, n_heads=n_heads)
    return [before, after]


def _case(draw: Draw, mode: str, **sizes: Any) -> Case:
    *args, n_heads = _arrays(draw, **sizes)
    return Case(ENTRY, tuple(args), {"n_heads": n_heads}, mode=mode)


def _arrays(draw: Draw, *, blocks: int, padded: bool = True, equal: str = "") -> list[Any]:
    """ids, segment_ids, attention_mask (B, n), params and n_heads.

    equal: "heads" or "tokens", of which there are then as many as sequences.
    """
    B = draw.size("B", 4, 5) if equal == "tokens" else draw.size("B", 2, 3)
    n_heads = B if equal == "heads" else draw.size("h", 2, 3)
    n = B if equal == "tokens" else draw.size("n", 4, 6)
    d = n_heads * draw.size("d / h", 2, 4)
    V, f = draw.sizes(V=(9, 14), f=(5, 8))
    params = {
        "tok": draw.normal(V, d),
        "pos": draw.normal(n + draw.integer(3, 5), d, std=0.8),
        "seg": draw.normal(2, d, std=0.8),
        "gamma_e": draw.normal(d, mean=1.3, std=0.3),
        "beta_e": draw.normal(d, std=0.4),
        "blocks": [_block(draw, d, f) for _ in range(blocks)],
    }
    segment_ids = draw.integers(B, n, lo=0, hi=2)
    segment_ids[:, -1] = 1 - segment_ids[:, 0]
    mask = mask_with_holes_apart(draw, B, n) if padded else np.ones((B, n), dtype=bool)
    return [draw.integers(B, n, lo=0, hi=V), segment_ids, mask, params, n_heads]


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


def _low(draw: Draw, ids: Any, params: dict[str, Any], n_heads: int) -> Any:
    """ids (B, 3) whose second token is padding; the third has low scores at the other two.

    They lie between -13 000 and -19 000, far from each other, and the score of the padding near
    19 000. The other queries score near 0.
    """
    B, d = len(ids), params["tok"].shape[1]
    asks = np.array([1.0, 1.0, -1.0, -1.0, *[0.0] * (d - 4)])  # column 0 asks, column 1 answers
    answers = np.array([0.0, 1.0, -1.0, 0.0, *[0.0] * (d - 4)])
    columns = np.concatenate([[0, 1], 2 + draw.permutation(d - 2)])
    params["tok"][:3] = np.array([answers, -answers, asks])[:, columns]
    params["pos"][:3] = params["seg"][:] = 0.0
    params["gamma_e"][:2], params["beta_e"][:2] = 1.0, 0.0
    level = -19_000.0 * float(np.std(asks) * np.std(answers))
    block, width = params["blocks"][0], d // n_heads
    for name, column, value in (("w_q", 0, 128.0), ("w_k", 1, round(level * width**0.5 / 128.0))):
        block[name][:, ::width] = 0.0
        block[name][column, ::width] = value
    return np.tile(np.arange(3), (B, 1))
