"""What is asked of an answer to repetition-penalty.

In every row a positive and a negative logit occur more than once, and another of each sign don't
occur; id 0 occurs in some rows.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "repetition_penalty"
EMPTY = "With no ids yet nothing changes"
SMALL = {"B": (2, 3), "V": (8, 9), "n": (6, 7)}
LARGER = {"B": (3, 5), "V": (11, 14), "n": (7, 10)}
LONG = {"B": (2, 3), "V": (8, 10), "n": (140, 160)}


def cases(draw: Draw) -> Iterator[Case]:
    """Penalties above and below 1, logits of -inf, and histories longer than the vocabulary."""
    for bounds in (SMALL, SMALL, LARGER, LARGER, LARGER):
        yield _case(draw, bounds, (1.2, 2.5), mode="a penalty above 1")
    for bounds in (SMALL, LARGER, LARGER):
        yield _case(draw, bounds, (0.5, 0.8), mode="a penalty below 1")
    for bounds in (SMALL, LARGER, LARGER):
        yield _case(draw, bounds, (1.2, 2.0), impossible=True, mode="some logits are -inf")
    for _ in range(2):
        yield _case(draw, LONG, (1.2, 2.0), early=True, mode="a history longer than the vocabulary")


def edges(draw: Draw) -> Iterator[Case]:
    """No history, a neutral penalty, zeros, far logits, and all ids used."""
    for impossible in (False, True):
        case = _case(draw, SMALL, (1.2, 2.0), impossible=impossible)
        logits, ids = case.args
        yield Case(ENTRY, (logits, ids[:, :0]), case.kwargs, title=EMPTY)
    case = _case(draw, SMALL, (1.2, 2.0))
    yield Case(ENTRY, case.args, {"penalty": 1.0}, title="A penalty of 1 changes nothing")
    case = _case(draw, SMALL, (1.2, 2.0))
    logits, ids = case.args
    logits = np.where(np.arange(len(logits[0])) == ids[:, :1], 0.0, logits)
    yield Case(ENTRY, (logits, ids), case.kwargs, title="A logit of 0 stays 0", exact=True)
    case = _case(draw, SMALL, (1.2, 1.5))
    logits, ids = case.args
    yield Case(ENTRY, (logits * 4e3, ids), case.kwargs, title="Logits near 10,000 work")
    B, V = draw.sizes(B=(2, 3), V=(5, 7))
    ids = np.stack([draw.permutation(V) for _ in range(B)])
    yield Case(
        ENTRY,
        (draw.normal(B, V, std=2.0), ids),
        {"penalty": draw.number(1.2, 2.0)},
        title="All ids of the vocabulary may occur",
    )


def properties(draw: Draw) -> Iterator[Case]:
    """What doesn't matter, and what a second penalty does."""
    case = _case(draw, LARGER, (1.2, 2.0))
    logits, ids = case.args
    yield Case(
        ENTRY,
        (logits, ids, draw.permutation(ids.shape[1]), case.kwargs["penalty"]),
        title="The order of the history doesn't matter",
        script=_reordered,
    )
    case = _case(draw, SMALL, (1.2, 1.6))
    yield Case(
        ENTRY,
        (*case.args, case.kwargs["penalty"]),
        title="Penalising twice is like the squared penalty",
        script=_twice,
    )


def _reordered(subject: Any, logits: Array, ids: Array, order: Array, penalty: float) -> Any:
    return subject.repetition_penalty(logits, ids[:, order], penalty=penalty)


def _twice(subject: Any, logits: Array, ids: Array, penalty: float) -> Any:
    once = np.asanyarray(subject.repetition_penalty(logits, ids, penalty=penalty))
    twice = np.asanyarray(subject.repetition_penalty(once, ids, penalty=penalty))
    squared = np.asanyarray(subject.repetition_penalty(logits, ids, penalty=penalty * penalty))
    return {"difference": twice - squared, "twice": twice}


def _case(
    draw: Draw,
    bounds: dict[str, tuple[int, int]],
    penalty: tuple[float, float],
    *,
    impossible: bool = False,
    early: bool = False,
    mode: str = "",
) -> Case:
    """Logits and histories of four ids a row; early: one of the four occurs at the start alone."""
    B, V, n = draw.sizes(**bounds)
    sign = np.where(draw.bools(B, V), 1.0, -1.0)
    ids = np.zeros((B, n), dtype=np.int64)
    for b in range(B):
        order = draw.permutation(V)
        used = order[:4]
        if b % 2 == 0 and 0 not in used:
            used[draw.integer(0, 4)] = 0
        unused = np.array([i for i in range(V) if i not in used])
        sign[b, used[:2]] = 1.0, -1.0
        sign[b, unused[:2]] = 1.0, -1.0
        start = np.array([*used, used[0], used[1]])
        later = used[draw.integers(n - 6, lo=0, hi=3 if early else 4)]
        ids[b] = np.concatenate([start, later])
        if not early:
            ids[b] = ids[b, draw.permutation(n)]
    logits = sign * draw.uniform(B, V, lo=0.3, hi=3.0)
    if impossible:
        for b in range(B):
            unused = [i for i in range(V) if i not in ids[b]]
            single = [i for i in set(ids[b].tolist()) if (ids[b] == i).sum() == 1]
            logits[b, [draw.choice(unused), *single[:1]]] = -np.inf
    return Case(ENTRY, (logits, ids), {"penalty": round(draw.number(*penalty), 3)}, mode=mode)
