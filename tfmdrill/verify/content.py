"""What is wrong with a problem's texts and cases, in sentences, without grading anything."""

import doctest
import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tfmdrill.catalogue import load_hints, load_questions, load_reference, load_statement
from tfmdrill.errors import ProblemError
from tfmdrill.grading.building import Built
from tfmdrill.grading.oracle import ask
from tfmdrill.grading.plan import Manner, Plan, Step
from tfmdrill.model.case import Case
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import CheckKind
from tfmdrill.verify.sample import Sample

VALUE_CASES = range(12, 17)
CASES_A_MODE = 2
GRADIENT_CASES = 2
HALF_CASES = 3
MOST_CALLS = 60
EXAMPLE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def complaints(problem: Problem, sample: Sample) -> Iterator[str]:
    """Everything that an author has to mend in the texts and the cases."""
    yield from text_complaints(problem)
    yield from _value_cases(sample)
    yield from _tagged(problem, sample.builts[0])
    yield from _raising(sample.builts[0])
    calls = remote_calls(sample.builts[0].plan)
    if calls > MOST_CALLS:
        yield f"checks.py: a session makes {calls} remote calls; {MOST_CALLS} are the most."


def remote_calls(plan: Plan) -> int:
    """How often a session calls the submission; the gradients of torch come on top.

    Forbidden calls are looked for in calls of their own where torch is what may be called.
    """
    steps = [step for check in plan.checks for step in check.steps]
    looked = len(plan.forbidden_cases) if plan.problem.forbidden else 0
    torch = Framework.TORCH in plan.problem.frameworks
    return looked * torch + sum(_calls(plan, step) for step in steps)


def _calls(plan: Plan, step: Step) -> int:
    match step.manner:
        case Manner.AGAIN:
            return 3
        case Manner.UNMODIFIED:
            return 2
    if step.case.script is None:
        return 1
    counter = _Counter(plan.reference)
    ask(step.case, counter)
    return counter.calls


class _Counter:
    """The reference, with the calls of its entry points counted."""

    def __init__(self, module: Any) -> None:
        self._module = module
        self.calls = 0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            return getattr(self._module, name)(*args, **kwargs)

        return call


def text_complaints(problem: Problem) -> Iterator[str]:
    """What is wrong with the statement, its example, the hints and the questions."""
    for load in (load_statement, load_hints, load_questions, _run_example):
        try:
            load(problem)
        except ProblemError as error:
            yield str(error)


def _run_example(problem: Problem) -> None:
    """Runs the examples of the statement against the reference, as a reader would.

    Raises ProblemError unless there are some, and all are right.
    """
    path = problem.public_dir / "statement.md"
    text = load_statement(problem)
    blocks = [m for m in EXAMPLE.finditer(text) if ">>>" in m[1]]
    if not blocks:
        raise ProblemError(f"{path}: has no worked example, a ```python block with >>> in it")
    names = vars(load_reference(problem)) | {"np": np}
    runner = doctest.DocTestRunner(verbose=False)
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        said = io.StringIO()
        test = doctest.DocTestParser().get_doctest(block[1], names, path.name, str(path), line)
        with np.errstate(all="ignore"):
            runner.run(test, out=said.write, clear_globs=False)
        names = test.globs
        if said.getvalue():
            raise ProblemError(
                f"{path}: the worked example is wrong: {_shortened(said.getvalue())}"
            )


def _shortened(report: str) -> str:
    """A doctest report in one line, from the line number on; of a traceback the last line."""
    says, _, traceback = report.replace("*" * 70, "").partition("Exception raised:")
    words = " ".join((says + traceback.strip().rpartition("\n")[2]).split())
    at = words.find("line ")
    return words[at : at + 300]


def _value_cases(sample: Sample) -> Iterator[str]:
    counts = [[c.mode for c in _cases(b, CheckKind.VALUE)] for b in sample.builts]
    if any(modes != counts[0] for modes in counts):
        yield "checks.py: how many value cases there are, or their modes, depends on the draw."
    if len(counts[0]) not in VALUE_CASES:
        yield (
            f"checks.py: cases() gives {len(counts[0])} value cases; "
            f"{VALUE_CASES[0]} to {VALUE_CASES[-1]} are wanted."
        )
    for mode in dict.fromkeys(counts[0]):
        if counts[0].count(mode) < CASES_A_MODE:
            yield f"checks.py: mode {mode!r} has one value case; {CASES_A_MODE} are wanted."


def _tagged(problem: Problem, built: Built) -> Iterator[str]:
    cases = [*_cases(built, CheckKind.VALUE), *_cases(built, CheckKind.EDGE)]
    for graded, tagged, least, tag in (
        (problem.gradient, [c for c in cases if c.gradient], GRADIENT_CASES, "gradient"),
        (bool(problem.half), [c for c in cases if c.half], HALF_CASES, "half"),
    ):
        if graded and len(tagged) < least:
            yield (
                f"checks.py: problem.toml grades {tag}, but {len(tagged)} cases say {tag}=True; "
                f"at least {least} are wanted."
            )
        if tagged and not graded:
            yield f"problem.toml: {tag} isn't graded, but checks.py says {tag}=True."


def _raising(built: Built) -> Iterator[str]:
    """Cases that say another outcome than the reference has."""
    for check in built.plan.checks:
        if check.kind not in (CheckKind.VALUE, CheckKind.EDGE, CheckKind.PROPERTY):
            continue
        for step in check.steps:
            raised, wanted = step.expected.answer.raised, step.case.raises
            if wanted is not None and wanted.__name__ not in raised:
                got = raised[0] if raised else "nothing"
                yield (
                    f"checks.py: a case of {check.title!r} says raises={wanted.__name__}, but "
                    f"the reference raises {got}."
                )
            if wanted is None and raised:
                yield (
                    f"checks.py: the reference raises {raised[0]} on a case of {check.title!r} "
                    "that doesn't say raises=."
                )
        if not check.title.strip():
            yield f"checks.py: a case among {check.id!r} has no title."


def _cases(built: Built, kind: CheckKind) -> Sequence[Case]:
    """In the order of checks.py."""
    steps = [s for check in built.plan.checks if check.kind is kind for s in check.steps]
    return [s.case for s in sorted(steps, key=lambda s: s.origin.index if s.origin else 0)]
