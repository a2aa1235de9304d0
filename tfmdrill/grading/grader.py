"""Grading files: one wall a framework, one plan a problem and seed, shared by all of them."""

import difflib
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from tfmdrill.catalogue import FUSED, has_hidden, hidden_text, solution_path
from tfmdrill.config import Limits
from tfmdrill.errors import TierRefused, UsageError
from tfmdrill.grading.after_pass import agreement, side_by_side
from tfmdrill.grading.building import Built
from tfmdrill.grading.candidate import Candidate
from tfmdrill.grading.plans import Plans
from tfmdrill.grading.session import Session
from tfmdrill.grading.suspects import Suspects
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import (
    CheckKind,
    CheckName,
    CheckResult,
    Isolation,
    Outcome,
    Report,
    Tier,
)
from tfmdrill.model.request import GradeRequest
from tfmdrill.model.source import Source
from tfmdrill.runner import Wall, ZygoteGone

if TYPE_CHECKING:
    from tfmdrill.grading.cost_bench import Bench  # few problems have costs

T = TypeVar("T")
SEEDS = 1_000_000
STRENGTH = (Tier.PROCESS_ONLY, Tier.PARTIAL, Tier.FULL)


class Grader:
    """Grades any number of requests; close it, or use it as a context manager."""

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        deny: Sequence[Path] = (),
        single_use: bool | None = None,
        keep_warm: bool = False,
        group: str = "",
        plans: Plans | None = None,
    ) -> None:
        """keep_warm: use zygotes that earlier commands left, and leave them for later ones.

        group: share zygotes with the graders of this name; they end with the last one.

        plans: those made before, to be used and added to.
        """
        self._limits = limits or Limits()
        self._deny = tuple(deny)
        self._single_use = single_use
        self._keep_warm = keep_warm
        self._group = group
        self._walls: dict[Framework, Wall] = {}
        self._plans = Plans() if plans is None else plans

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End every zygote but those that are kept. No submission is left running."""
        while self._walls:
            self._walls.popitem()[1].close()

    def hide(self, folders: Sequence[Path]) -> None:
        """Folders that no submission may read either: of every zygote that is yet to start."""
        self._deny += tuple(folders)

    def warm_up(self, framework: Framework) -> None:
        """Start the zygote of a framework and return at once; it imports meanwhile."""
        self._wall(framework)

    def prepare_child(self, framework: Framework) -> None:
        """Keep a locked child for the next request. Raises what `grade` raises."""
        self._wall(framework).prepare()

    def prepare(self, problem: Problem, framework: Framework, *seeds: int) -> None:
        """Work out what later requests with these seeds need, and keep a locked child for them.

        Raises what `grade` raises.
        """
        self.prepare_child(framework)
        for seed in seeds:
            self._plans.prepare(problem, framework, seed)

    def planned_checks(
        self, problem: Problem, framework: Framework, seed: int
    ) -> tuple[CheckName, ...]:
        """What a request with this seed will judge, in order; no submission is needed for it.

        Raises ProblemError if the problem is at fault.
        """
        built, _ = self._plans.plan(problem, framework, seed)
        checks = [CheckName(c.id, c.title, c.kind) for c in built.plan.checks]
        checks += [CheckName(p.id, p.cost.title, CheckKind.COST) for p in built.plan.costs]
        return tuple(checks)

    def isolation(self, framework: Framework) -> Isolation:
        """The isolation that this machine gives. Raises UsageError if the framework is missing."""
        return self._wall(framework).isolation

    def grade(self, request: GradeRequest) -> Report:
        """The report on one submission.

        Raises:
            UsageError: the framework isn't installed, or a check in `only` isn't there.
            TierRefused: the machine isolates less than `require_tier`.
            GraderFault, ProblemError: tfmdrill or the problem is at fault, not the submission.
        """
        try:
            return self._graded(request)
        except ZygoteGone:  # ended from outside, or for lack of memory: once more
            self._wall(request.framework).restart()
            return self._graded(request)

    def _graded(self, request: GradeRequest) -> Report:
        self._wall(request.framework)  # its zygote starts while the plan is made
        built, suspects = self._planned(request)
        _known_checks(request.only, built)
        isolation = self.isolation(request.framework)
        _demand(request.require_tier, isolation)
        bench = self._bench(request, isolation) if built.plan.costs else None
        with self.candidate(request.source, request.problem, request.framework) as candidate:
            session = Session(built, suspects, candidate, request.source, isolation, bench)
            report = session.run(request.only)
            suspects.forget_all_but(step for check in built.plan.checks for step in check.steps)
            if report.outcome is Outcome.PASSED and not request.only:
                report = self._after_pass(request, built, candidate, report)
            return report

    def first_failure(self, request: GradeRequest) -> CheckResult | None:
        """The first check that isn't passed, without what `grade` says about it; None if all are.

        Raises what `grade` raises.
        """
        built, suspects = self._planned(request)
        isolation = self.isolation(request.framework)
        with self.candidate(request.source, request.problem, request.framework) as candidate:
            return Session(built, suspects, candidate, request.source, isolation).first_failure()

    @property
    def limits(self) -> Limits:
        """What one submission may use."""
        return self._limits

    def with_wall(self, framework: Framework, work: Callable[[Wall], T]) -> T:
        """What `work` gives; once more with fresh processes where they were ended meanwhile."""
        try:
            return work(self._wall(framework))
        except ZygoteGone:
            self._wall(framework).restart()
            return work(self._wall(framework))

    def candidate(self, source: Source, problem: Problem, framework: Framework) -> Candidate:
        """A file behind the wall, to be asked step by step; close it."""
        return Candidate(self._wall(framework), source, problem, self._limits)

    def _bench(self, request: GradeRequest, isolation: Isolation) -> "Bench":
        from tfmdrill.grading.cost_bench import Bench

        wall = self._wall(request.framework)
        return Bench(
            wall, request.source, request.problem, request.framework, self._limits, isolation
        )

    def _after_pass(
        self, request: GradeRequest, built: Built, candidate: Candidate, report: Report
    ) -> Report:
        problem = request.problem
        if request.framework is Framework.TORCH and has_hidden(problem, FUSED):
            with self._trusted(FUSED, hidden_text(problem, FUSED), request) as model:
                report = agreement(report, built, candidate, model)
        if request.beside:
            path = solution_path(problem, request.framework)
            source = path.read_text(encoding="utf-8")
            with self._trusted(path.name, source, request) as model:
                report = side_by_side(report, built, request.source, candidate, model, source)
        return report

    def _trusted(self, name: str, code: str, request: GradeRequest) -> Candidate:
        """A model answer, run like a submission in a child of its own."""
        source = Source(name, code.encode())
        return self.candidate(source, request.problem, request.framework)

    def _wall(self, framework: Framework) -> Wall:
        if framework not in self._walls:
            wall = Wall(
                framework,
                limits=self._limits,
                deny=self._deny,
                single_use=self._single_use,
                keep_warm=self._keep_warm,
                group=self._group,
            )
            wall.start()
            self._walls[framework] = wall
        return self._walls[framework]

    def _planned(self, request: GradeRequest) -> tuple[Built, Suspects]:
        seed = fresh_seed() if request.seed is None else request.seed
        return self._plans.plan(request.problem, request.framework, seed)


def fresh_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbelow(SEEDS)


def _known_checks(only: Sequence[str], built: Built) -> None:
    """Raises UsageError, with the ids that there are, for a check that the problem lacks."""
    plan = built.plan
    known = [*(check.id for check in plan.checks), *(planned.id for planned in plan.costs)]
    for name in only:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            meant = f"; did you mean {near[0]}?" if near else "."
            raise UsageError(f"there is no check {name!r}{meant} The checks: {', '.join(known)}")


def _demand(wanted: Tier | None, isolation: Isolation) -> None:
    if wanted is None or STRENGTH.index(isolation.tier) >= STRENGTH.index(wanted):
        return
    missing = "; ".join(f"{layer}: {why}" for layer, why in isolation.missing)
    raise TierRefused(
        f"isolation {wanted} was demanded, this machine gives {isolation.tier} ({missing}). "
        "Run `tfmdrill doctor` for what is missing, or demand less."
    )
