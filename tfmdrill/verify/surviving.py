"""Mutants of a model answer behind the wall: killed, or accepted, and then equal to it or not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tfmdrill.catalogue import solution_path
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.grading.candidate import Observed
from tfmdrill.grading.comparing import compare
from tfmdrill.grading.judging import judge_answer
from tfmdrill.grading.oracle import Answer
from tfmdrill.grading.plan import Step
from tfmdrill.grading.subject import plain
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.source import Source
from tfmdrill.model.verification import MutantVerdict
from tfmdrill.verify.mutants import Mutant, mutants


@dataclass(frozen=True, slots=True)
class Surviving:
    killed: int
    accepted: tuple[MutantVerdict, ...]


def surviving(
    problem: Problem, framework: Framework, grader: Grader, seed: int, draws: Sequence[Step]
) -> Surviving:
    """Every mutant of the solution in a framework, graded once; `draws` tell which are equal."""
    path = solution_path(problem, framework)
    code = path.read_text(encoding="utf-8")
    accepted: list[Mutant] = []
    killed = 0
    for mutant in mutants(code):
        request = GradeRequest(problem, _source(path.name, mutant.code), framework, seed=seed)
        if grader.first_failure(request) is None:
            accepted.append(mutant)
        else:
            killed += 1
    if not accepted:
        return Surviving(killed, ())
    solution = list(_answers(problem, framework, grader, code, draws))
    verdicts = []
    for mutant in accepted:
        answers = _answers(problem, framework, grader, mutant.code, draws)
        alike = 0
        for step, right, seen in zip(draws, solution, answers, strict=False):
            if not _alike(step, right, seen):
                break
            alike += 1
        id = f"{path.stem}:{mutant.id}"
        equal = alike == len(draws)
        verdicts.append(MutantVerdict(id, mutant.line, mutant.says, equal, alike))
    return Surviving(killed, tuple(verdicts))


def _answers(
    problem: Problem, framework: Framework, grader: Grader, code: str, draws: Sequence[Step]
) -> Iterator[Observed]:
    with grader.candidate(_source("solution.py", code), problem, framework) as candidate:
        for step in draws:
            yield candidate.call(step)


def _alike(step: Step, solution: Observed, mutant: Observed) -> bool:
    """Whether a mutant's answer is right, and within the bound of the solution's own."""
    if not judge_answer(step, mutant).right:
        return False
    if not (solution.returned and mutant.returned):
        return solution.outcome is mutant.outcome
    expected = replace(step.expected, answer=Answer(plain(solution.answer.value)))
    return compare(mutant.answer.value, expected) is None


def _source(name: str, code: str) -> Source:
    return Source(name, code.encode())
