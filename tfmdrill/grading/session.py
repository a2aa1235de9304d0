"""One submission against one plan: every check run, scored, diagnosed and made into a report."""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tfmdrill.grading.building import Built
from tfmdrill.grading.candidate import Observed
from tfmdrill.grading.diagnosis import Detective, Effects, Evidence, GradientEvidence, together
from tfmdrill.grading.failing import failure_of
from tfmdrill.grading.forbidden import forbidden_in_source
from tfmdrill.grading.judging import Verdict, has_fault, run_steps
from tfmdrill.grading.plan import Manner, PlannedCheck, Step
from tfmdrill.grading.respondent import Respondent
from tfmdrill.grading.results import (
    NOT_FORBIDDEN,
    load_failure,
    message_of,
    not_run,
    report_outcome,
    score_of,
    unwatched,
)
from tfmdrill.grading.shrinking import Keep, Shrinker
from tfmdrill.grading.structure import findings
from tfmdrill.grading.suspects import Suspects
from tfmdrill.model.problem import BugKind, Framework
from tfmdrill.model.report import (
    OUTCOME_ORDER,
    CheckKind,
    CheckResult,
    Diagnosis,
    Finding,
    Isolation,
    Outcome,
    Report,
)
from tfmdrill.model.source import Source
from tfmdrill.runner import Returned

if TYPE_CHECKING:
    from tfmdrill.grading.cost_bench import Bench  # few problems have costs

COMPARED = (CheckKind.VALUE, CheckKind.EDGE, CheckKind.PROPERTY)
ANSWERED = (Outcome.PASSED, Outcome.WRONG, Outcome.SKIPPED)
_RANK = {outcome: place for place, outcome in enumerate(OUTCOME_ORDER)}


@dataclass(frozen=True)
class Ran:
    """A check with the verdicts of its steps; what came after a failing step may be missing."""

    check: PlannedCheck
    verdicts: tuple[Verdict, ...]
    nothing_to_judge: bool = False  # no call returned anything that could be looked at

    @property
    def failing(self) -> Verdict | None:
        """The verdict to show: what ended the process before what is merely wrong."""
        failed = [v for v in self.verdicts if not v.right]
        return min(failed, key=lambda v: _RANK.get(v.outcome, len(_RANK)), default=None)

    @property
    def outcome(self) -> Outcome:
        if self.nothing_to_judge:
            return Outcome.SKIPPED
        return self.failing.outcome if self.failing else Outcome.PASSED


class Session:
    """Grades one source: `run` gives the report, and `first_failure`, `run_checks` and `diagnose`
    parts of it for less work.

    The candidate's children are ended by whoever made the candidate.
    """

    def __init__(
        self,
        built: Built,
        suspects: Suspects,
        candidate: Respondent,
        source: Source,
        isolation: Isolation,
        bench: "Bench | None" = None,
    ) -> None:
        """bench: measures what the answer takes; None leaves the cost checks out."""
        self._bench = bench
        self._plan = built.plan
        self._suspects = suspects
        self._candidate = candidate
        self._source = source
        self._isolation = isolation
        self._start = time.perf_counter()
        self._remarks = list(source.remarks)
        self._shrinker = Shrinker(built.drawer, built.stepper, candidate.call)
        self._detective = Detective(suspects, built.drawer, built.stepper, candidate.call)

    def run(self, only: Sequence[str] = ()) -> Report:
        """The report. `only` limits the checks to these ids; the base check always runs."""
        unusable = self._load()
        if unusable is not None:
            return self._report([unusable])
        ran = list(self.run_checks(only))
        forbidden = self._forbidden(ran)
        results = [self._result(r, ran) for r in ran]
        diagnoses, found = self.diagnose(ran)
        results = self._opened(ran, results, diagnoses)
        if self._bench is not None:
            costs = self._judge_costs(self._bench, results, only, refused=forbidden is not None)
            right = report_outcome([r.outcome for r in results]) is Outcome.PASSED
            if right and not diagnoses and not self._bench.of_values:
                from tfmdrill.grading.cost_bench import named_costs

                diagnoses = named_costs(self._suspects.of_kind(BugKind.COST), costs)
            results += costs
        if forbidden is not None:
            results = [forbidden, *results]
        if forbidden is not None and forbidden.outcome is Outcome.FORBIDDEN:
            results = [replace(r, earned=0.0) for r in results]
        return self._report(results, diagnoses, found)

    def first_failure(self) -> CheckResult | None:
        """The first check that isn't passed, as it came; nothing after it is run."""
        unusable = self._load()
        if unusable is not None:
            return unusable
        ran: list[Ran] = []
        for one in self.run_checks(stop=True):
            ran.append(one)
            if one.failing is not None:
                return self._result(one, [one])
        return self._forbidden(ran)

    def _load(self) -> CheckResult | None:
        """Runs the file; a result says why there is nothing to ask."""
        if self._source.unreadable is not None:
            return not_run(self._source.unreadable.reason)
        if self._plan.framework is Framework.TEXT:
            banned = self._written_forbidden()
            if banned:  # an import of a tokenizer library counts by the source
                return self._forbids(banned)
        reply = self._candidate.load()
        if not isinstance(reply, Returned):
            return load_failure(reply)
        return self._missing(reply.value)

    def _missing(self, names: Sequence[str]) -> CheckResult | None:
        entries = [entry.name for entry in self._plan.problem.entries]
        absent = [name for name in entries if name not in names]
        if not absent:
            return None
        others = [n for n in names if not n.startswith("_")]
        seen = f"; it defines {', '.join(others[:8])}" if others else ""
        text = f"{self._source.name} defines no callable named {' or '.join(absent)}{seen}"
        return CheckResult(
            "load", "The file defines what is asked", CheckKind.LOAD, Outcome.ERROR, 1.0, 0.0, text
        )

    def _forbidden(self, ran: Sequence[Ran]) -> CheckResult | None:
        """The run decides; the source gives the line, and is only a remark where it alone shows.

        A call that ends the process as soon as it is watched is a failure of its own.
        """
        names = self._plan.problem.forbidden
        if not names:
            return None
        used: dict[str, int] = {}
        hidden: Observed | None = None
        for case in self._plan.forbidden_cases:
            step = Step(case, self._plan.base_check.steps[0].expected)
            seen = self._candidate.forbidden_calls(step, names)
            if seen.returned and isinstance(seen.answer.value, list):
                used |= {str(name): int(line) for name, line in seen.answer.value}
            elif hidden is None and not seen.returned:
                hidden = seen
        lines = self._written_forbidden()
        if not used:
            self._remarks += [
                f"{self._source.place(line)} mentions {name}, which this problem forbids, but no "
                "call reached it"
                for name, line in lines.items()
            ]
            died = any(r.outcome not in ANSWERED for r in ran)
            return None if died or hidden is None else unwatched(hidden)
        return self._forbids({name: lines.get(name, line) for name, line in used.items()})

    def _written_forbidden(self) -> dict[str, int]:
        """The forbidden names that the source mentions, each with its first line."""
        lines: dict[str, int] = {}
        for name, line in forbidden_in_source(self._source.code, self._plan.problem.forbidden):
            lines.setdefault(name, line)
        return lines

    def _forbids(self, used: Mapping[str, int]) -> CheckResult:
        text = "; ".join(
            f"{name} is forbidden here ({self._source.place(line)})" for name, line in used.items()
        )
        return CheckResult(
            "forbidden",
            NOT_FORBIDDEN,
            CheckKind.FORBIDDEN,
            Outcome.FORBIDDEN,
            0.0,
            0.0,
            f"{text}: the exercise is to write it yourself",
        )

    def run_checks(self, only: Sequence[str] = (), *, stop: bool = False) -> Iterator[Ran]:
        """Each check, in order. With `stop`, one is run when it is asked for, and ends at its
        first failing step."""
        values: list[Verdict] = []
        base = self._plan.base_check
        wanted = [c for c in self._plan.checks if not only or c.id in only or c is base]
        together = {} if stop else self._together(wanted)
        for check in wanted:
            if check.about is not None:
                fault = has_fault(values, check.about)
                nothing = fault is None and not any(v.seen.returned for v in values)
                yield Ran(check, (fault,) if fault else (), nothing_to_judge=nothing)
                continue
            verdicts = self._up_to_failure(check) if stop else together[check.id]
            if check.kind is CheckKind.VALUE:
                values += verdicts
            yield Ran(check, tuple(verdicts))

    def _together(self, checks: Sequence[PlannedCheck]) -> dict[str, list[Verdict]]:
        """The verdicts of each check by its id; the steps of all are asked in one go, so that the
        process is seldom waited for.

        Where it dies, that check has failed, and a fresh process is for the next one.
        """
        verdicts: dict[str, list[Verdict]] = {check.id: [] for check in checks}
        rest = deque((check, step) for check in checks for step in check.steps)
        while rest:
            for verdict in run_steps(self._candidate, [step for _, step in rest]):
                check, _ = rest.popleft()
                verdicts[check.id].append(verdict)
                if verdict.seen.died:
                    break
            while rest and rest[0][0] is check:
                rest.popleft()
        return verdicts

    def _up_to_failure(self, check: PlannedCheck) -> list[Verdict]:
        verdicts: list[Verdict] = []
        for step in check.steps:
            verdicts += run_steps(self._candidate, [step])
            if not verdicts[-1].right:
                break
        return verdicts

    def _result(self, ran: Ran, all_ran: Sequence[Ran]) -> CheckResult:
        check = ran.check
        base_right = all_ran[0].failing is None
        values_right = all(r.failing is None for r in all_ran if r.check.kind is CheckKind.VALUE)
        passed = ran.outcome is Outcome.PASSED
        counts = check.kind is CheckKind.VALUE or base_right
        return CheckResult(
            id=check.id,
            title=check.title,
            kind=check.kind,
            outcome=ran.outcome,
            weight=check.weight,
            earned=check.weight if passed and counts else 0.0,
            message=message_of(ran.failing, values_right=values_right) if ran.failing else "",
            where=failure_of(ran.failing) if ran.failing else None,
            remarks=() if not passed or counts else ("right, but earns nothing while values are",),
        )

    def diagnose(self, ran: Sequence[Ran]) -> tuple[list[Diagnosis], list[Finding]]:
        """The mistakes that explain all that ran; without one, what can be said of the values."""
        if all(one.failing is None for one in ran):
            return [], []
        evidence = [
            Evidence(v.step, v.seen, v.right)
            for r in ran
            if r.check.kind in (*COMPARED, CheckKind.HALF)
            for v in r.verdicts
        ]
        detective = self._detective
        self._suspects.replay([item.step for item in evidence])
        named = detective.by_value(evidence)
        wrong = [v for r in ran if r.check.kind in COMPARED for v in r.verdicts if not v.right]
        if not named:
            named = detective.by_rounding(evidence)
        beside = detective.by_effect(_effects(ran))
        if not wrong:
            beside = [*beside, *detective.by_gradient(_gradients(ran))]
        if named and beside:
            named = [together(one, other) for one in named for other in beside]
        named = named or beside
        return named, ([] if named else findings(self._plan.problem, wrong))

    def _judge_costs(
        self, bench: "Bench", results: Sequence[CheckResult], only: Sequence[str], *, refused: bool
    ) -> list[CheckResult]:
        """Costs come last, and only where the values are right: wrong code may do anything."""
        from tfmdrill.grading.cost_bench import not_judged

        wanted = [p for p in self._plan.costs if not only or p.id in only]
        values = [r.outcome for r in results if r.kind is CheckKind.VALUE]
        if refused or any(outcome is not Outcome.PASSED for outcome in values):
            return [not_judged(planned) for planned in wanted]
        return [bench.judge(planned) for planned in wanted]

    def _opened(
        self, ran: Sequence[Ran], results: list[CheckResult], diagnoses: Sequence[Diagnosis]
    ) -> list[CheckResult]:
        """The first failing check gets its failure shrunk, others keep theirs as it came."""
        for index, one in enumerate(ran):
            failing = [v for v in one.verdicts if not v.right and v.outcome is one.outcome]
            if not failing or one.check.kind not in COMPARED:
                continue
            best = self._shrinker.smallest(failing, self._keeps(diagnoses))
            results[index] = replace(results[index], message=best.message, where=failure_of(best))
            break
        return results

    def _keeps(self, diagnoses: Sequence[Diagnosis]) -> Keep:
        """A smaller failure must still be explained by what was named."""
        known = [s for d in diagnoses if (s := self._suspects.by_id(d.bug)) is not None]

        def keep(verdict: Verdict) -> bool:
            return all(self._detective.matches(s, verdict.step, verdict.seen) for s in known)

        return keep

    def _report(
        self,
        results: Sequence[CheckResult],
        diagnoses: Sequence[Diagnosis] = (),
        found: Sequence[Finding] = (),
    ) -> Report:
        plan = self._plan
        outcome = report_outcome([r.outcome for r in results])
        return Report(
            problem=plan.problem.slug,
            variant=plan.problem.variant,
            title=plan.problem.title,
            file=self._source.name,
            framework=str(plan.framework),
            outcome=outcome,
            score=score_of(results) if outcome is not Outcome.GRADER_FAULT else None,
            seed=plan.seed,
            isolation=self._isolation,
            elapsed_s=time.perf_counter() - self._start,
            checks=tuple(results),
            diagnoses=tuple(diagnoses),
            findings=tuple(found),
            remarks=tuple(self._remarks),
            prints=self._candidate.prints,
        )


def _effects(ran: Sequence[Ran]) -> Effects:
    return Effects(
        tuple(
            (v.step, v.changed)
            for r in ran
            for v in r.verdicts
            if v.step.manner is Manner.UNMODIFIED and v.changed
        )
    )


def _gradients(ran: Sequence[Ran]) -> GradientEvidence:
    return GradientEvidence(
        tuple(
            (v.step.case.title or v.step.case.mode, v.gradient)
            for r in ran
            if r.check.kind is CheckKind.GRADIENT
            for v in r.verdicts
        )
    )
