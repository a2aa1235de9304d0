"""Measuring whether the verdicts on one problem can be trusted."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tfmdrill.catalogue import FUSED, has_hidden, hidden_text, load_bugs, solution_path, stub_for
from tfmdrill.config import Limits
from tfmdrill.errors import ProblemError
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.grading.results import report_outcome
from tfmdrill.grading.suspects import PATCHES, Suspects
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import CheckKind, Outcome
from tfmdrill.model.source import Source
from tfmdrill.model.verification import Graded, ProblemVerdict
from tfmdrill.verify.content import complaints, remote_calls, text_complaints
from tfmdrill.verify.degenerate import degenerate_answers
from tfmdrill.verify.naming import Naming, whole_file_verdicts
from tfmdrill.verify.sample import SEEDS, sample_of
from tfmdrill.verify.separation import needless_same_as, separation
from tfmdrill.verify.surviving import surviving

SEED = SEEDS[0]  # of the sessions that are graded
SOLUTION_SEEDS = SEEDS[:3]
DRAWS = 500  # on which an accepted mutant is compared with the solution
# Mutants run in circles: a call gets half a second of CPU, or 50 times what the reference takes,
# and nothing that died is asked again.
LIMITS = replace(Limits(), call_cpu_s=0.5, restarts=0)


def open_grader(problems: Sequence[Problem]) -> Grader:
    """The grader to measure these problems with, none of which a submission can read."""
    deny = {folder for p in problems for folder in (p.public_dir.parent, p.grader_dir.parent)}
    return Grader(limits=LIMITS, deny=sorted(deny))


def measure(problem: Problem, grader: Grader) -> ProblemVerdict:
    """What was measured for one problem.

    Raises:
        UsageError: a framework isn't installed.
        GraderFault: tfmdrill is at fault, not the problem.
    """
    start = time.perf_counter()
    try:
        verdict = _measured(problem, grader)
    except ProblemError as error:
        said = dict.fromkeys((str(error), *text_complaints(problem)))
        nothing: tuple[()] = ()
        verdict = ProblemVerdict(
            slug=problem.name,
            stubs=nothing,
            solutions=nothing,
            bugs=nothing,
            pairs=nothing,
            degenerate=nothing,
            mutants_killed=0,
            accepted=nothing,
            calls=0,
            complaints=tuple(said),
        )
    return replace(verdict, elapsed_s=time.perf_counter() - start)


def _measured(problem: Problem, grader: Grader) -> ProblemVerdict:
    sample = sample_of(problem)
    built = sample.builts[0]
    bugs = load_bugs(problem)
    suspects = Suspects(problem, SEED)
    naming = Naming(built, suspects)
    verdicts = [naming.patched(bug) for bug in bugs if bug.kind in PATCHES]
    verdicts += whole_file_verdicts(problem, bugs, grader, SEED)
    separated = separation(suspects, sample.sessions())
    doubles = naming.doubles()
    draws = sample.draws(DRAWS)
    mutated = [surviving(problem, f, grader, SEED, draws) for f in problem.frameworks]
    return ProblemVerdict(
        slug=problem.name,
        stubs=tuple(_stubs(problem, grader)),
        solutions=tuple(_solutions(problem, grader)),
        bugs=tuple(separated.told(verdict) for verdict in verdicts),
        pairs=separated.pairs(),
        degenerate=tuple(_degenerate(problem, grader)),
        mutants_killed=sum(m.killed for m in mutated),
        accepted=tuple(verdict for m in mutated for verdict in m.accepted),
        calls=remote_calls(built.plan),
        doubles=doubles.made,
        doubles_unnamed=doubles.unnamed,
        complaints=(
            *dict.fromkeys(complaints(problem, sample)),
            *needless_same_as(separated.pairs()),
        ),
    )


def _stubs(problem: Problem, grader: Grader) -> Iterator[Graded]:
    for framework in problem.frameworks:
        code = stub_for(problem, framework)
        yield _graded(f"stub ({framework})", code, problem, framework, grader)


def _degenerate(problem: Problem, grader: Grader) -> Iterator[Graded]:
    for framework in problem.frameworks:
        for name, code in degenerate_answers(problem, framework):
            yield _graded(f"{name} ({framework})", code, problem, framework, grader)


def _graded(name: str, code: str, problem: Problem, framework: Framework, grader: Grader) -> Graded:
    request = GradeRequest(problem, Source(f"{name}.py", code.encode()), framework, seed=SEED)
    report = grader.grade(request)
    return Graded(name, report.outcome, report.score)


def _solutions(problem: Problem, grader: Grader) -> Iterator[Graded]:
    """Each solution on some seeds, the first that it fails if there is one; then the fused one."""
    for framework in problem.frameworks:
        path = solution_path(problem, framework)
        source = Source(path.name, path.read_bytes())
        for seed in SOLUTION_SEEDS:
            report = grader.grade(GradeRequest(problem, source, framework, seed=seed))
            if report.outcome is not Outcome.PASSED:
                break
        yield Graded(f"solutions/{path.name}", report.outcome, report.score)
    if has_hidden(problem, FUSED):
        source = Source(FUSED, hidden_text(problem, FUSED).encode())
        report = grader.grade(GradeRequest(problem, source, Framework.TORCH, seed=SEED))
        # It calls what users may not: only the other checks say whether it is right.
        others = [c.outcome for c in report.checks if c.kind is not CheckKind.FORBIDDEN]
        yield Graded(FUSED, report_outcome(others), None)
