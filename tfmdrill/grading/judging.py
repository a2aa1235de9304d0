"""Running the steps of a check and saying whether each was answered rightly."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tfmdrill.grading.arguments import HALF_DTYPES
from tfmdrill.grading.candidate import Answers, Observed
from tfmdrill.grading.comparing import Fault, Mismatch, compare, compare_exception
from tfmdrill.grading.gradient import GradientFault, Probe, judge
from tfmdrill.grading.plan import Manner, Step
from tfmdrill.grading.respondent import Respondent
from tfmdrill.grading.trees import leaves
from tfmdrill.model.report import Outcome
from tfmdrill.runner import RemoteArray

AGAIN_WHEN = (
    "",
    "after another call with arguments of equal shape: ",
    "the same call again, after another one: ",
)
WIDTH = {"float16": 1, "bfloat16": 1, "float32": 2, "float64": 3}


@dataclass(frozen=True)
class Verdict:
    """How one step went. `mismatch` says where a value was wrong, `gradient` where a gradient."""

    step: Step
    seen: Observed
    outcome: Outcome
    message: str = ""
    mismatch: Mismatch | None = None
    gradient: GradientFault | None = None
    changed: frozenset[str] = frozenset()  # arguments that the calls wrote to

    @property
    def right(self) -> bool:
        return self.outcome is Outcome.PASSED


def run_steps(candidate: Respondent, steps: Sequence[Step]) -> Iterator[Verdict]:
    """Put each step to the candidate in its manner: the verdict on each, in order."""
    return map(_judge, steps, candidate.answers(steps))


def _judge(step: Step, answers: Answers) -> Verdict:
    match step:
        case Step(manner=Manner.AGAIN, other=Step() as other):
            return _again((step, other, step), answers.seen)
        case Step(manner=Manner.UNMODIFIED):
            return _unmodified(step, answers)
        case Step(manner=Manner.GRADIENT, probe=Probe() as probe):
            return _gradient(step, answers.seen[0], probe)
    verdict = judge_answer(step, answers.seen[0])
    if step.manner is Manner.DTYPE and verdict.right:
        return _dtype(step, verdict)
    return verdict


def judge_answer(step: Step, seen: Observed) -> Verdict:
    """The verdict on what a call or a script gave."""
    if seen.returned:
        mismatch = compare(seen.answer.value, step.expected)
    elif seen.raised:
        mismatch = compare_exception(seen.answer.raised, step.expected)
        if mismatch is not None and not step.expected.answer.is_exception:
            return Verdict(step, seen, seen.outcome, seen.message, mismatch)
    else:
        return Verdict(step, seen, seen.outcome, seen.message)
    if mismatch is None:
        return Verdict(step, seen, Outcome.PASSED)
    return Verdict(step, seen, Outcome.WRONG, mismatch.message, mismatch)


def _again(turns: Sequence[Step], seen: Sequence[Observed]) -> Verdict:
    verdicts = [judge_answer(*pair) for pair in zip(turns, seen, strict=False)]
    for verdict, when in zip(verdicts, AGAIN_WHEN, strict=False):
        if not verdict.right:
            return replace(verdict, message=when + verdict.message)
    return verdicts[-1]


def _unmodified(step: Step, answers: Answers) -> Verdict:
    seen, after = answers.seen, answers.after
    sent = _sent(step) if after else ()  # where the process ended, nobody knows
    changed = frozenset(name for name, value in sent if not _same(after.get(name), value))
    for number, one in enumerate(seen):
        verdict = judge_answer(step, one)
        if not verdict.right:
            text = verdict.message if number == 0 else f"on the second call: {verdict.message}"
            return Verdict(step, one, verdict.outcome, text, verdict.mismatch, changed=changed)
    if changed:
        text = f"the call writes to its argument {' and '.join(sorted(changed))}"
        return Verdict(step, seen[-1], Outcome.WRONG, text, changed=changed)
    return Verdict(step, seen[-1], Outcome.PASSED)


def _sent(step: Step) -> Iterator[tuple[str, Any]]:
    yield from zip(step.case.names, step.case.args, strict=False)
    yield from step.case.kwargs.items()


def _same(after: Any, before: Any) -> bool:
    """Whether an argument that lived in the child is as it was sent."""
    if isinstance(before, np.ndarray):
        if not isinstance(after, RemoteArray) or after.values.shape != before.shape:
            return False
        return bool(np.array_equal(after.values, before, equal_nan=before.dtype.kind == "f"))
    if isinstance(before, list | tuple):
        return (
            isinstance(after, list | tuple)
            and len(after) == len(before)
            and all(_same(a, b) for a, b in zip(after, before, strict=True))
        )
    if isinstance(before, dict):
        return (
            isinstance(after, dict)
            and after.keys() == before.keys()
            and all(_same(after[k], v) for k, v in before.items())
        )
    return callable(before) or bool(after == before)


def _dtype(step: Step, verdict: Verdict) -> Verdict:
    """A right answer whose dtype is narrower than that of the arguments isn't right after all."""
    for _, leaf in leaves(verdict.seen.answer.value):
        if isinstance(leaf, RemoteArray) and leaf.values.dtype.kind == "f":
            narrower = WIDTH.get(leaf.dtype, 0) < WIDTH[step.dtype]
            swapped = step.dtype in HALF_DTYPES and leaf.dtype in HALF_DTYPES
            if narrower or (swapped and leaf.dtype != step.dtype):
                text = f"{step.dtype} arguments give a {leaf.dtype} result"
                return Verdict(step, verdict.seen, Outcome.WRONG, text)
    return verdict


def _gradient(step: Step, seen: Observed, probe: Probe) -> Verdict:
    if not seen.returned:
        text = f"while its gradient was taken: {seen.message}"
        symptom = "raises" if seen.outcome is Outcome.ERROR else "died"
        return Verdict(step, seen, seen.outcome, text, gradient=GradientFault(symptom, text))
    grads = {
        path: grad.values.astype(np.float64) if grad is not None else None
        for path, grad in seen.answer.value.grads.items()
    }
    fault = judge(grads, probe)
    if fault is None:
        return Verdict(step, seen, Outcome.PASSED)
    return Verdict(step, seen, Outcome.WRONG, fault.message, gradient=fault)


def has_fault(verdicts: Sequence[Verdict], fault: Fault) -> Verdict | None:
    """The first of the verdicts whose answer has this fault."""
    return next((v for v in verdicts if v.mismatch and v.mismatch.fault is fault), None)
