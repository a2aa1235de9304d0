"""The cost checks of one submission: measured last, on right answers only, and explained."""

import sys
from collections.abc import Sequence
from contextlib import closing

from tfmdrill.catalogue import solution_path
from tfmdrill.config import Limits
from tfmdrill.grading.cost import COST_WEIGHT, PlannedCost
from tfmdrill.grading.cost_chain import record
from tfmdrill.grading.cost_meters import MIB, Measured, growth, memory, ratio
from tfmdrill.grading.cost_runner import CostRunner
from tfmdrill.grading.imports import imports_of
from tfmdrill.model.case import CostKind
from tfmdrill.model.problem import Bug, Framework, Problem
from tfmdrill.model.report import CheckKind, CheckResult, Diagnosis, Failure, Isolation, Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner import Metered, Returned, Wall

METER_S = 30.0  # CPU seconds of a run under a meter, which slows each operation down
CLEAR = 1.5  # times the model's work from which the difference in work explains a verdict


class Bench:
    """Measures a submission beside the model answer, each in children of its own."""

    def __init__(
        self,
        wall: Wall,
        source: Source,
        problem: Problem,
        framework: Framework,
        limits: Limits,
        isolation: Isolation,
    ) -> None:
        path = solution_path(problem, framework)
        self._wall = wall
        self._source = source
        self._model = Source(path.name, path.read_bytes())
        self._framework = framework
        self.of_values = False  # a large case was answered wrongly, which no cost explains
        self._limits = limits
        # Elsewhere than on Linux the limit is there, but isn't enforced.
        self._can_limit_memory = "rlimits" in isolation.layers and sys.platform == "linux"

    def judge(self, planned: PlannedCost) -> CheckResult:
        """The check of one cost, with what was measured. Raises GraderFault."""
        measured = self._measure(planned)
        words = measured.message
        if measured.of_values:
            self.of_values = True
        elif measured.outcome is Outcome.WRONG:
            words += self._explanation(planned)
        where = None
        if measured.exception is not None:
            call = f"{planned.build(planned.size, 0).entry} at n = {planned.size}"
            where = Failure(call=call, exception=measured.exception)
        return _result(planned, measured.outcome, words, where)

    def _measure(self, planned: PlannedCost) -> Measured:
        if planned.cost.kind is CostKind.MEMORY:
            return self._memory(planned)
        with (
            closing(CostRunner(self._wall, self._source)) as user,
            closing(CostRunner(self._wall, self._model)) as model,
        ):
            # A file that can't be loaded any more says so when it is run.
            if isinstance(user.load(), Returned) and not user.tells_cpu_s():
                return Measured(Outcome.SKIPPED, "not judged: this system tells no CPU times")
            meter = ratio if planned.cost.kind is CostKind.RATIO else growth
            return meter(planned, user, model)

    def _memory(self, planned: PlannedCost) -> Measured:
        if not self._can_limit_memory:
            return Measured(Outcome.SKIPPED, "not judged: memory can't be limited on this system")
        # Not of the file itself: it could keep room while it is loaded, and use it later. Nor of
        # imports that it never makes: they are made for it, so that their room is taken.
        imports = imports_of(self._source.code)
        with self._wall.submit(self._source) as unlimited:
            unlimited.load_imports(imports)
            taken = unlimited.loaded_bytes()
        budget = int(planned.cost.gate)
        limited = CostRunner(self._wall, self._source, memory_bytes=budget + taken, imports=imports)
        with (
            closing(limited) as user,
            closing(CostRunner(self._wall, self._model, memory_bytes=budget)) as model,
        ):
            return memory(planned, user, model, self._limits.call_cpu_s)

    def _explanation(self, planned: PlannedCost) -> str:
        """In what the work differs, by meters inside the child; empty where they don't tell."""
        size = planned.cost.explain
        if not size:
            return ""
        mine, model = self._metered(self._source, planned), self._metered(self._model, planned)
        if mine is None or model is None:
            return ""
        if planned.cost.kind is CostKind.MEMORY:
            if mine.peak_bytes < CLEAR * model.peak_bytes:
                return ""
            shape = f", its largest array is {mine.largest}" if mine.largest else ""
            return (
                f"; at n = {size} your code holds {mine.peak_bytes / MIB:.2g} MiB at once{shape}, "
                f"the model answer {model.peak_bytes / MIB:.2g} MiB"
            )
        if mine.flops < CLEAR * model.flops or not model.flops:
            return ""
        times = mine.flops / model.flops
        return f"; at n = {size} it does {times:.2g} times the arithmetic of the model answer"

    def _metered(self, source: Source, planned: PlannedCost) -> Metered | None:
        chain = record(planned.build(planned.cost.explain, 0))
        with self._wall.submit(source, metered=True) as child:
            child.load()
            reply = child.meter(chain, cpu_s=METER_S)
        return reply.value if isinstance(reply, Returned) else None


def not_judged(planned: PlannedCost) -> CheckResult:
    """The check of an answer whose values aren't right: there is nothing to measure."""
    return _result(planned, Outcome.SKIPPED, "not judged: the values aren't right yet")


def named_costs(bugs: Sequence[Bug], judged: Sequence[CheckResult]) -> list[Diagnosis]:
    """The cost mistakes that fail just what failed here, of an answer that is right otherwise."""
    failed = {check.title for check in judged if check.outcome is Outcome.WRONG}
    passed = {check.title for check in judged if check.outcome is Outcome.PASSED}
    return [
        Diagnosis(bug.id, bug.says, bug.because, bug.fix, len(failed), len(failed))
        for bug in bugs
        if failed and failed <= set(bug.costs) and not passed & set(bug.costs)
    ]


def _result(
    planned: PlannedCost, outcome: Outcome, words: str, where: Failure | None = None
) -> CheckResult:
    return CheckResult(
        id=planned.id,
        title=planned.cost.title,
        kind=CheckKind.COST,
        outcome=outcome,
        weight=COST_WEIGHT,
        earned=COST_WEIGHT if outcome is Outcome.PASSED else 0.0,
        message=words,
        where=where,
    )
