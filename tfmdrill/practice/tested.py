"""Graded files as tests: what each will be asked, and one grade a file that all its tests share."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tfmdrill.catalogue import active_packs
from tfmdrill.errors import GraderFault, TfmdrillError
from tfmdrill.model.report import CheckKind, CheckName, CheckResult, Outcome, Report
from tfmdrill.practice.grade import FilesToGrade, Submitted, open_grader, submitted_file

if TYPE_CHECKING:
    from tfmdrill.grading import Grader

SEEDS = 1_000_000
LOAD = CheckName("load", "The file runs and defines what is asked", CheckKind.LOAD)
ALLOWED = CheckName("forbidden", "No forbidden call is made", CheckKind.FORBIDDEN)


@dataclass(frozen=True, slots=True)
class Tested:
    """One check of a graded file, with the report that it is part of."""

    check: CheckResult
    report: Report


class TestedFile:
    """One graded file. What went wrong before a verdict is raised again for each of its checks."""

    __test__ = False  # no class of tests, whatever pytest makes of the name

    def __init__(
        self, item: Submitted, grader: "Grader", seed: int, shown: Callable[[Report], Report]
    ) -> None:
        self.path = item.path
        self._item = item
        self._grader = grader
        self._seed = seed
        self._shown = shown
        self._report: Report | None = None
        self._refused: TfmdrillError | None = None

    @property
    def slug(self) -> str:
        return self._item.problem.slug

    def checks(self) -> tuple[CheckName, ...]:
        """Every check in the order of a report, without running the file.

        Raises ProblemError if the problem is at fault.
        """
        problem = self._item.problem
        planned = self._grader.planned_checks(problem, self._item.framework, self._seed)
        return (LOAD, *((ALLOWED,) if problem.forbidden else ()), *planned)

    def line(self) -> int:
        """Where the first function or class that the problem asks for is defined, from 0."""
        name = self._item.problem.entries[0].name.encode()
        for number, line in enumerate(self._item.source.code.split(b"\n")):
            words = line.split(b"(")[0].split(b":")[0].split()
            if words[-1:] == [name] and words[0] in (b"def", b"class", b"async"):
                return number
        return 0

    def result(self, name: CheckName) -> Tested:
        """How a check ended; the file is graded when the first of them is asked for.

        Raises what `Grader.grade` raises.
        """
        report = self._graded()
        for check in report.checks:
            if check.id == name.id:
                return Tested(check, report)
        # A file that can't be run has one check; a report without the first two passed them.
        stopped = next((c for c in report.checks if c.kind is CheckKind.LOAD), None)
        if stopped is None and len(report.checks) == 1:
            stopped = report.checks[0]  # a forbidden library, found before anything ran
        if stopped is None and name not in (LOAD, ALLOWED):
            raise GraderFault(f"{self.path}: the report lacks the check {name.id}")
        kept = name is LOAD or stopped is None
        outcome = Outcome.PASSED if kept or stopped is None else stopped.outcome
        message = "" if kept or stopped is None else f"not run: {stopped.message}"
        check = CheckResult(name.id, name.title, name.kind, outcome, 0.0, 0.0, message)
        return Tested(check, report)

    def _graded(self) -> Report:
        from tfmdrill.grading import GradeRequest

        if self._refused is not None:
            raise self._refused
        if self._report is None:
            item = self._item
            try:
                request = GradeRequest(item.problem, item.source, item.framework, seed=self._seed)
                self._report = self._shown(self._grader.grade(request))
            except TfmdrillError as error:
                self._refused = error
                raise
        return self._report


class TestedFiles:
    """The graded files of one test session, over one grader; close it."""

    __test__ = False

    def __init__(self, seed: int | None, shown: Callable[[Report], Report]) -> None:
        """seed: None takes one from each file's content, the same as long as the file is.

        shown: what of a report may be seen.
        """
        self._seed = seed
        self._shown = shown
        self._request = FilesToGrade()
        self._packs = active_packs()
        self._grader = open_grader(self._request, [])

    def add(self, path: Path) -> TestedFile:
        """The file with its problem. Raises UsageError as `submitted_file` does."""
        item = submitted_file(path, self._request, self._packs)
        seed = _seed_of(item.source.code) if self._seed is None else self._seed
        return TestedFile(item, self._grader, seed, self._shown)

    def hide(self, paths: Sequence[Path]) -> None:
        """Keep the folders of all files from each of them, before the first is graded."""
        self._grader.hide(tuple(dict.fromkeys(path.resolve().parent for path in paths)))

    def close(self) -> None:
        self._grader.close()


def _seed_of(code: bytes) -> int:
    number = int.from_bytes(hashlib.blake2b(code, digest_size=8).digest(), "big")
    return number % SEEDS
