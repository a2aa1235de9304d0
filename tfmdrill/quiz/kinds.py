"""What a computed question is made of: a kind draws fresh values and says how the answer comes."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import Slip, Value


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question with its values in it.

    unit: what the answer counts, "shape" for a shape, "" for a bare number.
    points: the calculation with the values in it, line by line.
    within: the relative error that is allowed, 0 for exact.
    """

    text: str
    value: Value
    unit: str
    points: tuple[str, ...]
    slips: tuple[Slip, ...]
    within: float = 0.0


@dataclass(frozen=True, slots=True)
class NumberKind:
    """A computed question without its values.

    follows: the failure that follows from a wrong number.
    problems: the slugs that it is a follow-up question of.
    """

    id: str
    topic: Topic
    draw: Callable[[random.Random], Drawn]
    follows: str
    problems: tuple[str, ...] = ()
    source: str = ""

    @property
    def key(self) -> str:
        """That of its card; the values differ from time to time."""
        return f"number:{self.id}"
