"""Asking a file behind the wall what its assignments hold while it answers examples."""

from collections.abc import Sequence
from dataclasses import dataclass

from tfmdrill.config import Limits
from tfmdrill.grading.arguments import encode
from tfmdrill.grading.plan import Step
from tfmdrill.grading.subject import RemoteSubject, SubjectDied, SubjectRaised
from tfmdrill.model.problem import Problem
from tfmdrill.model.report import ExceptionInfo, Isolation, Outcome
from tfmdrill.model.shapes import Recorded
from tfmdrill.model.source import Source
from tfmdrill.runner import Died, Raised, Reply, Returned, Submission, Wall
from tfmdrill.shapes.examples import Chosen

STOPPED = "TookTooLong"  # what the child raises in code that takes too long
EXAMPLES = 6  # calls at most: the first, and those of other modes while lines are left


@dataclass(frozen=True, slots=True)
class Traced:
    """What one example showed. ended: why the call didn't return, if it didn't."""

    chosen: Chosen | None
    places: tuple[Recorded, ...]
    outcome: Outcome = Outcome.PASSED
    says: str = ""
    exception: ExceptionInfo | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """All examples of one file, the first of them the main one."""

    traced: tuple[Traced, ...]
    prints: str
    isolation: Isolation


def trace(
    wall: Wall, source: Source, problem: Problem, examples: Sequence[Chosen], limits: Limits
) -> Run:
    """Run the file on the examples, as many as bring lines that none before them reached.

    Raises what `Wall.submit` raises.
    """
    with wall.submit(source) as child:
        traced = _traced(child, problem, examples, limits)
        return Run(tuple(traced), child.prints, wall.isolation)


def _traced(
    child: Submission, problem: Problem, examples: Sequence[Chosen], limits: Limits
) -> list[Traced]:
    reply = child.load(noted=True)
    if not isinstance(reply, Returned):
        return [_ended(reply, None, _recorded(child))]
    missing = [entry.name for entry in problem.entries if entry.name not in reply.value]
    if missing:
        says = f"the file defines no callable named {' or '.join(missing)}"
        return [Traced(None, _recorded(child), Outcome.ERROR, says)]
    found: list[Traced] = []
    reached: set[int] = set()
    for chosen in examples[:EXAMPLES]:
        one = _one(child, problem, chosen, limits)
        new = {number for number, place in enumerate(one.places) if place.reached} - reached
        reached |= new
        if new or not found:
            found.append(one)
        if one.outcome is not Outcome.PASSED or len(reached) == len(one.places):
            break
    return found


def _one(child: Submission, problem: Problem, chosen: Chosen, limits: Limits) -> Traced:
    step = chosen.step
    cpu_s = max(limits.call_cpu_s, limits.model_factor * step.expected.cpu_s)
    reply = _asked(child, problem, step, cpu_s)
    return _ended(reply, chosen, _recorded(child))


def _asked(child: Submission, problem: Problem, step: Step, cpu_s: float) -> Reply:
    if step.case.script is None:
        args, kwargs = encode(problem, step)
        return child.call(step.case.entry, args, kwargs, cpu_s=cpu_s)
    try:
        return Returned(step.case.run(RemoteSubject(child, problem, step, cpu_s)))
    except SubjectRaised as error:
        return Raised(error.info)
    except SubjectDied as gone:
        return gone.died
    except Exception as error:  # the script stumbled over what came back
        says = f"the answer can't be used: {type(error).__name__}: {error}"
        return Raised(ExceptionInfo("ValueError", says[:300]))


def _ended(reply: Reply, chosen: Chosen | None, places: tuple[Recorded, ...]) -> Traced:
    match reply:
        case Raised(info) if info.type == STOPPED:
            return Traced(chosen, places, Outcome.TIMEOUT, f"your code was {info.message}", info)
        case Raised(info):
            return Traced(chosen, places, Outcome.ERROR, f"{info.type}: {info.message}", info)
        case Died(outcome, message):
            return Traced(chosen, places, outcome, message)
    return Traced(chosen, places)


def _recorded(child: Submission) -> tuple[Recorded, ...]:
    """What was seen since the last time; nothing of a child that is gone."""
    reply = child.recorded()
    return reply.value if isinstance(reply, Returned) else ()
