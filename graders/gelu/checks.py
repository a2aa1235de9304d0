"""What is asked of an answer to gelu."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "gelu"
EXACT = "exact form"
TANH = "tanh form"
LARGE = "Large values neither overflow nor become NaN"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: each form near zero, around it, in both tails and where the forms differ."""
    for approximate in (False, True):
        yield _case(draw.normal(draw.size("d", 4, 6), std=1.5), approximate)
        yield _case(draw.normal(*_shape(draw, 2), std=1.5), approximate, gradient=True)
        yield _case(draw.normal(*_shape(draw, 3), std=2.5), approximate, gradient=True)
        yield _case(draw.uniform(*_shape(draw, 2), lo=-5.0, hi=-1.5), approximate)
        yield _case(draw.uniform(*_shape(draw, 3), lo=1.5, hi=4.0), approximate)
        yield _case(draw.normal(*_shape(draw, 4), std=0.3), approximate)
        yield _case(draw.normal(*_shape(draw, 3), std=2.0), approximate)


def edges(draw: Draw) -> Iterator[Case]:
    """Values far outside of where the share changes."""
    for approximate, hi in ((False, 10_000.0), (True, 100.0), (True, 10_000.0)):
        shape = _shape(draw, 2)
        x = draw.uniform(*shape, lo=hi / 4, hi=hi) * np.where(draw.bools(*shape), 1.0, -1.0)
        x[0, 0], x[1, 0] = hi, -hi
        yield Case(ENTRY, (x,), _options(approximate), title=LARGE)


def properties(draw: Draw) -> Iterator[Case]:
    """What holds in both forms, and how far they are apart."""
    x = draw.normal(*_shape(draw, 2), std=2.0)
    yield Case(ENTRY, (x,), title="gelu(x) - gelu(-x) = x in both forms", script=_both_signs)
    x = draw.uniform(*_shape(draw, 2), lo=-4.0, hi=4.0)
    yield Case(ENTRY, (x,), title="The two forms differ, by 5e-4 at most", script=_apart)


def _both_signs(subject: Any, x: Any) -> Any:
    exact = subject.gelu(x) - subject.gelu(-x)
    by_tanh = subject.gelu(x, approximate=True) - subject.gelu(-x, approximate=True)
    return [exact, by_tanh]


def _apart(subject: Any, x: Any) -> Any:
    return subject.gelu(x, approximate=True) - subject.gelu(x, approximate=False)


def _case(x: Any, approximate: bool, *, gradient: bool = False) -> Case:
    mode = TANH if approximate else EXACT
    return Case(ENTRY, (x,), _options(approximate), mode=mode, gradient=gradient)


def _options(approximate: bool) -> dict[str, bool]:
    return {"approximate": True} if approximate else {}


def _shape(draw: Draw, axes: int) -> tuple[int, ...]:
    B, h, n, d = draw.sizes(B=(2, 3), h=(2, 4), n=(3, 5), d=(4, 7))
    return (B, h, n, d)[-axes:] if axes != 3 else (B, n, d)
