"""What is asked of an answer to cross-entropy."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Subject

Array = np.ndarray[Any, Any]

NO_ROW = "With no row kept the loss is 0"
FAR_GAP = "A probability too small for a float still has a finite logarithm"
LEVEL = "Logits near 1e4 or -1e4 lose only rounding"
LEVELS = "A row's level does not touch the other rows"
GARBAGE = "Huge logits in an ignored row do not move the loss"
ALL_SMOOTH = "With label_smoothing=1 the target no longer matters"
SHIFT = "Adding one number to all logits of a row changes nothing"
PADDED = "Appending ignored rows changes nothing"


def cases(draw: Draw) -> Iterator[Case]:
    """Five modes, small first; the confident ones have a gap of about 45 between the logits."""
    for rows, classes, differentiate in (
        ((2, 3), (3, 5), True),
        ((3, 6), (3, 8), False),
        ((4, 7), (4, 9), False),
    ):
        n, c = draw.sizes(N=rows, C=classes)
        targets = draw.integers(n, lo=0, hi=c)
        targets[0], targets[1] = 0, c - 1
        yield _case(draw.normal(n, c), targets, "plain", gradient=differentiate)

    for rows in ((4, 6), (5, 8)):
        n, c = draw.sizes(N=rows, C=(3, 8))
        logits, targets = _confident(draw, n, c)
        yield _case(logits, targets, "confident")

    for ignore_index in (-100, 255, 0, None, None):
        n, c = draw.sizes(N=(5, 9), C=(3, 8))
        yield _ignoring(draw, n, c, ignore_index, 0.0, "ignored rows")

    n, c = draw.sizes(N=(5, 8), C=(3, 7))
    logits, targets = _confident(draw, n, c)
    targets[draw.integer(2, n)] = -100
    yield _case(logits, targets, "ignored rows")

    for classes, differentiate in (((3, 5), True), ((4, 9), False)):
        n, c = draw.sizes(N=(2, 6), C=classes)
        smoothing = draw.number(0.1, 0.4)
        targets = draw.integers(n, lo=0, hi=c)
        yield _case(
            draw.normal(n, c, std=1.5),
            targets,
            "smoothing",
            gradient=differentiate,
            label_smoothing=smoothing,
        )

    # the last case is the largest: what the engine derives from it has ignored rows to go wrong in
    for ignore_index, rows, classes in ((0, (5, 9), (3, 8)), (-100, (10, 12), (8, 9))):
        n, c = draw.sizes(N=rows, C=classes)
        smoothing = draw.number(0.1, 0.4)
        yield _ignoring(draw, n, c, ignore_index, smoothing, "smoothing and ignored rows")


def edges(draw: Draw) -> Iterator[Case]:
    """No row kept, far gaps, high and low levels, garbage in ignored rows, smoothing of one."""
    for inside in (False, True):
        n, c = draw.sizes(N=(2, 5), C=(3, 7))
        ignore_index = draw.integer(0, c) if inside else -100
        targets = np.full(n, ignore_index)
        kwargs = {"ignore_index": ignore_index} if inside else {}
        yield Case(
            "cross_entropy", (draw.normal(n, c), targets), kwargs, title=NO_ROW, gradient=True
        )

    for depth in (75.0, 9000.0):  # float32 keeps exp(-x) up to x = 103
        n, c = draw.sizes(N=(3, 6), C=(3, 7))
        top = draw.integers(n, lo=0, hi=c)
        logits = draw.normal(n, c) - depth
        logits[np.arange(n), top] += 2 * depth
        targets = (top + 1) % c
        targets[0] = top[0]
        yield Case("cross_entropy", (_float32(logits), targets), title=FAR_GAP)

    for level in (1e4, -1e4):
        n, c = draw.sizes(N=(2, 5), C=(3, 7))
        targets = draw.integers(n, lo=0, hi=c)
        yield Case("cross_entropy", (draw.normal(n, c, mean=level), targets), title=LEVEL)

    for level in (800.0, 1e4):
        n, c = draw.sizes(N=(2, 5), C=(3, 7))
        targets = draw.integers(n, lo=0, hi=c)
        levels = np.where(np.arange(n) % 2 == 0, level, -level)[:, None]
        logits = _float32(draw.normal(n, c) + levels)
        yield Case("cross_entropy", (logits, targets), title=LEVELS)

    n, c = draw.sizes(N=(4, 7), C=(3, 8))
    logits, targets = draw.normal(n, c), draw.integers(n, lo=0, hi=c)
    ignored = draw.permutation(n)[:2]
    targets[ignored] = -100
    logits[ignored] = draw.uniform(2, c, lo=-1e4, hi=1e4)
    yield Case("cross_entropy", (logits, targets), title=GARBAGE)

    n, c = draw.sizes(N=(3, 6), C=(3, 7))
    targets = draw.integers(n, lo=0, hi=c)
    kwargs = {"label_smoothing": 1.0}
    yield Case("cross_entropy", (draw.normal(n, c), targets), kwargs, title=ALL_SMOOTH)


def properties(draw: Draw) -> Iterator[Case]:
    """Shifting the logits of a row, and padding a batch, leave the loss where it is."""
    n, c = draw.sizes(N=(3, 6), C=(3, 7))
    logits, targets = draw.normal(n, c), draw.integers(n, lo=0, hi=c)
    shift = draw.uniform(n, 1, lo=-20.0, hi=20.0)
    yield Case("cross_entropy", (logits, targets, shift), title=SHIFT, script=_shifted)

    n, c = draw.sizes(N=(3, 6), C=(3, 7))
    logits, targets = draw.normal(n, c), draw.integers(n, lo=0, hi=c)
    extra = draw.normal(2, c)
    yield Case("cross_entropy", (logits, targets, extra), title=PADDED, script=_padded)


def _case(
    logits: Array, targets: Array, mode: str, *, gradient: bool = False, **kwargs: Any
) -> Case:
    return Case("cross_entropy", (logits, targets), kwargs, mode=mode, gradient=gradient)


def _confident(draw: Draw, n: int, c: int) -> tuple[Array, Array]:
    """Rows with one logit 45 above the rest; row 0 has it on the target, row 1 elsewhere."""
    top = draw.integers(n, lo=0, hi=c)
    logits = draw.normal(n, c)
    logits[np.arange(n), top] += 45.0
    right = draw.bools(n)
    right[0], right[1] = True, False
    return _float32(logits), np.where(right, top, (top + 1) % c)


def _ignoring(
    draw: Draw, n: int, c: int, ignore_index: int | None, smoothing: float, mode: str
) -> Case:
    """One to n - 3 rows ignored, with logits of up to 30 in them; None means a valid class.

    Those logits aren't declared as masked: a wrong answer that lets them in has rounding of
    their size, and must still be recognised.
    """
    number = draw.integer(0, c) if ignore_index is None else ignore_index
    targets = draw.integers(n, lo=0, hi=c)
    targets = np.where(targets == number, (targets + 1) % c, targets)
    ignored = draw.permutation(n)[: draw.integer(1, n - 2)]
    targets[ignored] = number
    logits = draw.normal(n, c)
    logits[ignored] = draw.uniform(len(ignored), c, lo=-30.0, hi=30.0)
    kwargs: dict[str, Any] = {} if number == -100 else {"ignore_index": number}
    if smoothing:
        kwargs["label_smoothing"] = smoothing
    return _case(logits, targets, mode, gradient=ignore_index == -100, **kwargs)


def _float32(values: Array) -> Array:
    """The values rounded to float32, still as float64."""
    return values.astype(np.float32).astype(np.float64)


def _shifted(subject: Subject, logits: Array, targets: Array, shift: Array) -> list[Any]:
    moved = logits + shift
    return [subject.cross_entropy(logits, targets), subject.cross_entropy(moved, targets)]


def _padded(subject: Subject, logits: Array, targets: Array, extra: Array) -> list[Any]:
    longer = np.concatenate([logits, extra])
    ids = np.concatenate([targets, np.full(len(extra), -100)])
    return [subject.cross_entropy(logits, targets), subject.cross_entropy(longer, ids)]
