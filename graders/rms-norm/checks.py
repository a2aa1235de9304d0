"""What is asked of an answer to rms-norm."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.grading.properties import before_and_after_another_end
from tfmdrill.model.case import Case

ENTRY = "rms_norm"
UNIT = "rows of unit scale"
SMALL = "rows of the size of sqrt(eps)"
EPS = "an eps of its own"
SQUARE = "as many rows as features"
ZEROS = "A row of zeros stays zero"
RANGE = "Squares may leave the range of float16"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: two to four axes; square ones, where a lost axis still broadcasts."""
    for axes, gradient, half in (
        (2, False, False),
        (3, True, True),
        (3, False, False),
        (4, True, True),
        (3, False, False),
    ):
        x = draw.normal(*_shape(draw, axes), std=1.2, mean=0.8)
        yield _case(draw, x, mode=UNIT, gradient=gradient, half=half)
    for axes in (3, 2, 4):
        level = draw.number(5e-4, 2e-3)
        yield _case(draw, draw.normal(*_shape(draw, axes), std=level, mean=level), mode=SMALL)
    for axes, lo, hi in ((3, 0.1, 0.3), (2, 0.5, 2.0), (4, 0.02, 0.08)):
        x = draw.normal(*_shape(draw, axes), mean=0.5)
        yield _case(draw, x, mode=EPS, eps=draw.number(lo, hi))
    for axes in (2, 3, 2):
        n = draw.size("n", 3, 6)
        yield _case(draw, draw.normal(*(n,) * axes, std=2.0, mean=1.0), mode=SQUARE)


def edges(draw: Draw) -> Iterator[Case]:
    """Zeros, and values whose squares float16 can't hold."""
    for axes, eps in ((3, None), (2, 0.25)):
        x = draw.normal(*_shape(draw, axes), mean=0.5)
        x[-1] = 0.0
        yield _case(draw, x, title=ZEROS, eps=eps, gradient=eps is not None)
    for lo, hi in ((300.0, 2_000.0), (5e-5, 1.5e-4)):
        shape = _shape(draw, 3)
        x = draw.uniform(*shape, lo=lo, hi=hi) * np.where(draw.bools(*shape), 1.0, -1.0)
        eps = None if lo > 1 else 1e-10  # in float16 that square and this eps are both zero
        # A row's scale cancels, so large values don't make for large errors.
        cancels = {"x": np.ones(shape, dtype=bool)}
        yield _case(draw, x, title=RANGE, eps=eps, half=True, masked=cancels)


def properties(draw: Draw) -> Iterator[Case]:
    """What normalising means, said as experiments on the answer."""
    B, n, d = draw.sizes(B=(2, 3), n=(3, 5), d=(4, 8))
    x, factor = draw.normal(B, n, d), draw.uniform(B, n, 1, lo=2.0, hi=9.0)
    yield Case(
        ENTRY,
        (x, factor, _weight(draw, d)),
        title="Multiplying all features of a token by a positive number changes nothing",
        script=_scaled,
    )
    B, n, d = draw.sizes(B=(2, 3), n=(3, 5), d=(4, 8))
    x, other = draw.normal(B, n, d), draw.normal(B, 1, d, std=3.0)
    yield Case(
        ENTRY,
        (x, other, _weight(draw, d)),
        title="Another last token changes no other token's answer",
        script=_other_last_token,
    )


def _scaled(subject: Any, x: Any, factor: Any, weight: Any) -> Any:
    before = subject.rms_norm(x, weight)
    after = subject.rms_norm(x * factor, weight)
    return [before, after]


def _other_last_token(subject: Any, x: Any, other: Any, weight: Any) -> Any:
    return before_and_after_another_end(lambda x: subject.rms_norm(x, weight), (x,), (other,))


def _case(draw: Draw, x: Any, *, eps: float | None = None, **rest: Any) -> Case:
    options = {} if eps is None else {"eps": eps}
    return Case(ENTRY, (x, _weight(draw, x.shape[-1])), options, **rest)


def _weight(draw: Draw, d: int) -> Any:
    """weight (d,), far from 1 and from 0."""
    return draw.normal(d, mean=1.7, std=0.4)


def _shape(draw: Draw, axes: int) -> tuple[int, ...]:
    """Two to four sizes, all different, the last one the features."""
    B, h, n, d = draw.sizes(B=(2, 3), h=(2, 4), n=(3, 6), d=(4, 9))
    return (B, h, n, d)[-axes:] if axes != 3 else (B, n, d)
