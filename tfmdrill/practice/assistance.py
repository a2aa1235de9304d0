"""What a person may ask for on the way: the next hint, the model answer."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from tfmdrill.catalogue import load_hints, solution_path
from tfmdrill.errors import UsageError
from tfmdrill.model.practice import StepKind
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.practice.workspace import answers_in
from tfmdrill.progress.records import Records

LEVELS = 3  # the idea, the shapes, the steps


def take_hint(
    problem: Problem, records: Records, level: int | None, at: datetime
) -> tuple[int, str]:
    """The level and the Markdown of that hint, or of the one after the last taken; it is counted.

    After the last one, the last again. With a fresh stub they begin anew.
    """
    hints = load_hints(problem)
    if level is None:
        level = min(records.state(problem.name, at).hints + 1, LEVELS)
    text = (hints.idea, hints.shapes, hints.steps)[level - 1]
    records.add_step(problem.name, StepKind.HINT, at, level)
    return level, text


def model_answer(
    problem: Problem,
    framework: Framework | None,
    records: Records,
    at: datetime,
    *,
    folder: Path,
    give_up: bool,
) -> Path:
    """The file of the model answer, in the framework given or else of the user's file.

    That it was looked at is counted. Raises UsageError if the problem isn't passed, or is being
    reviewed, and `give_up` isn't given.
    """
    name = problem.name
    standing, state = records.standing(name), records.state(name, at)
    if not give_up and (state.under_way or not (standing.passed or standing.gave_up)):
        what = "this time " if standing.passed else ""
        raise UsageError(
            f"{name} isn't passed {what}yet; a hint: tfmdrill hint {name}; "
            f"to see the model answer all the same: tfmdrill solution {name} --give-up"
        )
    path = solution_path(problem, framework or _own_framework(problem, folder))
    records.add_step(name, StepKind.SOLUTION, at)
    return path


def _own_framework(problem: Problem, folder: Path) -> Framework:
    own: Iterable[Framework] = (a.framework for a in answers_in(folder) if a.slug == problem.name)
    return next((f for f in own if f in problem.frameworks), problem.frameworks[0])
