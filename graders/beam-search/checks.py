"""What is asked of an answer to beam-search.

Libraries keep their books differently: an eos extension counts always, or only if it ranks among
the best `beams`; finished texts take up places or not, compete with the alive or not. A random
model tells these habits apart as often as not, and would turn right answers down. So the models
here were searched for: each is made from a number, by arithmetic alone, and the numbers below are
those for which seven such habits give one result, every decision has a margin of 0.002, and the
mistakes that a case is for give another. `_case` renames the ids at random.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "beam_search"
ALPHAS = (0.0, 0.6, 0.8, 1.0, 1.2, 1.5)
SPREADS = (1.2, 1.6, 2.0, 2.5)  # of the logits
EOS_BIASES = (-1.0, -0.5, 0.0, 0.5)

CASES = (  # mode, and the models of one case
    ("greedy isn't best", (94565, 137740, 159000, 165240, 1038, 47409, 85740, 109580)),
    ("greedy isn't best", (94565, 137740, 159000, 165240, 47409, 109580, 30429, 38611)),
    ("beams change places", (53510, 118473, 89285, 110960, 131850, 142704, 7961, 125841)),
    ("beams change places", (1038, 85740, 15898, 20566, 30250, 53510, 55307, 71463)),
    ("beams change places", (20566, 145673, 148968, 28767, 142704, 162847, 14583, 81158)),
    ("beams change places", (1038, 30250, 55307, 71463, 71788, 112581, 126378, 140451)),
    ("length decides", (94565, 47409, 109580, 113125, 30429, 38611, 57986, 71788)),
    ("length decides", (113125, 57986, 71788, 94565, 47409, 109580, 30429, 38611)),
    ("length decides", (90970, 16110, 32660, 109130, 105750, 124197, 18190, 21927)),
    ("length decides", (100623, 109130, 105750, 46140, 74548)),
    ("a later text overtakes", (34804, 38589, 120352, 86511, 89366)),
    ("a later text overtakes", (103254, 28767, 145522)),
    ("texts end while others go on", (80086, 71787, 157713)),
    ("texts end while others go on", (80086, 157713)),
    ("the last step counts", (20566, 20250, 27760, 54760, 72590, 78670, 39700, 32330)),
    ("the last step counts", (9150, 20566, 163380, 20250, 27760, 54760, 55670, 72590)),
)
NO_EOS = (6, 14, 20, 22, 23, 29, 34, 37, 43, 47)
ONE_BEAM = (303, 1038, 1088, 1566, 1602, 1725, 2002, 2842, 2901, 3389)  # two beams find another
ONE_STEP = (1, 5, 16, 22, 23, 39, 41, 45, 62, 63)
ONE_MORE = (217828, 256387, 268002, 310316)  # with one step more another text would win
# More alive find another text: one more, twice as many, all. With the first so does one less, with
# the second one more isn't twice as many, with the third a single beam's two aren't all.
WIDER = (
    ((2095, 8943, 10218, 12721, 13986, 21068, 23409, 24139), {}),
    ((5570, 55962, 153196), {}),
    ((11492, 12721, 21068, 24139), {"beams": 1}),
)


def cases(draw: Draw) -> Iterator[Case]:
    """Sixteen cases, each drawn from the models that suit it."""
    for mode, models in CASES:
        yield _case(draw, draw.choice(models), mode=mode)


def edges(draw: Draw) -> Iterator[Case]:
    """No eos, large logits, one beam, one step, the limit just missed, and the number of beams."""
    for _ in range(2):
        yield _case(
            draw,
            draw.choice(NO_EOS),
            impossible_eos=True,
            title="If eos has no probability the best alive candidate is returned",
        )
    for _ in range(2):
        case = _case(draw, draw.choice(ONE_STEP), level=300.0)
        title = "Logits of several hundred overflow nothing"
        yield Case(ENTRY, case.args, {**case.kwargs, "max_new": 1}, title=title)
    for title, models, change in (
        ("A single beam works", ONE_BEAM, {"beams": 1}),
        ("A single step works", ONE_STEP, {"max_new": 1}),
        ("A text that needs one id more than max_new doesn't count", ONE_MORE, {}),
    ):
        case = _case(draw, draw.choice(models), title=title)
        yield Case(ENTRY, case.args, {**case.kwargs, **change}, title=title)
    for models, change in WIDER:
        title = "No more and no fewer than `beams` candidates stay alive"
        case = _case(draw, draw.choice(models), title=title)
        yield Case(ENTRY, case.args, {**case.kwargs, **change}, title=title)


def _case(
    draw: Draw,
    number: int,
    *,
    impossible_eos: bool = False,
    level: float = 0.0,
    mode: str = "",
    title: str = "",
) -> Case:
    """The model that a number stands for, with its ids renamed and `level` added to its logits."""
    u = _uniforms(number)

    def pick(place: int, lo: int, hi: int) -> int:
        return lo + int(u[place] * (hi - lo))

    beams = pick(0, 2, 4)
    V = max(5, 2 * beams + pick(1, 0, 3))
    n, max_new = pick(2, 2, 6), pick(3, 3, 7)
    alpha, eos = ALPHAS[pick(4, 0, len(ALPHAS))], pick(5, 0, V)
    spread, bias = SPREADS[pick(6, 0, 4)], EOS_BIASES[pick(7, 0, 4)]
    prompt = (eos + 1 + (u[8 : 8 + n] * (V - 1)).astype(np.int64)) % V
    bell = (u[16 : 16 + 6 * V * V].reshape(3, 2, V, V).sum(axis=0) - 1.5) * 2.0  # variance 1
    last = np.round(64 * spread * bell[0]) / 64
    before = np.round(38 * spread * bell[1]) / 64
    last += (u[448 : 448 + V * V].reshape(V, V) - 0.5) / 2**13  # no ties, and no decision moves
    last[:, eos] += bias
    last += level
    if impossible_eos:
        last[:, eos] = -np.inf
        max_new = min(max_new, 4)
    names = draw.permutation(V)
    if level and names[eos] == 0:  # the id that comes out where all log-probabilities are lost
        names = V - 1 - names
    options = {
        "beams": beams,
        "max_new": max_new,
        "eos": int(names[eos]),
        "length_alpha": alpha,
    }
    args = (_step(_renamed(last, names), _renamed(before, names)), names[prompt])
    return Case(ENTRY, args, options, mode=mode, title=title)


def _uniforms(number: int) -> Array:
    """512 numbers in [0, 1), by the mixing function of splitmix64: the same everywhere."""
    x = np.arange(1, 513, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    x = x + np.full(512, number, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = x ^ (x >> np.uint64(31))
    return (x >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _renamed(table: Array, names: Array) -> Array:
    """table (V, V) with id i called names[i] on both axes."""
    renamed = np.empty_like(table)
    renamed[np.ix_(names, names)] = table
    return renamed.astype(np.float32)


def _step(last: Array, before: Array) -> Callable[[Any], Array]:
    """Logits by the last id and, weaker, by the one before it."""

    def step(ids: Any) -> Array:
        ids = np.asarray(ids)
        if ids.ndim != 2 or ids.dtype.kind not in "iu":
            raise ValueError(f"step takes integer ids (b, l), not {ids.dtype} {ids.shape}")
        logits = last[ids[:, -1]]
        return logits + before[ids[:, -2]] if ids.shape[1] > 1 else logits

    return step
