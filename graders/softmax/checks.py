"""What is asked of an answer to softmax.

Some cases are square or cubes: a maximum or sum that has lost its axis raises elsewhere. Scores of
the value cases stay far below 88, so that code without the shift fails on the edges alone.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

ENTRY = "softmax"
LAST = "the last axis, by default"
OTHER = "another axis"
WARM = "a temperature"
BOUNDS = {"B": (2, 4), "h": (2, 5), "n": (2, 6), "V": (3, 7)}
LARGER = {"B": (2, 3), "h": (2, 4), "n": (4, 6), "V": (7, 12)}
SHAPES = {1: ("V",), 2: ("B", "V"), 3: ("B", "n", "V"), 4: ("B", "h", "n", "V")}

HIGH = "Scores near 1e4 don't overflow"
LOW = "Scores near -1e4 don't vanish"
LEVELS = "Slices of very different level in one call"
LEVELS_WARM = "Large scores under a temperature"
HIDDEN = "A score of -inf gets probability 0"
HIDDEN_LOW = "A score of -inf gets probability 0 beside scores near -15,000"
ZERO = "A temperature of 0 raises ValueError"
NEGATIVE = "A negative temperature raises ValueError"


def cases(draw: Draw) -> Iterator[Case]:
    """Fourteen cases: the last axis by default, another axis, and a temperature."""
    yield Case(ENTRY, (_scores(draw, 2),), mode=LAST, half=True, gradient=True)
    yield Case(ENTRY, (_scores(draw, 3),), mode=LAST)
    yield Case(ENTRY, (_scores(draw, 1),), mode=LAST)
    yield Case(ENTRY, (_cube(draw, 2),), mode=LAST)
    yield Case(ENTRY, (_cube(draw, 3),), mode=LAST)
    yield Case(ENTRY, (_scores(draw, 2), 0), mode=OTHER)
    yield Case(ENTRY, (_scores(draw, 3), 1), mode=OTHER, gradient=True)
    yield Case(ENTRY, (_scores(draw, 4), -3), mode=OTHER)
    yield Case(ENTRY, (_scores(draw, 3), 0), mode=OTHER)
    yield Case(ENTRY, (_cube(draw, 3), 1), mode=OTHER)
    yield _warm(draw, _scores(draw, 2), -1, 0.3, 0.7, gradient=True)
    yield _warm(draw, _scores(draw, 3), 1, 1.5, 3.0)
    yield _warm(draw, _scores(draw, 3), -2, 0.3, 0.7)
    yield _warm(draw, _scores(draw, 4, LARGER), -1, 1.5, 3.0)


def edges(draw: Draw) -> Iterator[Case]:
    """Levels far from zero, one or several in a call, -inf, and temperatures below or at 0."""
    yield Case(ENTRY, (_scores(draw, 2) + 1e4,), title=HIGH, half=True)
    yield Case(ENTRY, (_scores(draw, 3) - 1e4, 1), title=LOW)
    x = _scores(draw, 2)
    yield Case(ENTRY, (x + _levels(draw, x.shape[0])[:, None],), title=LEVELS, half=True)
    x = _scores(draw, 3)
    yield Case(ENTRY, (x + _levels(draw, x.shape[2]), 1), title=LEVELS)
    x = _scores(draw, 2) + draw.number(9e3, 9.9e3)
    yield Case(ENTRY, (x,), {"temperature": 0.5}, title=LEVELS_WARM)
    x = 500.0 * _scores(draw, 2) - draw.number(9e3, 9.9e3)  # of unit scale once divided
    yield Case(ENTRY, (x,), {"temperature": 500.0}, title=LEVELS_WARM)
    for dim in (-1, 0):
        x = _scores(draw, 2, LARGER)
        hidden = draw.bools(*x.shape)
        hidden[0] = hidden[:, 0] = False  # no slice is hidden as a whole, whatever the axis
        hidden[1, 1] = True
        yield Case(ENTRY, (np.where(hidden, -np.inf, x), dim), title=HIDDEN)
    for dim in (-1, 0):
        x = _scores(draw, 2, LARGER)
        x += -15_000.0 - x.max()  # all of it below the usual floors, and far from them
        hidden = draw.bools(*x.shape)
        hidden[0] = hidden[:, 0] = False
        hidden[1, 1] = True
        yield Case(ENTRY, (np.where(hidden, -np.inf, x), dim), title=HIDDEN_LOW)
    for title, temperatures in ((ZERO, (0.0, 0)), (NEGATIVE, (-1.0, -0.5))):
        for temperature in temperatures:
            x = _scores(draw, 2)
            yield Case(ENTRY, (x,), {"temperature": temperature}, title=title, raises=ValueError)


def properties(draw: Draw) -> Iterator[Case]:
    """What makes it a softmax."""
    x = _scores(draw, 3)
    shift = draw.uniform(x.shape[0], 1, x.shape[2], lo=-40.0, hi=40.0)
    yield Case(
        ENTRY,
        (x, shift),
        title="Adding a number to a whole slice changes nothing",
        script=_shifted,
    )
    yield Case(
        ENTRY,
        (_scores(draw, 3, LARGER),),
        title="Each slice sums to one",
        script=_sums,
    )


def _shifted(subject: Any, x: Any, shift: Any) -> Any:
    return [subject.softmax(x, 1), subject.softmax(x + shift, 1)]


def _sums(subject: Any, x: Any) -> Any:
    return np.sum(subject.softmax(x, 1, temperature=0.5), axis=1)


def _scores(draw: Draw, ndim: int, bounds: dict[str, tuple[int, int]] = BOUNDS) -> Any:
    """x with `ndim` axes of different sizes, of unit scale."""
    return draw.normal(*[draw.size(name, *bounds[name]) for name in SHAPES[ndim]], std=1.5)


def _cube(draw: Draw, ndim: int) -> Any:
    """x with `ndim` axes of one size."""
    return draw.normal(*[draw.size("n", 3, 5)] * ndim, std=1.5)


def _levels(draw: Draw, count: int) -> Any:
    """One level a slice, at least 1000 apart, with a low and a high one among them."""
    return np.linspace(-9e3, 9e3, count)[draw.permutation(count)]


def _warm(draw: Draw, x: Any, dim: int, lo: float, hi: float, **tags: bool) -> Case:
    return Case(ENTRY, (x, dim), {"temperature": draw.number(lo, hi)}, mode=WARM, **tags)
