"""What is asked of an answer to layer-norm."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import before_and_after_another_end
from tfmdrill.model.case import Case

ENTRY = "layer_norm"
UNIT = "rows of unit scale"
SMALL = "rows of very small variance"
EPS = "an eps of its own"
SQUARE = "as many rows as features"
OFFSET = "A large mean costs no accuracy"
CONSTANT = "A row of equal values gives beta"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: two to four axes; square ones, where a lost axis still broadcasts."""
    for axes, gradient in ((2, False), (3, True), (3, False), (4, True), (3, False)):
        shape = _shape(draw, axes)
        yield _case(UNIT, draw, draw.normal(*shape, std=1.5, mean=0.5), gradient=gradient)
    for axes in (3, 2, 4):
        shape = _shape(draw, axes)
        yield _case(SMALL, draw, draw.normal(*shape, std=draw.number(1e-3, 4e-3)))
    for axes, lo, hi in ((3, 0.1, 0.3), (2, 0.5, 2.0), (4, 0.01, 0.05)):
        shape = _shape(draw, axes)
        yield _case(EPS, draw, draw.normal(*shape), eps=draw.number(lo, hi))
    for axes in (2, 3, 2):
        n = draw.size("n", 3, 6)
        yield _case(SQUARE, draw, draw.normal(*(n,) * axes, std=2.0))


def edges(draw: Draw) -> Iterator[Case]:
    """Means far above the spread, and rows without any spread."""
    for level in (500.0, 2_000.0, 10_000.0):
        B, n, d = draw.sizes(B=(2, 3), n=(4, 6), d=(7, 12))
        x = draw.normal(B, n, d, mean=level)
        # Whether a variance that lost its digits comes out negative is a matter of luck.
        yield _case("", draw, x, title=OFFSET, rounding=True)
    for axes in (2, 3):
        *leading, d = _shape(draw, axes)
        levels = draw.integers(*leading, 1, lo=-8, hi=9) / 4.0  # their means are exact
        yield _case("", draw, np.repeat(levels, d, axis=-1), title=CONSTANT)


def properties(draw: Draw) -> Iterator[Case]:
    """What normalising means, said as experiments on the answer."""
    B, n, d = draw.sizes(B=(2, 3), n=(3, 5), d=(4, 8))
    x, shift = draw.normal(B, n, d), draw.normal(B, n, 1, std=3.0)
    yield Case(
        ENTRY,
        (x, shift, *_weights(draw, d)),
        title="Adding a number to all features of a token changes nothing",
        script=_shifted,
    )
    B, n, d = draw.sizes(B=(2, 3), n=(3, 5), d=(4, 8))
    x, other = draw.normal(B, n, d), draw.normal(B, 1, d, std=3.0)
    yield Case(
        ENTRY,
        (x, other, *_weights(draw, d)),
        title="Another last token changes no other token's answer",
        script=_other_last_token,
    )


def _shifted(subject: Any, x: Any, shift: Any, gamma: Any, beta: Any) -> Any:
    before = subject.layer_norm(x, gamma, beta)
    after = subject.layer_norm(x + shift, gamma, beta)
    return [before, after]


def _other_last_token(subject: Any, x: Any, other: Any, gamma: Any, beta: Any) -> Any:
    return before_and_after_another_end(
        lambda x: subject.layer_norm(x, gamma, beta), (x,), (other,)
    )


def _case(mode: str, draw: Draw, x: Any, *, eps: float | None = None, **rest: Any) -> Case:
    options = {} if eps is None else {"eps": eps}
    return Case(ENTRY, (x, *_weights(draw, x.shape[-1])), options, mode=mode, **rest)


def _weights(draw: Draw, d: int) -> tuple[Any, Any]:
    """gamma (d,) and beta (d,), far from each other and from 1 and 0."""
    return draw.normal(d, mean=1.5, std=0.5), draw.normal(d, mean=-1.0)


def _shape(draw: Draw, axes: int) -> tuple[int, ...]:
    """Two to four sizes, all different, the last one the features."""
    B, h, n, d = draw.sizes(B=(2, 3), h=(2, 4), n=(3, 6), d=(4, 9))
    return (B, h, n, d)[-axes:] if axes != 3 else (B, n, d)
