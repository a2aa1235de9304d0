"""What is asked of an answer to encoder-decoder-block.

In the value cases token 0 of target and memory may always be attended, so that rows without a key
are left to the edges. Some cases have n = m, B = h or B = n, where the wrong mask or a mask on the
wrong axis broadcasts instead of raising.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import before_and_after_another_end, mask_with_holes_apart
from tfmdrill.model.case import Case

ENTRY = "decoder_block"
BARE = "no masks"
TARGET = "target mask"
SOURCE = "memory mask"
BOTH = "both masks"
EMPTY = "A token that may attend to nothing gets nothing from that attention"
LOW = "Allowed scores near -2e4 still win over hidden ones near 0 or 2e4"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: no mask, either, both."""
    yield _case(draw, BARE)
    yield _case(draw, BARE, gradient=True)
    yield _case(draw, BARE, equal="lengths")
    yield _case(draw, BARE, more="targets")
    yield _case(draw, TARGET, key=True)
    yield _case(draw, TARGET, key=True, equal="heads")
    yield _case(draw, TARGET, key=True, equal="tokens")
    yield _case(draw, SOURCE, source=True)
    yield _case(draw, SOURCE, source=True, equal="heads")
    yield _case(draw, SOURCE, source=True, equal="tokens", more="targets")
    yield _case(draw, BOTH, key=True, source=True, gradient=True)
    yield _case(draw, BOTH, key=True, source=True, equal="lengths")
    yield _case(draw, BOTH, key=True, source=True, equal="lengths")
    yield _case(draw, BOTH, key=True, source=True, more="targets")


def edges(draw: Draw) -> Iterator[Case]:
    """Rows without a key, in either attention and in both; allowed scores far below hidden ones."""
    for key, source, gradient in ((True, False, True), (False, True, True), (True, True, False)):
        x, memory, params, n_heads = _arrays(draw)
        options: dict[str, Any] = {"n_heads": n_heads}
        if key:
            mask = mask_with_holes_apart(draw, *x.shape[:2])
            for row in range(len(mask)):
                mask[row, : 1 + row % 2] = False  # padding on the left
            options["key_mask"] = mask
        if source:
            options["memory_mask"] = mask_with_holes_apart(draw, *memory.shape[:2])
            options["memory_mask"][-1] = False
        yield Case(ENTRY, (x, memory, params), options, title=EMPTY, gradient=gradient)
    for _ in range(2):
        x, memory, params, n_heads = _arrays(draw)
        options = {"n_heads": n_heads, "memory_mask": np.zeros(memory.shape[:2], dtype=bool)}
        yield Case(ENTRY, (x, memory, params), options, title=EMPTY)

    for n in (2, 3):
        x, memory, params, n_heads = _arrays(draw)
        x = _low(draw, x, params, n_heads, padded=n == 3)
        options = {"n_heads": n_heads}
        if n == 3:
            options["key_mask"] = np.tile([True, False, True], (len(x), 1))
        yield Case(ENTRY, (x, memory, params), options, title=LOW)
    x, memory, params, n_heads = _arrays(draw)
    memory = memory[:, :2]
    memory[:, :, 0] = [1.0, 0.0]
    _aim(params, "x", n_heads, columns=(0, 0), level=-19_000.0)
    for norm in (1, 3):  # whichever is the last before the queries
        params[f"gamma{norm}"][0], params[f"beta{norm}"][0] = 0.0, 1.0
    options = {"n_heads": n_heads, "memory_mask": np.ones(memory.shape[:2], dtype=bool)}
    options["memory_mask"][:, 1] = False
    yield Case(ENTRY, (x, memory, params), options, title=LOW)


def properties(draw: Draw) -> Iterator[Case]:
    """How the parts are wired, said as experiments on the answer."""
    x, memory, params, n_heads = _arrays(draw)
    params |= {name: np.zeros_like(params[name]) for name in ("w_o", "x_o", "w2", "b2")}
    yield Case(
        ENTRY,
        (x, memory, params),
        {"n_heads": n_heads},
        title="With w_o, x_o, w2 and b2 zero the block is the identity",
    )
    x, memory, params, n_heads = _arrays(draw)
    last = draw.normal(x.shape[0], 1, x.shape[2])
    yield Case(
        ENTRY,
        (x, memory, params, n_heads, last),
        title="Another last target token changes no earlier one",
        script=_other_last_token,
    )
    x, memory, params, n_heads = _arrays(draw)
    order = draw.permutation(memory.shape[1])
    yield Case(
        ENTRY,
        (x, memory, params, n_heads, order),
        title="The order of memory makes no difference",
        script=_memory_in_order,
    )
    x, memory, params, n_heads = _arrays(draw)
    padding = draw.normal(x.shape[0], 2, x.shape[2])
    yield Case(
        ENTRY,
        (x, memory, params, n_heads, padding),
        title="Padding memory changes nothing",
        script=_padded,
    )


def _other_last_token(
    subject: Any, x: Any, memory: Any, params: Any, n_heads: int, last: Any
) -> Any:
    return before_and_after_another_end(
        lambda x: subject.decoder_block(x, memory, params, n_heads=n_heads), (x,), (last,)
    )


def _memory_in_order(
    subject: Any, x: Any, memory: Any, params: Any, n_heads: int, order: Any
) -> Any:
    return subject.decoder_block(x, memory[:, order], params, n_heads=n_heads)


def _padded(subject: Any, x: Any, memory: Any, params: Any, n_heads: int, padding: Any) -> Any:
    B, m, _ = memory.shape
    mask = np.arange(m + padding.shape[1]) < np.full((B, 1), m)
    longer = np.concatenate([memory, padding], axis=1)
    return subject.decoder_block(x, longer, params, n_heads=n_heads, memory_mask=mask)


def _case(
    draw: Draw,
    mode: str,
    *,
    key: bool = False,
    source: bool = False,
    gradient: bool = False,
    **sizes: str,
) -> Case:
    x, memory, params, n_heads = _arrays(draw, **sizes)
    options: dict[str, Any] = {"n_heads": n_heads}
    if key:
        options["key_mask"] = mask_with_holes_apart(draw, *x.shape[:2])
    if source:
        options["memory_mask"] = mask_with_holes_apart(draw, *memory.shape[:2])
    return Case(ENTRY, (x, memory, params), options, mode=mode, gradient=gradient)


def _arrays(
    draw: Draw, *, equal: str = "", more: str = "sources"
) -> tuple[Any, Any, dict[str, Any], int]:
    """x (B, n, d), memory (B, m, d), params and n_heads.

    equal: which sizes coincide: "lengths" n = m, "heads" B = h, "tokens" B = n.
    more: of which there are more, "targets" or "sources".
    """
    B = draw.size("B", 4, 5) if equal == "tokens" else draw.size("B", 2, 3)
    n_heads = B if equal == "heads" else draw.size("h", 2, 3)
    short, long = draw.sizes(short=(4, 5), long=(6, 7))
    n, m = (long, short) if more == "targets" else (short, long)
    if equal == "tokens":
        n = B
    if equal == "lengths":
        m = n
    d = n_heads * draw.size("d / h", 2, 4)
    f = draw.size("f", 5, 9)
    return draw.normal(B, n, d), draw.normal(B, m, d), _params(draw, d, f), n_heads


def _params(draw: Draw, d: int, f: int) -> dict[str, Any]:
    """Weights that keep the scale; norms far from each other and from the identity."""
    names = [f"{kind}_{part}" for kind in "wx" for part in "qkvo"]
    attention = {name: draw.normal(d, d, std=1.3 * d**-0.5) for name in names}
    mlp = {
        "w1": draw.normal(d, f, std=1.5 * d**-0.5),
        "b1": draw.normal(f, std=0.7),
        "w2": draw.normal(f, d, std=1.2 * f**-0.5),
        "b2": draw.normal(d, std=0.7),
    }
    norms = {}
    for number, mean in ((1, 1.3), (2, 0.8), (3, 1.7)):
        norms[f"gamma{number}"] = draw.normal(d, mean=mean, std=0.3)
        norms[f"beta{number}"] = draw.normal(d, std=0.4)
    return attention | mlp | norms


def _low(draw: Draw, x: Any, params: dict[str, Any], n_heads: int, *, padded: bool) -> Any:
    """Tokens of which one has low scores at its allowed keys and 19 000 at every hidden one.

    It is the first of two, or with `padded` the last of three, whose second is padding. The other
    queries score near 0. No two scores that compete are near each other.
    """
    B, _, d = x.shape
    asks = np.array([1.0, 1.0, -1.0, -1.0, *[0.0] * (d - 4)])  # column 0 asks, column 1 answers
    answers = np.array([0.0, 1.0, -1.0, 0.0, *[0.0] * (d - 4)])
    level = -19_000.0 * float(np.std(asks) * np.std(answers))
    # Normed already, so that the scores are the same where the attention reads them unnormed.
    asks, answers = (np.float32(row / np.std(row)).astype(float) for row in (asks, answers))
    rows = (answers, -answers, asks) if padded else (asks, -answers)
    order = [np.concatenate([[0, 1], 2 + draw.permutation(d - 2)]) for _ in range(B)]
    params["gamma1"][:2], params["beta1"][:2] = 1.0, 0.0
    _aim(params, "w", n_heads, columns=(0, 1), level=level)
    return np.array([[row[columns] for row in rows] for columns in order])


def _aim(
    params: dict[str, Any], kind: str, n_heads: int, *, columns: tuple[int, int], level: float
) -> None:
    """Make all scores `level` times a column of the query and a column of the key."""
    w_q, w_k = params[f"{kind}_q"], params[f"{kind}_k"]
    width = len(w_q) // n_heads
    values = 128.0, round(level * width**0.5 / 128.0)
    for w, column, value in zip((w_q, w_k), columns, values, strict=True):
        w[:, ::width] = 0.0
        w[column, ::width] = value
