"""Each listed mistake, and each two of them at once, graded as if a user had made them.

A patch of the reference is the submission: it goes through the session that a user's file goes
through, in this process. Mistakes that are files of their own go through the wall.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from tfmdrill.catalogue import hidden_text
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.grading.building import Built
from tfmdrill.grading.comparing import answers_agree, compare
from tfmdrill.grading.plan import Step
from tfmdrill.grading.session import Session
from tfmdrill.grading.standin import StandIn
from tfmdrill.grading.suspects import JOINED, Suspect, Suspects
from tfmdrill.model.problem import Bug, BugKind, Framework, Problem
from tfmdrill.model.report import Diagnosis, Isolation, Outcome, Tier
from tfmdrill.model.source import Source
from tfmdrill.model.verification import BugVerdict
from tfmdrill.verify.sample import COMPARED

IN_PROCESS = Isolation(Tier.PROCESS_ONLY, ())


@dataclass(frozen=True, slots=True)
class Doubles:
    """How many pairs of mistakes were graded, and which of them weren't named."""

    made: int
    unnamed: tuple[str, ...]  # "a + b named as nothing"

    @property
    def named(self) -> int:
        return self.made - len(self.unnamed)


class Naming:
    """Grades the mistakes of one problem with one plan."""

    def __init__(self, built: Built, suspects: Suspects) -> None:
        self._built = built
        self._suspects = suspects
        self._compared = [c for c in built.plan.checks if c.kind in COMPARED]
        self._steps = [step for check in self._compared for step in check.steps]

    def patched(self, bug: Bug) -> BugVerdict:
        """The verdict on a mistake that is a patch of the reference."""
        module = self._suspects.module((bug,))
        if module is None:
            return _verdict(bug, self._suspects.bugs, rejected=False, named=())
        session = self._session(module, bug.id, widens=bug.kind is not BugKind.NUMERIC)
        ran = list(session.run_checks())
        diagnoses, _ = session.diagnose(ran)
        rejected = any(r.failing is not None for r in ran)
        return _verdict(bug, self._suspects.bugs, rejected=rejected, named=_ids(diagnoses))

    def doubles(self) -> Doubles:
        """Every two mistakes whose patches go together and that show as two when made at once."""
        made, unnamed = 0, []
        for pair in self._suspects.pairs():
            if self._shows_as_two(pair):
                made += 1
                named = self._named(pair)
                if not self._explained(pair, named):
                    id = JOINED.join(bug.id for bug in pair)
                    unnamed.append(f"{id} named as {' or '.join(named) or 'nothing'}")
        return Doubles(made, tuple(unnamed))

    def _named(self, pair: Suspect) -> tuple[str, ...]:
        module = self._suspects.module(pair)
        if module is None:
            return ()
        session = self._session(module, "reference.py")
        ran = list(session.run_checks([check.id for check in self._compared]))
        return _ids(session.diagnose(ran)[0])

    def _explained(self, pair: Suspect, named: Sequence[str]) -> bool:
        """Named as the pair, or as a single one that does the same on every case."""
        return JOINED.join(b.id for b in pair) in named or any(JOINED not in n for n in named)

    def _shows_as_two(self, pair: Suspect) -> bool:
        """Whether, in the values that come back, the pair is neither right nor one of the two.

        Exceptions tell nothing: any of them equals any other.
        """
        valued = [
            step
            for step in self._steps
            if not step.case.rounding and not self._suspects.answer(pair, step).is_exception
        ]
        return not all(self._right(pair, step) for step in valued) and all(
            any(not self._same(pair, (bug,), step) for step in valued) for bug in pair
        )

    def _right(self, suspect: Suspect, step: Step) -> bool:
        return compare(self._suspects.answer(suspect, step).value, step.expected) is None

    def _same(self, one: Suspect, other: Suspect, step: Step) -> bool:
        first, second = self._suspects.answer(one, step), self._suspects.answer(other, step)
        return answers_agree(first, second, step.expected.bounds)

    def _session(self, module: ModuleType, name: str, *, widens: bool = True) -> Session:
        stand_in = StandIn(module, widens=widens)
        return Session(self._built, self._suspects, stand_in, Source(name, b""), IN_PROCESS)


def whole_file_verdicts(
    problem: Problem, bugs: Sequence[Bug], grader: Grader, seed: int
) -> Iterator[BugVerdict]:
    """The verdicts on the mistakes that are files: wrong gradients, too much work."""
    framework = Framework.TORCH if Framework.TORCH in problem.frameworks else problem.frameworks[0]
    for bug in bugs:
        if bug.kind in (BugKind.GRADIENT, BugKind.COST):
            source = Source(bug.file, hidden_text(problem, bug.file).encode())
            report = grader.grade(GradeRequest(problem, source, framework, seed=seed))
            failed = [f"{c.title}: {c.message}" for c in report.checks if c.message]
            rejected = report.outcome not in (Outcome.PASSED, Outcome.GRADER_FAULT)
            named = _ids(report.diagnoses)
            yield _verdict(bug, bugs, rejected=rejected, named=named, says="; ".join(failed[:2]))


def _ids(diagnoses: Sequence[Diagnosis]) -> tuple[str, ...]:
    return tuple(d.bug for d in diagnoses)


def _verdict(
    bug: Bug, bugs: Sequence[Bug], *, rejected: bool, named: tuple[str, ...], says: str = ""
) -> BugVerdict:
    """Named right: as itself, and beside it only what can't be told from it by design."""
    equals = {bug.id, *bug.same_as, *(b.id for b in bugs if bug.id in b.same_as)}
    right = bug.id in named and set(named) <= equals
    return BugVerdict(bug.id, rejected, named, right, says="" if rejected and right else says)
