"""What is asked of an answer to dropout.

Evaluation is left to the edges: x itself is the right answer there, and would earn marks.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "dropout"
SOME = "some values dropped"
FEW = "few or nearly all values dropped"
EVALUATION = "In evaluation x comes back as it is"
ONE = "p = 1 gives zeros"
ZERO = "p = 0 keeps every value"
MARGIN = 0.01  # between a uniform and p, and 1 - p


def cases(draw: Draw) -> Iterator[Case]:
    """Twelve cases in training: p below and above one half, then near 0 and 1."""
    for axes, lo, hi in (
        (1, 0.15, 0.35),
        (2, 0.6, 0.8),
        (3, 0.15, 0.35),
        (3, 0.6, 0.8),
        (4, 0.15, 0.35),
        (2, 0.2, 0.4),
    ):
        yield _case(draw, axes, draw.number(lo, hi), mode=SOME)
    for axes, lo, hi in (
        (2, 0.03, 0.1),
        (3, 0.9, 0.95),
        (3, 0.03, 0.1),
        (2, 0.9, 0.95),
        (4, 0.05, 0.15),
        (1, 0.85, 0.92),
    ):
        yield _case(draw, axes, draw.number(lo, hi), mode=FEW)


def edges(draw: Draw) -> Iterator[Case]:
    """Evaluation, and both ends of p."""
    for axes, p in ((2, draw.number(0.2, 0.4)), (3, draw.number(0.6, 0.8)), (2, 1.0)):
        yield _case(draw, axes, p, title=EVALUATION, training=False)
    for axes in (2, 3):
        yield _case(draw, axes, 1.0, title=ONE)
    for axes in (2, 3):
        yield _case(draw, axes, 0.0, title=ZERO)


def properties(draw: Draw) -> Iterator[Case]:
    """What dropping means, as an experiment."""
    x, uniforms = draw.normal(40), (draw.permutation(40) + 0.5) / 40.0
    yield Case(
        ENTRY,
        (x, uniforms),
        title="Over uniforms spread evenly, a share p is dropped and the mean is kept",
        script=_shares,
    )


def _shares(subject: Any, x: Any, uniforms: Any) -> Any:
    ones = np.ones_like(x)
    dropped = [subject.dropout(ones, uniforms, p=p) for p in (0.25, 0.75)]
    sums = [np.sum(d) for d in dropped]
    counts = [int(np.sum(d == 0.0)) for d in dropped]
    return sums, counts, subject.dropout(x, uniforms, p=0.25)


def _case(
    draw: Draw, axes: int, p: float, *, mode: str = "", title: str = "", training: bool = True
) -> Case:
    B, h, n, d = draw.sizes(B=(2, 3), h=(2, 4), n=(3, 5), d=(5, 8))
    shape = (B, h, n, d)[-axes:] if axes != 3 else (B, n, d)
    uniforms = draw.uniform(*shape, lo=MARGIN, hi=1.0 - MARGIN)
    for threshold in (p, 1.0 - p):
        near = np.abs(uniforms - threshold) < MARGIN
        uniforms = np.where(near, 0.5 * threshold + (0.5 if threshold < 0.5 else 0.0), uniforms)
    flat = uniforms.reshape(-1)
    flat[0], flat[1] = 0.5 * p, 0.5 * (1.0 + p)  # one of each, at least
    if p in (0.0, 1.0):
        flat[:2] = 0.5
    x = draw.normal(*shape, mean=0.5)
    options: dict[str, Any] = {"p": p}
    if not training:
        options["training"] = False
    return Case(ENTRY, (x, uniforms), options, mode=mode, title=title)
