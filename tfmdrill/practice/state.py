"""What tfmdrill remembers of this person: passed, given up, hints taken, the seed that failed."""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from tfmdrill.model.listing import Listed, Status, Summary
from tfmdrill.practice.files import write_whole

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class ProblemState:
    started: bool = False
    passed: bool = False
    gave_up: bool = False
    hints: int = 0  # the highest level seen


@dataclass(frozen=True, slots=True)
class FailedSeed:
    """The seed with which the file last failed its problem."""

    problem: str
    seed: int


@dataclass(frozen=True, slots=True)
class State:
    """The whole memory. `failed` is by the file's absolute path."""

    schema: int = SCHEMA
    problems: dict[str, ProblemState] = field(default_factory=dict)
    failed: dict[str, FailedSeed] = field(default_factory=dict)

    def of(self, slug: str) -> ProblemState:
        return self.problems.get(slug, ProblemState())

    def status(self, slug: str) -> Status:
        state = self.of(slug)
        if state.passed:
            return Status.PASSED
        if state.gave_up:
            return Status.GIVEN_UP
        return Status.STARTED if state.started else Status.NEW

    def listed(self, problems: Iterable[Summary]) -> tuple[Listed, ...]:
        return tuple(Listed(problem, self.status(problem.slug)) for problem in problems)

    def seed_for(self, path: Path, slug: str) -> int | None:
        """The seed to try first: that of the last failure, while there is one."""
        failed = self.failed.get(_key(path))
        return failed.seed if failed and failed.problem == slug else None

    def after_grading(self, path: Path, slug: str, *, passed: bool, seed: int) -> "State":
        """A pass forgets the failed seed; a failure remembers its own."""
        before = self.of(slug)
        failed = {k: v for k, v in self.failed.items() if k != _key(path)}
        if not passed:
            failed[_key(path)] = FailedSeed(slug, seed)
        state = replace(before, started=True, passed=before.passed or passed)
        return self._with(slug, state, failed)

    def after_hint(self, slug: str, level: int) -> "State":
        before = self.of(slug)
        state = replace(before, hints=max(before.hints, level))
        return self._with(slug, state, self.failed)

    def after_giving_up(self, slug: str) -> "State":
        state = replace(self.of(slug), gave_up=True)
        return self._with(slug, state, self.failed)

    def _with(self, slug: str, state: ProblemState, failed: dict[str, FailedSeed]) -> "State":
        return State(SCHEMA, self.problems | {slug: state}, failed)


class Memory:
    """The state on disk. It never stops a command: what goes wrong is in `complaint`, once."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "state.json"
        self.complaint = ""

    def read(self) -> State:
        """What is remembered; nothing, with a complaint, where the file can't be understood."""
        try:
            content = _state_of(json.loads(self._path.read_bytes()))
        except (FileNotFoundError, NotADirectoryError):
            return State()
        except OSError as error:
            self._complain(f"can't be read ({error.strerror})")
            return State()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self._complain("isn't what tfmdrill wrote")
            return State()
        if content.schema != SCHEMA:
            self._complain("was written by another version of tfmdrill")
            return State()
        return content

    def update(self, change: Callable[[State], State]) -> None:
        """Reads, changes and writes the state. A file that wasn't understood is left alone."""
        state = self.read()
        if self.complaint:
            return
        text = json.dumps(asdict(change(state)), indent=2)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, text + "\n")
        except OSError as error:
            self._complain(f"can't be written ({error.strerror})")

    def _complain(self, why: str) -> None:
        if not self.complaint:
            self.complaint = (
                f"{self._path} {why}: what you passed, and the hints you took, isn't remembered"
            )


def _state_of(content: Any) -> State:
    """The state that JSON holds. Raises one of several errors if it is anything else."""
    problems = {slug: ProblemState(**each) for slug, each in content["problems"].items()}
    failed = {path: FailedSeed(**each) for path, each in content["failed"].items()}
    for state in problems.values():
        _demand(int, state.hints)
        _demand(bool, state.started, state.passed, state.gave_up)
    _demand(int, content["schema"], *(each.seed for each in failed.values()))
    return State(content["schema"], problems, failed)


def _demand(kind: type, *values: object) -> None:
    if any(type(value) is not kind for value in values):
        raise TypeError(f"not all {kind.__name__}: {values}")


def open_memory() -> Memory:
    """The memory under this user's data folder."""
    import platformdirs

    return Memory(platformdirs.user_data_path("tfmdrill", appauthor=False))


def _key(path: Path) -> str:
    # Undecodable bytes of a name are no text for JSON; their escapes are.
    return os.fsencode(path.resolve()).decode("utf-8", "backslashreplace")
