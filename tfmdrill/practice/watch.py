"""A session of `watch`: each saved file's verdict, with everything for the next one ready."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.errors import TfmdrillError, UsageError
from tfmdrill.model.listing import Listed
from tfmdrill.model.plan import Why
from tfmdrill.model.problem import Problem
from tfmdrill.model.report import Outcome, Report
from tfmdrill.practice.assistance import take_hint
from tfmdrill.practice.grade import (
    FilesToGrade,
    Submitted,
    grade_file,
    open_grader,
    remember,
    submitted_file,
)
from tfmdrill.practice.starting import start_problem, start_review
from tfmdrill.practice.watched import Changes, WatchedFiles
from tfmdrill.practice.workspace import stub_name
from tfmdrill.progress.listing import listed_problems
from tfmdrill.progress.plan import make_plan
from tfmdrill.progress.records import Records


@dataclass(frozen=True, slots=True)
class Current:
    """The file that the keys are about; its report is None until it is graded."""

    path: Path
    problem: Problem
    report: Report | None = None

    @property
    def passed(self) -> bool:
        return self.report is not None and self.report.outcome is Outcome.PASSED


class Watch:
    """Grades saved files one after the other; close it, or use it as a context manager.

    clock: gives the time, in the person's own zone.
    """

    def __init__(
        self, request: FilesToGrade, records: Records, clock: Callable[[], datetime]
    ) -> None:
        self._request = request
        self._records = records
        self._clock = clock
        self._packs = active_packs(request.packs)
        self._files = WatchedFiles(request)
        self.folders = self._files.folders
        self._grader = open_grader(request, [folder / "any" for folder in self.folders])
        self._fresh: dict[str, int] = {}
        self._unsettled: list[tuple[Submitted, Report, datetime]] = []
        self._graded: dict[Path, Current] = {}
        self.current: Current | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._grader.close()
        self._remember()

    @property
    def others(self) -> tuple[Report, ...]:
        """The verdicts on the files that aren't current."""
        path = self.current.path if self.current is not None else None
        return tuple(g.report for p, g in self._graded.items() if p != path and g.report)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the files that are there."""
        return tuple(path.name for path in self._files.present)

    def look(self) -> Changes:
        """What was saved, or is gone, since the last look. Gone files have no verdict any more."""
        changes = self._files.look()
        for path in changes.gone:
            self._graded.pop(path, None)
            if self.current is not None and self.current.path == path:
                self.current = None
        return changes

    def grade(self, path: Path) -> Report:
        """The verdict on a file as it is now. Raises TfmdrillError, whoever is at fault."""
        self._graded.pop(path, None)
        item = submitted_file(path, self._request, self._packs)
        fresh = self._fresh.get(item.problem.name)
        report = grade_file(self._grader, self._request, item, self._records, fresh)
        if report.seed == fresh:
            del self._fresh[item.problem.name]
        self._unsettled.append((item, report, self._clock()))
        self.current = self._graded[path] = Current(path, item.problem, report)
        return report

    def turn_to(self, path: Path) -> None:
        """Make a file that was graded the current one."""
        self.current = self._graded[path]

    def settle(self) -> None:
        """What can wait until verdicts are on the screen: remember them, get ready for the next.

        A child is forked and locked, and the cases are drawn: those that failed, and fresh ones.
        """
        from tfmdrill.grading import fresh_seed

        item = self._remember()
        if item is None:
            return
        name = item.problem.name
        seeds = [self._fresh.setdefault(name, fresh_seed())]
        failed = self._records.failed_seed(item.path, name)
        if failed is not None:
            seeds.insert(0, failed)
        with suppress(TfmdrillError):  # what can't be prepared is said when it is needed
            self._grader.prepare(item.problem, item.framework, *seeds)

    def hint(self) -> tuple[int, str]:
        """The next hint of the current problem: its level and its Markdown."""
        return take_hint(self.answered().problem, self._records, None, self._clock())

    def listed(self) -> tuple[Listed, ...]:
        """Every problem with its status."""
        return listed_problems(self._records, self._request.packs)

    def advance(self) -> Current:
        """What the plan has next, with its file in the same folder: a fresh stub for a review.

        A file of a new problem, or of one under way, is written only where there is none.
        Raises UsageError where the current file isn't passed, or nothing is left for today.
        """
        passed = self.answered()
        if not passed.passed:
            raise UsageError(f"{passed.path.name} isn't passed yet; n goes on once it is")
        at = self._clock()
        planned = make_plan(self._records, self._request.packs, at).first
        if planned is None:
            raise UsageError("nothing is left for today; to do one again: tfmdrill new SLUG")
        problem = find_problem(planned.name, self._packs)
        folder = passed.path.parent
        path = folder / stub_name(problem.name)
        if planned.why in (Why.REVIEW, Why.RETRY) and not planned.under_way:
            path = start_review(problem, None, folder, self._records, at).path
        elif not path.exists():
            start_problem(problem, None, folder, self._records, at)
        self._files.add(path)
        self.current = Current(path, problem)
        return self.current

    def _remember(self) -> Submitted | None:
        """The file that was graded last, after all verdicts since the last time are remembered."""
        item = None
        while self._unsettled:
            item, report, at = self._unsettled.pop(0)
            remember(item, report, self._request, self._records, at)
        return item

    def answered(self) -> Current:
        """The current file. Raises UsageError where there is none."""
        if self.current is None:
            raise UsageError("no file is graded yet: save one first")
        return self.current
