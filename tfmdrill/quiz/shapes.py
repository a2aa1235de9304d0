"""Computed questions about shapes and about the places of a mask."""

import random

from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import Slip
from tfmdrill.quiz.kinds import Drawn, NumberKind

UNIT = "shape"


def _head_split(rng: random.Random) -> Drawn:
    """One step of multi-head attention, all sizes different."""
    batch, heads = rng.sample((2, 3, 5, 7), 2)
    n, m = rng.sample((9, 11, 13, 17), 2)
    width = rng.choice((16, 32, 64))
    d = heads * width
    queries = f"q = x @ w_q, with x ({batch}, {n}, {d}) and w_q ({d}, {d})"
    keys = f"k ({batch}, {heads}, {m}, {width})"
    split = f"q.reshape({batch}, {n}, {heads}, {width}).transpose(1, 2)"
    steps = (
        (
            f"{queries}. What is the shape of {split}?",
            (batch, heads, n, width),
            f"transpose(1, 2) exchanges n = {n} and the {heads} heads.",
            (
                Slip((batch, n, heads, width), "That is before the transpose."),
                Slip((batch, heads, width, n), "transpose(1, 2) leaves the last axis in place."),
                Slip((batch, n, d), "That is q itself, with the heads still together."),
            ),
        ),
        (
            f"q ({batch}, {heads}, {n}, {width}) and {keys}. What is the shape of "
            "q @ k.transpose(-2, -1)?",
            (batch, heads, n, m),
            f"Each of {n} queries has a score for each of {m} keys, in each head.",
            (
                Slip((batch, heads, m, n), "Rows are queries, columns are keys."),
                Slip((batch, n, m), "Each head has scores of its own."),
                Slip((batch, heads, n, n), f"There are {m} keys, not {n}."),
                Slip((batch, heads, n, width), "That is the weighted sum, one step later."),
            ),
        ),
        (
            f"weights ({batch}, {heads}, {n}, {m}) and v ({batch}, {heads}, {m}, {width}). What is "
            f"the shape of (weights @ v).transpose(1, 2).reshape({batch}, {n}, -1)?",
            (batch, n, d),
            f"The heads are joined: {heads} * {width} = {d}.",
            (
                Slip((batch, heads, n, width), "That is weights @ v, before the heads are joined."),
                Slip((batch, n, width), "The heads are put side by side, not added."),
                Slip((batch, n, heads, width), "That is before the reshape."),
                Slip((batch, m, d), "The output has a row for each query."),
            ),
        ),
    )
    text, value, point, slips = rng.choice(steps)
    return Drawn(text, value, UNIT, (point,), slips)


def _grouped(rng: random.Random) -> Drawn:
    batch, n = rng.sample((3, 5, 7, 9, 11), 2)
    kv = rng.choice((2, 4))
    group = rng.choice((3, 6))
    width = rng.choice((16, 32))
    heads = kv * group
    return Drawn(
        f"q is ({batch}, {heads}, {n}, {width}), k is ({batch}, {kv}, {n}, {width}). To which "
        f"shape is q reshaped so that q @ k.unsqueeze(2).transpose(-2, -1) gives each group of "
        "query heads its key head, without a copy of k?",
        (batch, kv, group, n, width),
        UNIT,
        (
            f"{heads} query heads are {kv} groups of {group}: the key head is the outer axis.",
            f"k.unsqueeze(2) is ({batch}, {kv}, 1, {n}, {width}) and is broadcast over the group.",
        ),
        (
            Slip((batch, group, kv, n, width), "Then head i meets key head i % h_kv: weights of a "
                 "checkpoint are paired wrongly."),
            Slip((batch, heads, n, width), f"{heads} heads don't broadcast against {kv}."),
            Slip((batch, kv, group * n, width), "The group has an axis of its own here."),
        ),
    )  # fmt: skip


def _broadcast(rng: random.Random) -> Drawn:
    batch, heads = rng.sample((2, 3, 5, 7), 2)
    n, m = rng.sample((9, 11, 13, 17), 2)
    return Drawn(
        f"Scores are ({batch}, {heads}, {n}, {m}), rows queries, columns keys. Padding of the keys "
        f"is given as ({batch}, {m}). Which shape must it be reshaped to, to be broadcast?",
        (batch, 1, 1, m),
        UNIT,
        ("Axes are lined up from the end: one axis for the heads and one for the queries.",),
        (
            Slip((batch, m), f"{batch} would meet the {n} queries: an error, or where they are "
                 "equal a wrong mask without one."),
            Slip((batch, 1, m), f"{batch} would meet the {heads} heads."),
            Slip((batch, 1, m, 1), "That hides queries, whose number is another one."),
            Slip((1, 1, batch, m), "That lines the batch up with the queries."),
            Slip((batch, heads, n, m), "That is what it is broadcast to; no reshape makes it."),
        ),
    )  # fmt: skip


def _causal(rng: random.Random) -> Drawn:
    batch, heads = rng.sample((2, 3, 4, 5, 6), 2)
    n = rng.randint(4, 12)
    m = n + rng.randint(1, 6)
    past = m - n
    allowed = sum(past + i + 1 for i in range(n))
    hidden = n * m - allowed
    cells = batch * heads
    return Drawn(
        f"{past} keys are in the cache, {n} new tokens come: n = {n} queries, m = {m} keys. Batch "
        f"{batch}, {heads} heads. How many scores does the causal mask hide in all?",
        hidden * cells,
        "scores",
        (
            f"New query i sees {past} + i + 1 keys, and not the {n} - 1 - i new ones after it.",
            f"{n} * {n - 1} / 2 = {hidden} a head, times {cells}.",
        ),
        (
            Slip(hidden, "That is one head of one sequence."),
            Slip(hidden * heads, "That is one sequence."),
            Slip((hidden + n) * cells, "That hides the diagonal too: a token sees itself."),
            Slip(allowed * cells, "Those are the scores that stay."),
            Slip(
                sum(m - 1 - i for i in range(n)) * cells,
                "That is aligned to the top left: the new tokens would not see most of the cache.",
            ),
            Slip(m * (m - 1) // 2 * cells, "There are n rows, not m."),
        ),
    )


def _window(rng: random.Random) -> Drawn:
    n = rng.randint(20, 60)
    w = rng.randint(4, 9)

    def pairs(window: int) -> int:
        return sum(min(i + 1, window) for i in range(n))

    return Drawn(
        f"Causal attention over {n} tokens, in which each sees the last {w}, itself among them. "
        "How many pairs of query and key are allowed?",
        pairs(w),
        "pairs",
        (f"{n} * {w} - {w} * ({w} - 1) / 2: the first {w - 1} tokens have fewer before them.",),
        (
            Slip(pairs(w + 1), f"That sees {w} tokens and itself: {w + 1}."),
            Slip(pairs(w - 1), "That has one key too few."),
            Slip(n * w, f"The first {w - 1} tokens have fewer than {w} before them."),
            Slip(n * (n + 1) // 2, "That is causal without a window."),
            Slip(pairs(w) * 2 - n, "That looks ahead as well."),
        ),
    )


SHAPE_KINDS = (
    NumberKind(
        "head-shapes", Topic.ATTENTION, _head_split,
        "Where two sizes happen to be equal the code runs, and attends over heads instead of "
        "positions.",
        ("multi-head-attention",),
    ),
    NumberKind(
        "grouped-shapes", Topic.ATTENTION, _grouped,
        "Query heads are paired with the wrong keys: from scratch it trains, a checkpoint gives "
        "noise.",
        ("grouped-query-attention",),
    ),
    NumberKind(
        "padding-shape", Topic.ATTENTION, _broadcast,
        "The mask lands on the wrong axis, silently wherever batch, heads or lengths coincide.",
        ("build-masks", "attention-masks"),
    ),
    NumberKind(
        "causal-count", Topic.ATTENTION, _causal,
        "With a cache the mask is aligned to the wrong corner, and text decays after the prompt.",
        ("attention-masks", "build-masks"),
    ),
    NumberKind(
        "window-count", Topic.ATTENTION, _window,
        "The window is off by one against the checkpoint's, and a ring buffer drops a key that is "
        "still needed.",
        ("sliding-window-attention",),
    ),
)  # fmt: skip
