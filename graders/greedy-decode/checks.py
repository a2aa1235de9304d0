"""What is asked of an answer to greedy-decode.

The model is a table: logits by the last id and, weaker, the one before it. When a row says eos
is settled by its first id, so that the batch ends as a case wants it, and a row does the same
alone.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "greedy_decode"
SURE = 50.0  # of the logit by which eos wins or loses
NEVER = 1000
FAR = 1024.0  # of logits whose exp is too large for float64


def cases(draw: Draw) -> Iterator[Case]:
    """Rows that end apart, rows cut off by max_new, prompts that hold eos, equal logits."""
    for ends, spare in (((2, 1, 3), 2), ((3, 5, 1), 1), ((4, 6, 2, 5), 3), ((2, 5, 1, 3), 4)):
        yield _case(draw, ends, max(ends) + spare, mode="every row ends before max_new")
    for ends, max_new, level in (
        ((3, NEVER, 1), 5, 0.0),
        ((NEVER, 2, 4), 6, FAR),
        ((6, 2, NEVER, 9), 8, FAR),
    ):
        yield _case(draw, ends, max_new, level=level, mode="max_new cuts a row off")
    for inside, last in ((1, None), (None, 2), (2, 0)):
        yield _case(
            draw, (2, 4, 3), 6, inside=inside, last=last, mode="an eos in the prompt ends nothing"
        )
    for ends, max_new in (((2, 4, 3), 6), ((4, NEVER, 2), 5)):
        yield _case(draw, ends, max_new, tied=True, mode="equal logits go to the lowest id")


def edges(draw: Draw) -> Iterator[Case]:
    """No new ids, one new id, rows that end at once, and eos at either end of the vocabulary."""
    for ends in ((2, 1), (1, 3, 2)):
        yield _case(draw, ends, 0, title="max_new = 0 gives the prompt back")
    yield _case(draw, (3, 1), 1, title="max_new = 1 adds one id")
    yield _case(draw, (1, 1, 1), 4, title="If all rows end with their first id, one is added")
    for eos_first, ends in ((True, (1, 4, 2)), (False, (1, 4, 2)), (True, (2, 3))):
        yield _case(draw, ends, 6, eos_first=eos_first, title="eos may be the first or the last id")


def properties(draw: Draw) -> Iterator[Case]:
    """A smaller limit only cuts, and decoding may be interrupted."""
    step, prompt, eos, _ = _model(draw, (3, 5, NEVER))
    yield Case(
        ENTRY,
        (step, prompt, eos),
        title="A smaller max_new gives the first ids of a larger one",
        script=_shorter,
    )
    step, prompt, eos, _ = _model(draw, (5, NEVER, 6))
    yield Case(
        ENTRY,
        (step, prompt, eos),
        title="Decoding the result further gives what one call gives",
        script=_in_two_calls,
    )


def _shorter(subject: Any, step: Any, prompt: Array, eos: int) -> Any:
    long = subject.greedy_decode(step, prompt, max_new=7, eos=eos)
    return [subject.greedy_decode(step, prompt, max_new=4, eos=eos), long]


def _in_two_calls(subject: Any, step: Any, prompt: Array, eos: int) -> Any:
    half = subject.greedy_decode(step, prompt, max_new=3, eos=eos)  # no row has ended yet
    return subject.greedy_decode(step, half, max_new=4, eos=eos)


def _case(
    draw: Draw,
    ends: Sequence[int],
    max_new: int,
    *,
    mode: str = "",
    title: str = "",
    **of_model: Any,
) -> Case:
    step, prompt, eos, _ = _model(draw, ends, **of_model)
    return Case(ENTRY, (step, prompt), {"max_new": max_new, "eos": eos}, mode=mode, title=title)


def _model(
    draw: Draw,
    ends: Sequence[int],
    *,
    inside: int | None = None,
    last: int | None = None,
    tied: bool = False,
    level: float = 0.0,
    eos_first: bool | None = None,
) -> tuple[Callable[[Any], Array], Array, int, int]:
    """A step function, prompts (B, n), eos and V; row b says eos as its new id number ends[b].

    inside, last: the rows whose prompt holds eos inside or at its end. tied: every choice is one
    between two equal logits. level: added to all logits. eos_first: eos is id 0 (True) or the last
    id (False).
    """
    B = len(ends)
    n, V = draw.sizes(n=(3, 5), V=(8, 12))
    eos = draw.integer(1, V - 1) if eos_first is None else (0 if eos_first else V - 1)
    others = np.array([i for i in range(V) if i != eos])
    prompt = others[draw.integers(B, n, lo=0, hi=V - 1)]
    prompt[:, 0] = others[draw.permutation(V - 1)[:B]]
    for row in (inside, last):
        if row is not None:
            prompt[row, -1 if row == last else 1] = eos
    due = others[draw.integers(V, lo=0, hi=V - 1)] % 5 + n + 1  # for ids that begin no row
    due[prompt[:, 0]] = n + np.array(ends) - 1
    if tied:
        table = np.zeros((V, V))
        for row in table:
            row[others[draw.permutation(V - 1)[:2]]] = 4.0
        before = np.zeros((V, V))
    else:
        table, before = draw.normal(V, V, std=2.0), draw.normal(V, V)
    return _step(table + level, before, due, eos, level), prompt, eos, V


def _step(
    table: Array, before: Array, due: Array, eos: int, level: float
) -> Callable[[Any], Array]:
    def step(ids: Any) -> Array:
        ids = np.asarray(ids)
        if ids.ndim != 2 or ids.dtype.kind not in "iu":
            raise ValueError(f"step takes integer ids (b, l), not {ids.dtype} {ids.shape}")
        logits = table[ids[:, -1]].copy()
        if ids.shape[1] > 1:
            logits += before[ids[:, -2]]
        logits[:, eos] = np.where(due[ids[:, 0]] == ids.shape[1], SURE, -SURE) + level
        return logits.astype(np.float32)

    return step
