"""The computed questions: every kind, and its values drawn from a seed."""

import random

from tfmdrill.errors import GraderFault
from tfmdrill.model.quiz import Asked, AskedKind
from tfmdrill.quiz.costs import COST_KINDS
from tfmdrill.quiz.judging import fits
from tfmdrill.quiz.kinds import Drawn, NumberKind
from tfmdrill.quiz.measures import MEASURE_KINDS
from tfmdrill.quiz.shapes import SHAPE_KINDS
from tfmdrill.quiz.sizes import SIZE_KINDS
from tfmdrill.quiz.strings import STRING_KINDS

KINDS = (*SIZE_KINDS, *COST_KINDS, *SHAPE_KINDS, *MEASURE_KINDS, *STRING_KINDS)
MOST_DRAWS = 200
APART = 3.0  # a known wrong value is this many times the allowed error away from the right one


def kinds_of(slug: str) -> tuple[NumberKind, ...]:
    """The kinds that are follow-up questions of the problem."""
    return tuple(kind for kind in KINDS if slug in kind.problems)


def ask_number(kind: NumberKind, seed: int) -> Asked:
    """The question with values that the seed decides; no known wrong value passes for right."""
    drawn = _well_posed(kind, random.Random(f"{seed} {kind.key}"))
    return Asked(
        key=kind.key,
        kind=AskedKind.NUMBER,
        topic=kind.topic,
        text=drawn.text,
        unit=drawn.unit,
        value=drawn.value,
        within=drawn.within,
        slips=drawn.slips,
        points=drawn.points,
        follows=kind.follows,
        source=kind.source,
    )


def _well_posed(kind: NumberKind, rng: random.Random) -> Drawn:
    for _ in range(MOST_DRAWS):
        drawn = kind.draw(rng)
        if not any(fits(slip.value, drawn.value, APART * drawn.within) for slip in drawn.slips):
            return drawn
    raise GraderFault(f"the quiz question {kind.id} found no values that tell mistakes apart")
