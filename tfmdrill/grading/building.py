"""Building the plan of a problem: value checks by mode, edges, derived checks, half, gradients."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tfmdrill.grading.comparing import Fault
from tfmdrill.grading.cost import planned_costs
from tfmdrill.grading.derived import HYGIENE_WEIGHT, Deriver
from tfmdrill.grading.gradient import probe
from tfmdrill.grading.oracle import UNITS, is_well_posed
from tfmdrill.grading.plan import (
    Drawer,
    Manner,
    Origin,
    Plan,
    PlannedCheck,
    Step,
    Stepper,
    by_label,
    in_dtype,
)
from tfmdrill.model.case import Case
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import CheckKind

Drawn = Sequence[tuple[Origin, Case]]

VALUE_WEIGHT = 3.0
EDGE_WEIGHT = 1.0
PROPERTY_WEIGHT = 1.0
HALF_WEIGHT = 1.0
GRADIENT_WEIGHT = 2.0


@dataclass(frozen=True)
class Built:
    """A plan with what made it, which shrinking and the diagnosis draw from again."""

    plan: Plan
    drawer: Drawer
    stepper: Stepper


def build_plan(problem: Problem, framework: Framework, seed: int) -> Built:
    """The plan of a problem for a framework and a seed. Raises ProblemError if it is at fault."""
    drawer = Drawer(problem, seed)
    stepper = Stepper(drawer.reference, seed)
    builder = _Builder(problem, framework, drawer, stepper)
    checks = tuple(builder.checks())
    plan = Plan(
        problem,
        framework,
        seed,
        drawer.reference,
        checks,
        builder.forbidden_cases(),
        planned_costs(problem, seed),
    )
    return Built(plan, drawer, stepper)


class _Builder:
    def __init__(
        self, problem: Problem, framework: Framework, drawer: Drawer, stepper: Stepper
    ) -> None:
        self._problem = problem
        self._framework = framework
        self._stepper = stepper
        self._cases = drawer.group("cases")
        self._edges = drawer.group("edges")
        self._properties = drawer.group("properties")

    def checks(self) -> Iterator[PlannedCheck]:
        """All checks; the first is the base on which everything but values depends."""
        for mode, drawn in by_label(self._cases, lambda c: c.mode).items():
            id = f"values-{_slug(mode)}" if mode else "values"
            title = f"Right values: {mode}" if mode else "Right values"
            yield PlannedCheck(id, title, CheckKind.VALUE, VALUE_WEIGHT, self._steps(drawn))
        yield from self._titled(self._edges, CheckKind.EDGE, "edge", EDGE_WEIGHT)
        yield from self._faults()
        yield from Deriver(self._problem, self._framework, self._stepper, self._cases).checks()
        yield from self._titled(self._properties, CheckKind.PROPERTY, "property", PROPERTY_WEIGHT)
        yield from self._half()
        yield from self._gradients()

    def forbidden_cases(self) -> tuple[Case, ...]:
        """One small case of each mode, without a script."""
        plain = [(o, c) for o, c in self._cases if c.script is None and c.raises is None]
        modes = by_label(plain, lambda c: c.mode)
        return tuple(in_dtype(drawn[0][1], "float32") for drawn in modes.values())

    def _steps(self, drawn: Drawn) -> tuple[Step, ...]:
        return tuple(self._stepper.step(case, origin=origin) for origin, case in drawn)

    def _titled(
        self, drawn: Drawn, kind: CheckKind, prefix: str, weight: float
    ) -> Iterator[PlannedCheck]:
        taken: list[str] = []
        for title, group in by_label(drawn, lambda c: c.title).items():
            stem = f"{prefix}-{_slug(title)}"
            id = f"{stem}-{taken.count(stem) + 1}" if stem in taken else stem
            taken.append(stem)
            yield PlannedCheck(id, title, kind, weight, self._steps(group))

    def _faults(self) -> Iterator[PlannedCheck]:
        """What the value cases already show, said apart from the values."""
        for fault, title in (
            (Fault.TYPE, "The result is of the right type"),
            (Fault.SHAPE, "The result has the right shape"),
            (Fault.PLACES, "NaN and infinities stand only where they should"),
        ):
            yield PlannedCheck(str(fault), title, CheckKind.HYGIENE, HYGIENE_WEIGHT, about=fault)

    def _half(self) -> Iterator[PlannedCheck]:
        tagged = [(o, c) for o, c in (*self._cases, *self._edges) if c.half]
        for dtype in self._problem.half:
            if dtype == "bfloat16" and self._framework is not Framework.TORCH:
                continue
            steps = tuple(
                self._stepper.step(case, dtype=dtype, manner=Manner.DTYPE, origin=origin)
                for origin, case in tagged
                if self._fits(in_dtype(case, dtype), dtype)
            )
            if steps:
                yield PlannedCheck(dtype, f"Works in {dtype}", CheckKind.HALF, HALF_WEIGHT, steps)

    def _fits(self, case: Case, dtype: str) -> bool:
        return is_well_posed(case, self._stepper.reference, u=UNITS[dtype] / 16, seed=0)

    def _gradients(self) -> Iterator[PlannedCheck]:
        """Unit-scale cases by turns in float32 and float64; edges get a check of their own."""
        if not self._problem.gradient or self._framework is not Framework.TORCH:
            return
        for id, title, drawn in (
            ("gradient", "Gradients reach every argument and are right", self._cases),
            ("gradient-edges", "Gradients are finite and right on the edge cases", self._edges),
        ):
            tagged = [(o, c) for o, c in drawn if c.gradient]
            steps = [self._gradient(o, c, i) for i, (o, c) in enumerate(tagged)]
            found = tuple(s for s in steps if s is not None)
            if found:
                yield PlannedCheck(id, title, CheckKind.GRADIENT, GRADIENT_WEIGHT, found)

    def _gradient(self, origin: Origin, case: Case, number: int) -> Step | None:
        dtype = "float64" if number % 2 else "float32"
        step = self._stepper.step(case, dtype=dtype, manner=Manner.GRADIENT, origin=origin)
        made = probe(step.case, self._stepper.reference, seed=number)
        return None if made is None else replace(step, probe=made)


def _slug(text: str) -> str:
    """A title as an id: its first words in small letters, joined by hyphens."""
    words = "".join(c if c.isalnum() or c == "_" else " " for c in text.lower()).split()
    return "-".join(words[:6])
