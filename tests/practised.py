"""Practice made up for the tests: grades of a problem at given times."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tfmdrill.model.outcome import Outcome
from tfmdrill.model.practice import Attempt, StepKind
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records
from tfmdrill.quiz.topics import topics_of

MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)


def opened(folder: Path | None = None) -> Records:
    return Records(Database(folder), topics_of)


def after(*, days: float = 0, minutes: float = 0) -> datetime:
    """So long after noon of Monday."""
    return MONDAY + timedelta(days=days, minutes=minutes)


def attempt(
    problem: str,
    at: datetime,
    *bugs: str,
    passed: bool = False,
    seed: int = 71203,
    minutes: int = 20,
    variant: str = "",
) -> Attempt:
    return Attempt(
        problem=problem,
        framework="numpy",
        at=at,
        outcome=Outcome.PASSED if passed else Outcome.WRONG,
        score=1.0 if passed else 0.5,
        source_hash="00ff",
        seed=seed,
        elapsed_s=0.04,
        minutes=minutes,
        variant=variant,
        bugs=bugs,
    )


def practise(records: Records, problem: str, at: datetime, *, took: float = 15) -> None:
    """A fresh stub, and a pass so many minutes later."""
    records.add_step(problem, StepKind.START, at)
    records.add(attempt(problem, at + timedelta(minutes=took), passed=True))
