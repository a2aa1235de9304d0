"""What will be asked of a submission: the checks of a problem for one seed, answers included.

A plan depends on the problem, the framework and the seed alone, so one plan serves every
submission that is graded with them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np

from tfmdrill.catalogue import load_checks, load_reference
from tfmdrill.errors import ProblemError
from tfmdrill.grading.comparing import Fault
from tfmdrill.grading.cost import PlannedCost
from tfmdrill.grading.draw import Draw
from tfmdrill.grading.gradient import Probe
from tfmdrill.grading.oracle import (
    UNITS,
    Expected,
    breaks_ties,
    expect,
    is_well_posed,
    parameter_names,
)
from tfmdrill.grading.trees import map_arrays
from tfmdrill.model.case import Case
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import CheckKind

Array = np.ndarray[Any, Any]
Generator = Callable[[Draw], Iterator[Case]]

REDRAWS = 40  # attempts at a well-posed case before the problem is said to be at fault
GROUPS = ("cases", "edges", "properties")  # the functions of a checks.py, in order


class Manner(Enum):
    """How a step asks."""

    CALL = "call"  # one call, or one script of calls
    AGAIN = "again"  # the same call twice and, between, other values of equal shape
    UNMODIFIED = "unmodified"  # two calls on arguments that stay with the submission
    DTYPE = "dtype"  # one call whose result's dtype counts too
    GRADIENT = "gradient"  # autograd's answer along random directions


@dataclass(frozen=True)
class Origin:
    """Where a case came from, so that it can be drawn again, smaller."""

    group: str  # one of GROUPS
    index: int


@dataclass(frozen=True, eq=False)
class Step:
    """One question to the submission, with its answer."""

    case: Case
    expected: Expected
    manner: Manner = Manner.CALL
    dtype: str = "float32"
    layout: str = "contiguous"
    origin: Origin | None = None
    other: "Step | None" = None  # AGAIN: the call in between
    probe: Probe | None = None  # GRADIENT: directions and right derivatives


@dataclass(frozen=True)
class PlannedCheck:
    id: str
    title: str
    kind: CheckKind
    weight: float
    steps: tuple[Step, ...] = ()
    about: Fault | None = None  # judged from the value cases: fails if one has this fault


@dataclass(frozen=True)
class Plan:
    """All checks of a problem for one framework and seed, in the order in which they run."""

    problem: Problem
    framework: Framework
    seed: int
    reference: ModuleType
    checks: tuple[PlannedCheck, ...]
    forbidden_cases: tuple[Case, ...] = field(default=())
    costs: tuple[PlannedCost, ...] = ()  # measured after the checks, on right values only

    @property
    def base_check(self) -> PlannedCheck:
        """The first value check: nothing but value checks earns anything unless it passes."""
        return self.checks[0]


class Drawer:
    """Draws the cases of a problem, each again until rounding can't tip it over."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem = problem
        self.seed = seed
        self.reference = load_reference(problem)
        self._checks = load_checks(problem)

    def group(self, name: str) -> list[tuple[Origin, Case]]:
        """The well-posed cases of `cases`, `edges` or `properties`."""
        if not hasattr(self._checks, name):
            return []
        drawn = self._generate(name, scale=1.0, simple=False, attempts={})
        return [
            (Origin(name, i), self._well_posed(Origin(name, i), case))
            for i, case in enumerate(drawn)
        ]

    def fresh(self, seed: int) -> list[Case]:
        """The value cases of another seed, not looked at for being well posed."""
        other = Drawer(self.problem, seed)
        return [
            in_dtype(case, "float32")
            for case in other._generate("cases", scale=1.0, simple=False, attempts={})
        ]

    def again(self, origin: Origin, *, attempt: int, scale: float, simple: bool) -> Case | None:
        """The same case from other values or sizes, well posed or not; None if it can't be."""
        try:
            return self._one(origin, scale=scale, simple=simple, attempt=attempt)
        except (ValueError, IndexError):  # sizes too small for this case
            return None

    def _well_posed(self, origin: Origin, first: Case) -> Case:
        case = first
        for attempt in range(1, REDRAWS):
            if self.fits(case):
                return case
            case = self._one(origin, scale=1.0, simple=False, attempt=attempt)
        raise ProblemError(
            f"{self.problem.grader_dir / 'checks.py'}: case {origin.index} of {origin.group}() "
            f"is ill-posed in each of {REDRAWS} draws (seed {self.seed}): tiny changes of its "
            "arguments change a shape, an integer or a finite place. Draw it further from the "
            "threshold, or say exact=True if a tie is meant."
        )

    def fits(self, case: Case) -> bool:
        """Whether a case is well posed in float32."""
        return is_well_posed(case, self.reference, u=UNITS["float32"], seed=self.seed)

    def hangs_on_ties(self, case: Case) -> bool:
        """Whether equal values decide the answer; meant ties are no fault."""
        if case.exact:
            return False
        return breaks_ties(case, self.reference, u=UNITS["float32"], seed=self.seed)

    def _one(self, origin: Origin, *, scale: float, simple: bool, attempt: int) -> Case:
        attempts = {origin.index: attempt}
        drawn = self._generate(
            origin.group, scale=scale, simple=simple, attempts=attempts, last=origin.index
        )
        return drawn[origin.index]

    def _generate(
        self,
        name: str,
        *,
        scale: float,
        simple: bool,
        attempts: dict[int, int],
        last: int | None = None,
    ) -> list[Case]:
        """The cases of a group in order, up to the one of index `last`."""
        seed = (self.seed, GROUPS.index(name))
        draw = Draw(seed, scale=scale, simple=simple)
        generator: Generator = getattr(self._checks, name)
        cases: list[Case] = []
        iterator = generator(draw)
        while True:
            draw.start_case(len(cases), attempts.get(len(cases), 0))
            case = next(iterator, None)
            if case is None:
                return cases
            cases.append(self._named(case))
            if len(cases) - 1 == last:
                return cases

    def _named(self, case: Case) -> Case:
        if case.script is not None:
            names = _script_names(case)
        else:
            names = parameter_names(self.reference, case.entry)
        return replace(case, names=names)


def _script_names(case: Case) -> tuple[str, ...]:
    code = getattr(case.script, "__code__", None)
    return () if code is None else code.co_varnames[1 : code.co_argcount]


class Stepper:
    """Makes steps of cases: rounds the arguments to a dtype and asks the reference."""

    def __init__(self, reference: ModuleType, seed: int) -> None:
        self.reference = reference
        self._seed = seed

    def step(
        self,
        case: Case,
        *,
        manner: Manner = Manner.CALL,
        dtype: str = "float32",
        layout: str = "contiguous",
        origin: Origin | None = None,
        other: Step | None = None,
    ) -> Step:
        rounded = in_dtype(case, dtype)
        expected = self.expected(rounded, dtype)
        return Step(rounded, expected, manner, dtype, layout, origin, other)

    def expected(self, case: Case, dtype: str) -> Expected:
        return expect(case, self.reference, u=UNITS[dtype], seed=self._seed)


def in_dtype(case: Case, dtype: str) -> Case:
    """The case with float arrays rounded to what `dtype` can hold, still float64 arrays."""
    if dtype == "float64":
        return case

    def change(array: Array) -> Array:
        return round_to(array, dtype) if array.dtype.kind == "f" else array

    return replace(
        case,
        args=map_arrays(tuple(case.args), change),
        kwargs=map_arrays(dict(case.kwargs), change),
    )


def round_to(array: Array, dtype: str) -> Array:
    """float64 values that `dtype` (float16, bfloat16, float32) holds exactly."""
    if dtype == "bfloat16":
        bits = np.ascontiguousarray(array, dtype=np.float32).view(np.uint32)
        even = (bits >> 16) & 1  # round half to even on the upper 16 bits
        kept = ((bits + 0x7FFF + even) >> 16) << 16
        finite = np.isfinite(array)
        rounded = kept.astype(np.uint32).view(np.float32).astype(np.float64)
        return np.where(finite, rounded.reshape(array.shape), array)
    with np.errstate(over="ignore"):
        return array.astype(dtype).astype(np.float64)


def by_label(
    cases: Sequence[tuple[Origin, Case]], label: Callable[[Case], str]
) -> dict[str, list[tuple[Origin, Case]]]:
    """Cases grouped by mode or title, in the order of first appearance."""
    groups: dict[str, list[tuple[Origin, Case]]] = {}
    for origin, case in cases:
        groups.setdefault(label(case), []).append((origin, case))
    return groups
