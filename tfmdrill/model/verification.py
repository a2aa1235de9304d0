"""What `verify` measured about a problem: whether its verdicts can be trusted."""

from dataclasses import dataclass

from tfmdrill.model.report import Outcome

SEPARATION_WANTED = 4.0  # bounds between a bug and the right answer, and between two bugs


@dataclass(frozen=True, slots=True)
class Graded:
    """One answer that verify graded: the stub, a solution, or a degenerate answer."""

    name: str  # "stub (torch)", "solutions/in_numpy.py", "zeros (numpy)"
    outcome: Outcome
    score: float | None


@dataclass(frozen=True, slots=True)
class BugVerdict:
    """A listed mistake, graded as if a user had made it.

    separation: over the seeds tried, the smallest over sessions of the second-largest error among
        the value cases, in units of the bound; None for kinds that values don't show.
    """

    id: str
    rejected: bool
    named: tuple[str, ...]  # the bugs that the diagnosis named; right iff (id,) or with its same_as
    named_right: bool
    separation: float | None = None
    says: str = ""  # what was wrong, where something was


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """Two listed mistakes, and by how many bounds they differ somewhere in a session."""

    first: str
    second: str
    separation: float
    same_as: bool = False  # declared as not to be told apart


@dataclass(frozen=True, slots=True)
class MutantVerdict:
    """A mutant of a solution that was accepted.

    equal: it differs from the solution by less than the bound on every draw tried.
    """

    id: str
    line: int
    says: str  # "n + 1 became n - 1"
    equal: bool
    draws: int  # on how many draws it was compared with the solution


@dataclass(frozen=True, slots=True)
class ProblemVerdict:
    """Everything measured for one problem.

    separation_wanted: in units of the bound; a bug or pair below it is a complaint.
    mutants_killed counts the rejected ones; `accepted` holds the others.
    calls: remote calls of a session, gradients aside.
    doubles: how many pairs of mistakes were made at once and graded; left out are those whose
        values are always those of one of the two, or right. doubles_unnamed says which weren't
        named and what was: "a + b named as nothing". More than 1 - doubles_wanted is a complaint.
    complaints: what else isn't right, in sentences: empty hints, too many calls.
    """

    slug: str
    stubs: tuple[Graded, ...]
    solutions: tuple[Graded, ...]
    bugs: tuple[BugVerdict, ...]
    pairs: tuple[PairVerdict, ...]
    degenerate: tuple[Graded, ...]
    mutants_killed: int
    accepted: tuple[MutantVerdict, ...]
    calls: int
    doubles: int = 0
    doubles_unnamed: tuple[str, ...] = ()
    doubles_wanted: float = 0.95
    separation_wanted: float = SEPARATION_WANTED
    complaints: tuple[str, ...] = ()
    elapsed_s: float = 0.0

    @property
    def stubs_fail(self) -> bool:
        return bool(self.stubs) and all(_fails_with_zero(stub) for stub in self.stubs)

    @property
    def solutions_pass(self) -> bool:
        return bool(self.solutions) and all(s.outcome is Outcome.PASSED for s in self.solutions)

    @property
    def bugs_named(self) -> int:
        return sum(bug.rejected and bug.named_right for bug in self.bugs)

    @property
    def weak_bugs(self) -> tuple[BugVerdict, ...]:
        """The bugs that too few cases of some session show clearly."""
        wanted = self.separation_wanted
        return tuple(b for b in self.bugs if b.separation is not None and b.separation < wanted)

    @property
    def close_pairs(self) -> tuple[PairVerdict, ...]:
        """The pairs that nothing tells apart and that don't say so."""
        wanted = self.separation_wanted
        return tuple(p for p in self.pairs if p.separation < wanted and not p.same_as)

    @property
    def scoring_degenerates(self) -> tuple[Graded, ...]:
        return tuple(answer for answer in self.degenerate if not _fails_with_zero(answer))

    @property
    def equal_mutants(self) -> int:
        return sum(mutant.equal for mutant in self.accepted)

    @property
    def survivors(self) -> tuple[MutantVerdict, ...]:
        """The mutants that were accepted and are not equal to the solution."""
        return tuple(mutant for mutant in self.accepted if not mutant.equal)

    @property
    def doubles_named(self) -> int:
        return self.doubles - len(self.doubles_unnamed)

    @property
    def names_doubles(self) -> bool:
        return self.doubles_named >= self.doubles_wanted * self.doubles

    @property
    def trusted(self) -> bool:
        return (
            self.stubs_fail
            and self.solutions_pass
            and self.bugs_named == len(self.bugs)
            and not self.weak_bugs
            and not self.close_pairs
            and not self.scoring_degenerates
            and not self.survivors
            and self.names_doubles
            and not self.complaints
        )


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdicts of several problems, with what they come to together."""

    problems: tuple[ProblemVerdict, ...]

    @property
    def trusted(self) -> bool:
        return all(problem.trusted for problem in self.problems)

    @property
    def killed(self) -> int:
        return sum(problem.mutants_killed for problem in self.problems)

    @property
    def equal(self) -> int:
        return sum(problem.equal_mutants for problem in self.problems)

    @property
    def survived(self) -> int:
        return sum(len(problem.survivors) for problem in self.problems)

    @property
    def doubles(self) -> int:
        return sum(problem.doubles for problem in self.problems)

    @property
    def doubles_named(self) -> int:
        return sum(problem.doubles_named for problem in self.problems)

    @property
    def kill_rate(self) -> float | None:
        """Killed of the mutants that are not equal to the solution; None where there are none."""
        different = self.killed + self.survived
        return self.killed / different if different else None


def _fails_with_zero(answer: Graded) -> bool:
    return answer.outcome not in (Outcome.PASSED, Outcome.GRADER_FAULT) and answer.score == 0
