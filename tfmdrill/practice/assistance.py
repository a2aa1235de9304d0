"""What a person may ask for on the way: the next hint, the model answer."""

from collections.abc import Iterable
from pathlib import Path

from tfmdrill.catalogue import load_hints, solution_path
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.practice.state import Memory
from tfmdrill.practice.workspace import answers_in

LEVELS = 3  # the idea, the shapes, the steps


def take_hint(problem: Problem, memory: Memory, level: int | None) -> tuple[int, str]:
    """The level and the Markdown of that hint, or of the one after the last taken; it is counted.

    After the last one, the last again.
    """
    hints = load_hints(problem)
    if level is None:
        level = min(memory.read().of(problem.slug).hints + 1, LEVELS)
    text = (hints.idea, hints.shapes, hints.steps)[level - 1]
    memory.update(lambda state: state.after_hint(problem.slug, level))
    return level, text


def model_answer(
    problem: Problem, framework: Framework | None, memory: Memory, *, folder: Path, give_up: bool
) -> Path:
    """The file of the model answer, in the framework given or else of the user's file.

    Raises UsageError if the problem isn't passed and `give_up` isn't given.
    """
    state = memory.read().of(problem.slug)
    if not (state.passed or state.gave_up or give_up):
        raise UsageError(
            f"{problem.slug} isn't passed yet; a hint: tfmdrill hint {problem.slug}; "
            f"to see the model answer all the same: tfmdrill solution {problem.slug} --give-up"
        )
    chosen = framework or _own_framework(problem, folder)
    path = solution_path(problem, chosen)
    if give_up and not state.passed:
        memory.update(lambda s: s.after_giving_up(problem.slug))
    return path


def _own_framework(problem: Problem, folder: Path) -> Framework:
    own: Iterable[Framework] = (a.framework for a in answers_in(folder) if a.slug == problem.slug)
    return next((f for f in own if f in problem.frameworks), problem.frameworks[0])
