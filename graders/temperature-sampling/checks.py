"""What is asked of an answer to temperature-sampling.

Each u is put well inside the piece of an id that has some probability, except where a case is
about the two ends, 0 and the largest number below 1.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "sample"
BELOW_ONE = 1.0 - 2.0**-24  # the largest float32 below 1
END = "A u above the last sum, as rounding leaves it, takes the last id"
END_IMPOSSIBLE = "A u above the last sum never takes an impossible id"
GREEDY_TIES = "temperature 0"


def cases(draw: Draw) -> Iterator[Case]:
    """Temperatures on both sides of 1, greedy with and without ties, -inf, u = 0, and B = V."""
    for temperatures, mode in (
        ((0.5, 0.7, 0.4), "a temperature below 1"),
        ((2.0, 1.5, 3.0), "a temperature above 1"),
    ):
        for temperature in temperatures[:2]:
            B, V = draw.sizes(B=(6, 8), V=(5, 9))
            yield _case(draw, B, V, temperature, mode=mode)
        B, V = draw.sizes(B=(6, 8), V=(160, 180))
        yield _case(draw, B, V, temperatures[2], mode=mode, std=0.5)
    for ties in (0, 2, 3):
        B, V = draw.sizes(B=(4, 6), V=(6, 9))
        yield _greedy(draw, B, V, ties, mode="temperature 0")
    for temperature in (0.6, 1.8):
        B, V = draw.sizes(B=(6, 8), V=(7, 10))
        yield _case(draw, B, V, temperature, impossible=3, mode="some logits are -inf")
    for temperature in (1.0, 0.8):
        B, V = draw.sizes(B=(4, 6), V=(6, 9))
        yield _at_zero(draw, B, V, temperature, mode="u = 0")
    for temperature in (0.6, 1.7):
        size = draw.size("B", 6, 9)
        yield _case(draw, size, size, temperature, mode="as many rows as ids")


def edges(draw: Draw) -> Iterator[Case]:
    """Far levels, extreme temperatures, the end of the sums, one id, one possible id."""
    for level in (1e4, -1e4):
        B, V = draw.sizes(B=(5, 7), V=(3, 4))
        yield _case(
            draw,
            B,
            V,
            1.0,
            level=level,
            opposite=True,
            title="Logits near 10,000 or -10,000 work",
            inner=0.35,
        )
    for temperature in (0.05, 0.02):  # near 250 and near 1,000: too much for float32, for float64
        B, V = draw.sizes(B=(5, 7), V=(4, 5))
        yield _case(
            draw,
            B,
            V,
            temperature,
            title="Low temperatures overflow nothing",
            std=0.3,
            level=12.0 if temperature > 0.03 else 20.0,
        )
    B, V = draw.sizes(B=(5, 7), V=(3, 4))
    yield _case(draw, B, V, 1000.0, title="A very high temperature is uniform", inner=0.3)
    for V in (24, 40):
        logits = draw.normal(64, V)
        yield _at_the_end(logits, END)
        logits = np.where(np.arange(V) < V - 3, logits, -np.inf)
        yield _at_the_end(logits, END_IMPOSSIBLE)
    yield Case(
        ENTRY,
        (draw.normal(3, 1), draw.uniform(3)),
        {"temperature": 0.7},
        title="A vocabulary of one id works",
    )
    V = draw.size("V", 4, 6)
    logits = np.where(np.arange(V) == draw.integers(4, 1, lo=0, hi=V), draw.normal(4, V), -np.inf)
    yield Case(
        ENTRY,
        (logits, draw.uniform(4, lo=0.1, hi=0.9)),
        {"temperature": 1.3},
        title="A row with one finite logit draws that id",
    )


def properties(draw: Draw) -> Iterator[Case]:
    """The law of what is drawn, and what doesn't change it."""
    V = draw.size("V", 4, 6)
    yield Case(
        ENTRY,
        (draw.normal(1, V, std=1.2), draw.number(0.6, 1.8)),
        title="Evenly spaced uniforms give each id its share",
        script=_shares,
    )
    B, V = draw.sizes(B=(6, 8), V=(4, 6))
    case = _case(draw, B, V, draw.number(0.6, 1.8))
    yield Case(
        ENTRY,
        (*case.args, draw.uniform(B, 1, lo=-8.0, hi=8.0), case.kwargs["temperature"]),
        title="Adding a number to a row's logits changes nothing",
        script=_shifted,
    )


def _shares(subject: Any, logits: Array, temperature: float) -> Any:
    u = (np.arange(20) + 0.5) / 20
    rows = np.repeat(logits, len(u), axis=0)
    ids = np.asarray(subject.sample(rows, u, temperature=temperature))
    return np.bincount(ids.astype(int), minlength=logits.shape[-1])


def _shifted(subject: Any, logits: Array, u: Array, shift: Array, temperature: float) -> Any:
    return subject.sample(logits + shift, u, temperature=temperature)


def _case(
    draw: Draw,
    B: int,
    V: int,
    temperature: float,
    *,
    mode: str = "",
    title: str = "",
    std: float = 1.5,
    level: float = 0.0,
    opposite: bool = False,
    impossible: int = 0,
    inner: float = 0.2,
) -> Case:
    """Random logits, `impossible` of them -inf a row, and a u inside some id's piece.

    opposite: every other row is at minus the level.
    """
    logits = draw.normal(B, V, std=std, mean=level)
    if opposite:
        logits[1::2] *= -1.0
    lost = np.stack([draw.permutation(V) for _ in range(B)]) < impossible
    logits = np.where(lost, -np.inf, logits)
    u = _inside(draw, logits, temperature, inner)
    return Case(ENTRY, (logits, u), {"temperature": temperature}, mode=mode, title=title)


def _inside(draw: Draw, logits: Array, temperature: float, inner: float) -> Array:
    """u (B,) at least `inner` of a piece's length from its ends; the piece is 0.05 or longer,

    or one of the longer ones where there are many.
    """
    weight = np.exp((logits - logits.max(axis=-1, keepdims=True)) / temperature)
    probability = weight / weight.sum(axis=-1, keepdims=True)
    before = np.cumsum(probability, axis=-1) - probability
    places = draw.uniform(len(logits), lo=inner, hi=1.0 - inner)
    u = []
    least = min(0.05, 1.0 / logits.shape[-1])
    for row in range(len(logits)):
        piece = draw.choice([int(i) for i in np.flatnonzero(probability[row] > least)])
        u.append(before[row, piece] + places[row] * probability[row, piece])
    return np.array(u).astype(np.float32).astype(np.float64)


def _greedy(draw: Draw, B: int, V: int, ties: int, mode: str) -> Case:
    """Temperature 0 with the largest logit away from both ends, or `ties` equal ones."""
    logits = draw.normal(B, V)
    for row in logits:
        best = draw.permutation(V - 2)[: max(ties, 1)] + 1
        row[best] = round(row.max()) + 1.0
    u = np.where(np.arange(B) % 2, 0.9375, 0.0625)
    return Case(ENTRY, (logits, u), {"temperature": 0.0}, mode=mode, exact=ties > 0)


def _at_zero(draw: Draw, B: int, V: int, temperature: float, mode: str) -> Case:
    """u = 0, where none, one or several of the first ids are impossible."""
    logits = draw.normal(B, V)
    first = draw.integers(B, 1, lo=1, hi=4)
    first[0] = 0
    logits = np.where(np.arange(V) < first, -np.inf, logits)
    return Case(ENTRY, (logits, np.zeros(B)), {"temperature": temperature}, mode=mode, exact=True)


def _at_the_end(logits: Array, title: str) -> Case:
    u = np.full(len(logits), BELOW_ONE)
    return Case(ENTRY, (logits, u), {"temperature": 1.0}, title=title, exact=True, rounding=True)
