"""What is asked of an answer to mlm-masking.

Each case holds every event that a mistake could hang on, at random places: all actions for plain
and for special tokens, id 0 and mask_id among the selected, a random token that is the same, and
one that is mask_id.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

Array = np.ndarray[Any, Any]

ENTRY = "mlm_mask"
VOCABULARY = 60
ACTIONS = {
    "mask": (0.0, 0.799),
    "low": (0.801, 0.819),  # replaced, even by a tenth of the rest
    "high": (0.821, 0.899),  # replaced
    "keep": (0.901, 0.999),
}
EVENTS = (  # action, special or not, which id
    ("mask", False, "plain"),
    ("low", False, "plain"),
    ("high", False, "plain"),
    ("keep", False, "plain"),
    ("mask", True, "plain"),
    ("high", True, "plain"),
    ("keep", True, "plain"),
    ("mask", False, "zero"),
    ("high", False, "zero"),
    ("keep", False, "zero"),
    ("mask", False, "mask_id"),
    ("high", False, "mask_id"),
    ("keep", False, "mask_id"),
    ("high", False, "same"),
    ("high", False, "to_mask_id"),
)
UNSELECTED = ("zero", "mask_id")  # ids that also stand where nothing is selected
LEAST = len(EVENTS) + len(UNSELECTED) + 3  # tokens of a case, some plain ones among them


def cases(draw: Draw) -> Iterator[Case]:
    """One sequence, batches, more axes, and other shares than 0.15."""
    for n in (22, 26, 40):
        yield _case(draw, (draw.size("n", n - 2, n),), mode="one sequence")
    for rows, n in (((2, 2), (11, 13)), ((3, 3), (8, 10)), ((4, 5), (7, 9)), ((2, 3), (14, 20))):
        yield _case(draw, draw.sizes(B=rows, n=n), mode="a batch")
    for outer, rows, n in (((2, 2), (3, 3), (5, 6)), ((3, 4), (2, 2), (5, 7))):
        yield _case(draw, draw.sizes(outer=outer, B=rows, n=n), mode="more axes")
    for lo, hi in ((0.05, 0.1), (0.3, 0.4), (0.5, 0.7)):
        p = round(draw.number(lo, hi), 2)
        yield _case(draw, draw.sizes(B=(3, 4), n=(8, 10)), mode="another share", p=p)
    yield _case(draw, (draw.size("n", 24, 30),), mode="another share", p=0.4)


def edges(draw: Draw) -> Iterator[Case]:
    """Nothing selected, everything selected, nothing to select, a single token."""
    for p, title in (
        (0.0, "p = 0 selects nothing"),
        (1.0, "p = 1 selects all that isn't special"),
    ):
        yield _case(draw, draw.sizes(B=(3, 4), n=(8, 10)), title=title, p=p)
    case = _case(draw, draw.sizes(B=(3, 4), n=(8, 10)))
    ids, special, *rest = case.args
    yield Case(
        ENTRY,
        (ids, np.ones_like(special), *rest),
        case.kwargs,
        title="If all tokens are special nothing changes",
    )
    for action in ("mask", "high"):
        yield Case(
            ENTRY,
            (
                draw.integers(1, lo=1, hi=VOCABULARY),
                np.zeros(1, dtype=bool),
                draw.uniform(1, lo=0.0, hi=0.14),
                draw.uniform(1, lo=ACTIONS[action][0], hi=ACTIONS[action][1]),
                draw.integers(1, lo=1, hi=VOCABULARY),
            ),
            {"mask_id": 0},
            title="A single token works, and mask_id may be 0",
        )


def properties(draw: Draw) -> Iterator[Case]:
    """What the two results say together."""
    case = _case(draw, draw.sizes(B=(3, 4), n=(8, 10)))
    yield Case(
        ENTRY,
        (*case.args, case.kwargs["mask_id"]),
        title="Putting the labels back into the inputs gives the ids",
        script=_restored,
    )


def _restored(
    subject: Any,
    ids: Array,
    special: Array,
    select_u: Array,
    action_u: Array,
    random_ids: Array,
    mask_id: int,
) -> Any:
    answer = subject.mlm_mask(ids, special, select_u, action_u, random_ids, mask_id=mask_id)
    inputs, labels = (np.asarray(part) for part in answer)
    restored = np.where(labels == -100, inputs, labels)
    return {"restored": restored, "tokens with a label": int((labels != -100).sum())}


def _case(
    draw: Draw,
    shape: tuple[int, ...],
    *,
    mode: str = "",
    title: str = "",
    p: float | None = None,
) -> Case:
    share = 0.15 if p is None else p
    size = int(np.prod(shape))
    mask_id = draw.integer(1, VOCABULARY)
    plain = np.array([i for i in range(1, VOCABULARY) if i != mask_id])
    ids = plain[draw.integers(size, lo=0, hi=len(plain))]
    random_ids = plain[draw.integers(size, lo=0, hi=len(plain))]
    random_ids = np.where(random_ids == ids, np.roll(plain, 1)[ids % len(plain)], random_ids)
    special = np.zeros(size, dtype=bool)
    select_u = draw.uniform(size, lo=share + 0.001 if share < 1.0 else 0.0, hi=0.999)
    action_u = _actions(draw, size)
    places = draw.permutation(size)
    chosen = places[: len(EVENTS)]
    select_u[chosen] = draw.uniform(len(EVENTS), lo=0.0, hi=max(share - 0.001, 0.0))
    if share == 0.0:
        select_u[chosen] = 0.25
    for place, (action, is_special, kind) in zip(chosen, EVENTS, strict=False):
        action_u[place] = draw.number(*ACTIONS[action])
        special[place] = is_special
        _put(ids, random_ids, place, kind, mask_id)
    for place, kind in zip(places[len(EVENTS) :], UNSELECTED, strict=False):
        _put(ids, random_ids, place, kind, mask_id)
    special[places[len(EVENTS) + len(UNSELECTED)]] = True  # one that wasn't drawn
    arrays = (ids, special, select_u, action_u, random_ids)
    options = {"mask_id": mask_id} if p is None else {"mask_id": mask_id, "p": p}
    return Case(ENTRY, tuple(a.reshape(shape) for a in arrays), options, mode=mode, title=title)


def _put(ids: Array, random_ids: Array, place: int, kind: str, mask_id: int) -> None:
    if kind == "zero":
        ids[place] = 0
    elif kind == "mask_id":
        ids[place] = mask_id
    elif kind == "same":
        random_ids[place] = ids[place]
    elif kind == "to_mask_id":
        random_ids[place] = mask_id


def _actions(draw: Draw, size: int) -> Array:
    """Uniform numbers (size,) away from 0.8, 0.82 and 0.9."""
    kinds = list(ACTIONS.values())
    return np.array([draw.number(*draw.choice(kinds)) for _ in range(size)])
