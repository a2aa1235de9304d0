"""Beginning a problem: its stub in the user's folder, and the time from which it is counted."""

from datetime import datetime
from pathlib import Path

from tfmdrill.errors import UsageError
from tfmdrill.model.practice import StepKind
from tfmdrill.model.problem import Framework, Problem, qualified
from tfmdrill.model.workspace import Answer, Written
from tfmdrill.practice.workspace import (
    answers_in,
    renew_answer,
    reset_answer,
    starting_framework,
    stub_name,
    write_stub,
)
from tfmdrill.progress.records import Records


def start_problem(
    problem: Problem,
    framework: Framework | None,
    folder: Path,
    records: Records,
    at: datetime,
    *,
    force: bool = False,
) -> Written:
    """The stub as a new file in the folder. Raises UsageError as `write_stub` does."""
    written = write_stub(problem, framework or starting_framework(problem), folder, force=force)
    records.add_step(problem.name, StepKind.START, at)
    return written


def start_review(
    problem: Problem, framework: Framework | None, folder: Path, records: Records, at: datetime
) -> Written:
    """A fresh stub where the answer stood, which is kept beside it under the day's name.

    framework: None for that of the answer, else the first that is installed.
    Raises UsageError if it can't be written, or if it isn't clear which file is the answer.
    """
    earlier = _earlier_answer(problem, folder)
    if earlier is None:
        return start_problem(problem, framework, folder, records, at)
    written = renew_answer(earlier, problem, framework or earlier.framework, at.date())
    records.add_step(problem.name, StepKind.START, at)
    return written


def reset_problem(answer: Answer, problem: Problem, records: Records, at: datetime) -> Written:
    """The stub in the answer's place, the answer in a backup. Raises UsageError."""
    written = reset_answer(answer, problem)
    records.add_step(problem.name, StepKind.START, at)
    return written


def choose_variant(problem: Problem, variant: str, records: Records) -> str:
    """What the problem's variant is called, `rope:half-split`.

    variant: its own name; "" takes the first that isn't passed, else the one left longest.

    Raises UsageError where the problem has none, or is itself a variant.
    """
    if problem.variant:
        raise UsageError(f"{problem.name} is a variant already; --variant goes with {problem.slug}")
    if not problem.variants:
        raise UsageError(
            f"{problem.slug} has no variants; `tfmdrill list` shows which problems have some"
        )
    if variant:
        return qualified(problem.slug, variant)
    names = [qualified(problem.slug, variant.name) for variant in problem.variants]
    attempts = {name: [a.at for a in records.attempts(name)] for name in names}
    waiting = [name for name in names if not records.standing(name).passed]
    return waiting[0] if waiting else min(names, key=lambda name: max(attempts[name]))


def _earlier_answer(problem: Problem, folder: Path) -> Answer | None:
    """The file to put away: the one under the name that `new` gives, or the only other one."""
    usual = folder / stub_name(problem.name)
    found = [answer for answer in answers_in(folder) if answer.slug == problem.name]
    named = [answer for answer in found if answer.path == usual]
    if named:
        return named[0]
    if usual.exists() or usual.is_symlink():
        # It has lost its first line, or is something else altogether; kept like an answer.
        return Answer(usual, problem.name, starting_framework(problem))
    if len(found) > 1:
        names = ", ".join(answer.path.name for answer in found)
        raise UsageError(
            f"several files in this folder answer {problem.name}: {names}; move all but one away"
        )
    return found[0] if found else None
