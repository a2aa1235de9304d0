"""What is asked of an answer to rope."""

from collections.abc import Iterator

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case


def cases(draw: Draw) -> Iterator[Case]:
    """Positions in order, in any order, a row a sequence; then sizes that hide a wrong axis."""
    for n, d in ((3, 4), (6, 8)):
        B, h, n, d = _sizes(draw, n, d)
        yield Case(
            "apply_rope",
            (draw.normal(B, h, n, d), np.arange(n)),
            mode="positions in order",
            half=n == 6,
            gradient=n == 6,
        )
    for n, d, far in ((4, 4, 20), (7, 10, 60), (9, 16, 400)):
        B, h, n, d = _sizes(draw, n, d)
        yield Case(
            "apply_rope",
            (draw.normal(B, h, n, d), draw.integers(n, lo=1, hi=far)),
            mode="positions in any order",
            half=far == 60,
            gradient=far == 60,
        )
    for n, d, far in ((4, 6, 20), (6, 8, 60), (9, 12, 400)):
        B, h, n, d = _sizes(draw, n, d)
        yield Case(
            "apply_rope",
            (draw.normal(B, h, n, d), draw.integers(B, n, lo=1, hi=far)),
            mode="a row of positions a sequence",
            half=far == 60,
            gradient=far == 60,
        )
    for far in (20, 60):
        h, n, d = draw.size("h", 2, 4), draw.size("n", 5, 7), draw.size("d", 6, 10, multiple_of=2)
        yield Case(
            "apply_rope",
            (draw.normal(h, h, n, d), draw.integers(h, n, lo=1, hi=far)),
            mode="as many sequences as heads",
        )
    for far in (20, 60):
        B, h, d = draw.size("B", 2, 3), draw.size("h", 3, 6), draw.size("d", 4, 10, multiple_of=2)
        yield Case(
            "apply_rope",
            (draw.normal(B, h, h, d), draw.integers(h, lo=1, hi=far)),
            mode="as many tokens as heads",
        )
    for base in (100.0, 500000.0):
        B, h, n, d = _sizes(draw, 5, 8)
        yield Case(
            "apply_rope",
            (draw.normal(B, h, n, d), draw.integers(n, lo=1, hi=60)),
            {"base": base},
            mode="another base",
        )


def edges(draw: Draw) -> Iterator[Case]:
    """A pair alone, a late token, the far end, and the width that can't be paired."""
    yield Case(
        "apply_rope",
        (draw.normal(2, 3, 5, 2), draw.integers(5, lo=1, hi=20)),
        title="A width of 2 is a single pair",
    )
    for shape in ((1,), (2, 1)):
        yield Case(
            "apply_rope",
            (draw.normal(2, 3, 1, 8), draw.integers(*shape, lo=20, hi=400)),
            title="One late token turns by its own position, as when decoding with a cache",
        )
    for shape in ((7,), (2, 7)):
        positions = draw.integers(*shape, lo=70_000, hi=100_001)
        yield Case(
            "apply_rope",
            (draw.normal(2, 3, 7, 8), positions),
            title="Positions up to 100,000 keep their angles",
            half=True,
        )
    for d in (5, 7):  # at 3 the pairs broadcast, and no error comes of itself
        yield Case(
            "apply_rope",
            (draw.normal(2, 3, 4, d), np.arange(4)),
            title="An odd width raises ValueError",
            raises=ValueError,
        )


def properties(draw: Draw) -> Iterator[Case]:
    """What makes the rotation useful, each told apart from an answer that turns nothing."""
    B, h, n, d = _sizes(draw, 5, 8)
    yield Case(
        "apply_rope",
        (draw.normal(B, h, n, d), draw.integers(n, lo=1, hi=30)),
        title="Turning keeps the length of every vector",
        script=_lengths_kept,
    )
    yield Case(
        "apply_rope",
        (draw.normal(B, h, 1, d), draw.normal(B, h, 1, d), draw.integers(3, lo=1, hi=30)),
        title="The score of a query and a key depends on their distance alone",
        script=_scores_by_distance,
    )
    yield Case(
        "apply_rope",
        (draw.normal(B, h, n, d), draw.integers(n, lo=1, hi=30)),
        title="Position 0 leaves a vector as it is",
        script=_zero_is_identity,
    )


def _sizes(draw: Draw, n: int, d: int) -> tuple[int, int, int, int]:
    """B, h, n and an even d up to about the n and d given."""
    width = draw.size("d", 4, max(4, d), multiple_of=2)
    length = draw.size("n", 3, n)
    return (*draw.sizes(B=(2, 4), h=(2, 5)), length, width)


def _lengths_kept(subject, x, positions):
    out = subject.apply_rope(x, positions)
    change = np.sqrt((out**2).sum(axis=-1)) - np.sqrt((x**2).sum(axis=-1))
    return {"change of length": change, "turned": _differ(out, x)}


def _scores_by_distance(subject, q, k, shifts):
    """Scores of one query and one key at distance 3, moved along together, and at distance 4."""
    query_at = np.concatenate([[5], 5 + shifts, [6]])
    key_at = np.concatenate([[2], 2 + shifts, [2]])
    queries = np.repeat(q, len(query_at), axis=-2)
    keys = np.repeat(k, len(key_at), axis=-2)
    turned_q = subject.apply_rope(queries, query_at)
    turned_k = subject.apply_rope(keys, key_at)
    score = (turned_q * turned_k).sum(axis=-1)
    change = score - score[..., :1]
    return {"change of score": change[..., :-1], "distance counts": _differ(change[..., -1], 0.0)}


def _zero_is_identity(subject, x, positions):
    still = subject.apply_rope(x, 0 * positions)
    return {"change": still - x, "others turn": _differ(subject.apply_rope(x, positions), x)}


def _differ(a, b) -> bool:
    """Whether two answers are further apart than rounding could bring them."""
    return bool(np.abs(a - b).max() > 1e-2)
