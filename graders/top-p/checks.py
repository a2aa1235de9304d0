"""What is asked of an answer to top-p."""

from collections.abc import Iterator

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

STEP = 0.6  # neighbours in the order of a row lie 0.15 to 1.05 steps of logit apart: no ties
NEGLIGIBLE = 45.0  # exp(-45) is below the rounding unit of float64, yet far from underflow
FLAT = 0.01  # spread of a nucleus of more than a hundred tokens
UNDERFLOW = 800.0  # exp(-800) is 0 in float64


def cases(draw: Draw) -> Iterator[Case]:
    """Cuts in the middle, near the top and near the end, in rows that differ, with -inf in some."""
    for V in (5, 7, 11):
        logits = _rows(draw, *draw.sizes(B=(2, 4), V=(4, V)))
        yield _case(draw, logits, 0.3, 0.9, "p in the middle")
    logits = _rows(draw, *draw.sizes(B=(2, 4), V=(160, 180)), spread=FLAT)
    yield _case(draw, logits, 0.7, 0.9, "p in the middle")
    for V in (5, 8, 12):
        logits = _rows(draw, *draw.sizes(B=(2, 4), V=(4, V)), spread=2.5)
        first = float(_cumulative(logits)[:, 0].min())
        yield _case(draw, logits, 0.2 * first, 0.9 * first, "p below the largest probability")
    for V in (6, 9, 14):
        B, V = draw.sizes(B=(3, 5), V=(6, V))
        logits = np.concatenate([_rows(draw, B - 2, V, spread=4.0), _rows(draw, 2, V)])
        logits = logits[draw.permutation(B)]
        yield _case(draw, logits, 0.5, 0.8, "rows that keep different numbers of tokens")
    for V in (7, 10, 14):
        B, V = draw.sizes(B=(2, 4), V=(6, V))
        yield _case(draw, _rows(draw, B, V, impossible=V // 3), 0.4, 0.9, "some logits are -inf")
    for V, spread in ((16, 0.4), (180, FLAT)):
        logits = _rows(draw, *draw.sizes(B=(2, 4), V=(V - 8, V)), spread=spread)
        yield _case(draw, logits, 0.92, 0.99, "p near 1")


def edges(draw: Draw) -> Iterator[Case]:
    """The ends of p, negligible and impossible tokens, and logits far from 0."""
    for V in (6, 9):
        logits = _rows(draw, *draw.sizes(B=(2, 4), V=(5, V)))
        yield Case("top_p_filter", (logits, 0.0), title="p = 0 keeps the most probable token")
    logits = _rows(draw, *draw.sizes(B=(2, 4), V=(5, 8)))
    yield Case("top_p_filter", (logits, -0.5), title="A negative p keeps the most probable token")
    for V in (5, 8):
        logits = _under(draw, NEGLIGIBLE, *draw.sizes(B=(2, 4), V=(4, V)))
        yield Case(
            "top_p_filter", (logits, 1.0), title="p = 1 keeps every finite logit", exact=True
        )
    # Enough rows that the sum of the rounded probabilities of the others passes 1 in some of them.
    logits = draw.normal(64, 24)
    logits[:, draw.permutation(24)[:3]] = -30.0
    yield Case(
        "top_p_filter",
        (logits, 1.0),
        title="p = 1 keeps the tail of every row, whatever the sum before it rounds to",
        exact=True,
        rounding=True,
    )
    for V in (5, 8):
        logits = _under(draw, UNDERFLOW, *draw.sizes(B=(2, 4), V=(4, V)))
        yield Case(
            "top_p_filter",
            (logits, 1.0),
            title="p = 1 keeps logits whose probability underflows to 0",
            exact=True,
        )
    logits = _rows(draw, *draw.sizes(B=(2, 4), V=(6, 9)), impossible=2)
    yield Case(
        "top_p_filter", (logits, 1.5), title="p above 1 keeps every finite logit and no other"
    )
    for level, next_row in ((1e4, 1), (1e4, -1), (-1e4, -1)):
        B, V = draw.sizes(B=(2, 4), V=(6, 9))
        levels = level * float(next_row) ** np.arange(B)[:, None]
        logits = _rows(draw, B, V, level=levels)
        yield _case(draw, logits, 0.4, 0.9, title="Logits near 10,000 or -10,000 work")
    logits = _rows(draw, 2, 5, impossible=4)
    yield Case("top_p_filter", (logits, 0.7), title="A row with one finite logit keeps it")
    yield Case("top_p_filter", (draw.normal(3, 1), 0.4), title="A vocabulary of one token works")


def properties(draw: Draw) -> Iterator[Case]:
    """What holds for any logits: a shift of a row or a new order of the tokens changes nothing."""
    B, V = draw.sizes(B=(2, 4), V=(6, 9))
    logits = _rows(draw, B, V)
    p = _between(draw, logits, 0.4, 0.9)
    shift = draw.uniform(B, 1, lo=-8.0, hi=8.0)
    yield Case(
        "top_p_filter",
        (logits, p, shift),
        title="Adding a number to a row doesn't change which tokens are kept",
        script=_kept_after_shift,
    )
    yield Case(
        "top_p_filter",
        (logits, p, draw.permutation(V)),
        title="Renumbering the tokens renumbers the result",
        script=_renumbered,
    )


def _rows(draw, B, V, *, spread=1.0, level=0.0, impossible=0):
    """Rows (B, V) in random order without near ties, each at a level of its own."""
    order = np.stack([draw.permutation(V) for _ in range(B)])
    logits = spread * (STEP * order + draw.uniform(B, V, lo=0.0, hi=0.75 * STEP))
    logits = logits + level + draw.uniform(B, 1, lo=-6.0, hi=2.0)
    lost = np.stack([draw.permutation(V) for _ in range(B)]) < impossible
    return np.where(lost, -np.inf, logits).astype(np.float32).astype(np.float64)


def _under(draw, depth, B, V):
    """One token a row at the row's level, the others at least `depth` below it."""
    logits = _rows(draw, B, V) - depth - STEP * V
    top = draw.integers(B, 1, lo=0, hi=V)
    return np.where(np.arange(V) == top, logits + depth + 2 * STEP * V, logits)


def _case(draw, logits, lo, hi, mode="", title=""):
    return Case("top_p_filter", (logits, _between(draw, logits, lo, hi)), mode=mode, title=title)


def _between(draw, logits, lo, hi):
    """A p in [lo, hi] that is far from every cumulative probability and cuts in some row."""
    sums = _cumulative(logits)
    hi = min(hi, float(sums[:, -2].max()))
    candidates = np.linspace(lo, max(lo, hi), 60).round(3)
    distance = np.abs(candidates[:, None] - sums.reshape(-1)).min(axis=-1)
    best = np.argsort(-distance)[:3]
    return float(candidates[draw.choice(list(best))])


def _cumulative(logits):
    """Cumulative probabilities (B, V) in falling order of probability."""
    weight = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probability = np.sort(weight / weight.sum(axis=-1, keepdims=True), axis=-1)[:, ::-1]
    return np.cumsum(probability, axis=-1)


def _kept_after_shift(subject, logits, p, shift):
    kept = np.isfinite(subject.top_p_filter(logits, p))
    shifted = np.isfinite(subject.top_p_filter(logits + shift, p))
    return {"tokens that changed": kept != shifted, "some are removed": bool((~kept).any())}


def _renumbered(subject, logits, p, order):
    plain = subject.top_p_filter(logits, p)
    renumbered = subject.top_p_filter(logits[:, order], p)
    return {
        "tokens that changed": np.isfinite(plain)[:, order] != np.isfinite(renumbered),
        "some are removed": bool((~np.isfinite(plain)).any()),
    }
