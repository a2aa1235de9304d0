"""The checks that the engine derives from a problem's value cases.

Each transforms the arguments of a case and compares with the reference on the transformed
arguments, never with an earlier answer, so that reductions, padding and cumulative values
break nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tfmdrill.grading.axes import (
    arguments,
    cut,
    positions,
    repeat_first,
    size_along,
    symbols_with,
)
from tfmdrill.grading.oracle import UNITS, is_well_posed
from tfmdrill.grading.plan import Manner, Origin, PlannedCheck, Step, Stepper
from tfmdrill.grading.trees import map_arrays
from tfmdrill.model.case import Case
from tfmdrill.model.problem import AxisRole, Framework, Problem
from tfmdrill.model.report import CheckKind

Array = np.ndarray[Any, Any]

HYGIENE_WEIGHT = 0.5


class Deriver:
    """Makes the derived checks of one plan."""

    def __init__(
        self,
        problem: Problem,
        framework: Framework,
        stepper: Stepper,
        cases: Sequence[tuple[Origin, Case]],
    ) -> None:
        self._problem = problem
        self._framework = framework
        self._stepper = stepper
        self._cases = [c for _, c in cases if c.script is None and c.raises is None]

    def checks(self) -> Iterator[PlannedCheck]:
        """Every derived check that these cases allow, in the order in which they run."""
        bases = self._bases()
        if not bases:
            return
        yield from self._of(
            "dtype", "The result has the dtype of the input, or a wider one", self._dtype(bases)
        )
        yield from self._of(
            "repeatable", "The same call gives the same answer, other values another", self._again()
        )
        yield from self._of(
            "unmodified",
            "Arguments are left as they were",
            [self._stepper.step(c, manner=Manner.UNMODIFIED) for c in self._one_a_mode()],
        )
        yield from self._of(
            "rows-alone", "Each row of the batch gets the answer that it gets alone", self._rows()
        )
        yield from self._of("length-one", "A length of 1 works", self._length_one(bases))
        yield from self._of("empty-batch", "An empty batch works", self._empty())
        yield from self._of(
            "non-contiguous", "Arguments that aren't contiguous work", self._scattered(bases)
        )
        yield from self._of("expanded", "Expanded arguments (stride 0) work", self._expanded(bases))

    def _of(self, id: str, title: str, steps: Sequence[Step]) -> Iterator[PlannedCheck]:
        if steps:
            yield PlannedCheck(id, title, CheckKind.HYGIENE, HYGIENE_WEIGHT, tuple(steps))

    def _bases(self) -> list[Case]:
        """The first case and the one with the most said in it: most arrays, most options on."""
        if not self._cases:
            return []
        richest = max(self._cases, key=_richness)
        return [self._cases[0], *([richest] if richest is not self._cases[0] else [])]

    def _one_a_mode(self) -> list[Case]:
        """The richest case of each mode: what an answer writes to may depend on the options."""
        richest: dict[str, Case] = {}
        for case in sorted(self._cases, key=_richness):
            richest[case.mode] = case
        return list(richest.values())

    def _arrays(self, case: Case) -> list[Array]:
        return [v for v in arguments(case).values() if isinstance(v, np.ndarray)]

    def _dtype(self, bases: Sequence[Case]) -> list[Step]:
        if not any(a.dtype.kind == "f" for a in self._arrays(bases[-1])):
            return []
        # float32 needs no call of its own: half a precision shows in the values.
        return [self._stepper.step(bases[-1], manner=Manner.DTYPE, dtype="float64")]

    def _again(self) -> list[Step]:
        """The richest case that has another well-posed one of equal shapes, and that one."""
        for case in sorted(self._cases, key=_richness, reverse=True):
            other = self._sibling(case)
            if other is not None:
                between = self._stepper.step(other)
                return [self._stepper.step(case, manner=Manner.AGAIN, other=between)]
        return []

    def _sibling(self, case: Case) -> Case | None:
        """Other arguments of equal shape: every array rolled, so that values stay in domain."""
        if not any(a.size > 1 for a in self._arrays(case)):
            return case
        for distance in (1, 2, 3):
            other = _rolled(case, distance)
            if is_well_posed(other, self._stepper.reference, u=UNITS["float32"], seed=distance):
                return other
        return None

    def _rows(self) -> list[Step]:
        for symbol in symbols_with(self._problem, AxisRole.BATCH):
            for case in sorted(self._cases, key=_richness, reverse=True):
                size = size_along(self._problem, case, symbol)
                if size is None or size < 2:
                    continue
                rows = [cut(self._problem, case, symbol, b, b + 1) for b in range(min(size, 3))]
                return self._steps(rows)
        return []

    def _length_one(self, bases: Sequence[Case]) -> list[Step]:
        """All lengths at once in both bases; where there are several, each alone in the last."""
        symbols = symbols_with(self._problem, AxisRole.LENGTH)
        cuts: list[Case | None] = []
        if len(symbols) > 1:
            cuts += [cut(self._problem, bases[-1], symbol, 0, 1) for symbol in symbols]
        for base in bases:
            short: Case | None = base
            for symbol in symbols:
                short = short and cut(self._problem, short, symbol, 0, 1)
            if short is not base:
                cuts.append(short)
        return self._steps(cuts)

    def _empty(self) -> list[Step]:
        cuts: list[Case | None] = []
        for axis in self._problem.axes:
            if axis.empty:
                having = [c for c in self._cases if positions(self._problem, c, axis.name)]
                cuts += [cut(self._problem, c, axis.name, 0, 0) for c in having[-1:]]
        return self._steps(cuts)

    def _scattered(self, bases: Sequence[Case]) -> list[Step]:
        step = self._stepper.step
        if not any(a.ndim for a in self._arrays(bases[-1])):
            return []
        return [step(bases[-1], layout=layout) for layout in ("transposed", "step2")]

    def _expanded(self, bases: Sequence[Case]) -> list[Step]:
        for symbol in symbols_with(self._problem, AxisRole.BATCH):
            case = repeat_first(self._problem, bases[-1], symbol)
            if case is not None and self._fits(case):
                return [self._stepper.step(case, layout=f"expanded {symbol}")]
        return []

    def _steps(self, cases: Sequence[Case | None]) -> list[Step]:
        return [self._stepper.step(c) for c in cases if c is not None and self._fits(c)]

    def _fits(self, case: Case) -> bool:
        return is_well_posed(case, self._stepper.reference, u=UNITS["float32"], seed=0)


def _richness(case: Case) -> tuple[int, int]:
    values = arguments(case).values()
    arrays = sum(isinstance(v, np.ndarray) for v in values)
    options = sum(isinstance(v, bool | int | float) and v is not False for v in values)
    return arrays + options, sum(v.size for v in values if isinstance(v, np.ndarray))


def _rolled(case: Case, distance: int) -> Case:
    def roll(array: Array) -> Array:
        return np.roll(array.reshape(-1), distance).reshape(array.shape)

    return replace(
        case,
        args=map_arrays(tuple(case.args), roll),
        kwargs=map_arrays(dict(case.kwargs), roll),
        masked={},
    )
