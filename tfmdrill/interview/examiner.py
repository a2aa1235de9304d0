"""The grader of an interview: one file at a time, always on the same inputs for one seed."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tfmdrill.catalogue import active_packs
from tfmdrill.config import Limits
from tfmdrill.errors import TfmdrillError
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Outcome, Report
from tfmdrill.model.shapes import ShapesReport
from tfmdrill.model.source import Source
from tfmdrill.practice.grade import (
    FilesToGrade,
    Submitted,
    open_grader,
    submitted_file,
)
from tfmdrill.practice.reading import read_source

if TYPE_CHECKING:
    from tfmdrill.grading import Grader

SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """A file as it was when it was judged, and the judgement."""

    item: Submitted
    report: Report
    shapes: ShapesReport | None = None  # None where the file doesn't run, or they can't be told

    @property
    def source_hash(self) -> str:
        return _hash(self.item.source)


class Examiner:
    """Judges saved files. All of it belongs to one thread; close it, or use it in a `with`.

    folder: where the candidate's files are, which no submission may read.
    """

    def __init__(self, folder: Path, seed: int, packs: Sequence[Path], *, keep_warm: bool) -> None:
        self._folder = folder
        self._seed = seed
        self._packs = tuple(packs)
        self._keep_warm = keep_warm
        self._grader: Grader | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._grader is not None:
            self._grader.close()
            self._grader = None

    def warm_up(self, framework: Framework) -> None:
        """Import the framework ahead of the first save; what fails is said with that one."""
        with suppress(TfmdrillError):
            self._opened().warm_up(framework)

    def judge(self, path: Path, slug: str, framework: Framework) -> Verdict:
        """The verdict on the file as it is now. Raises TfmdrillError, whoever is at fault."""
        from tfmdrill.grading import GradeRequest

        wanted = FilesToGrade(problem=slug, framework=framework)
        item = submitted_file(path, wanted, active_packs(self._packs))
        seed = seed_for(self._seed, slug)
        request = GradeRequest(item.problem, item.source, item.framework, seed=seed)
        report = self._opened().grade(request)
        return Verdict(item, report, self._shapes(item, report))

    def _shapes(self, item: Submitted, report: Report) -> ShapesReport | None:
        from tfmdrill.shapes import check_shapes

        if report.outcome not in (Outcome.PASSED, Outcome.WRONG):
            return None
        try:
            return check_shapes(item, self._opened())
        except TfmdrillError:  # the verdict stands without it
            return None

    def _opened(self) -> "Grader":
        if self._grader is None:
            request = FilesToGrade(packs=self._packs, keep_warm=self._keep_warm)
            self._grader = open_grader(request, [self._folder / "any"])
        return self._grader


def seed_for(seed: int, slug: str) -> int:
    """The seed of a problem's cases: that of the interview, so that two people are judged alike."""
    digest = hashlib.sha256(f"cases:{seed}:{slug}".encode()).digest()
    return int.from_bytes(digest[:8]) % SEEDS


def source_hash(path: Path) -> str:
    """A name for what the file holds now. Raises UsageError if it isn't there or no file."""
    return _hash(read_source(path, limits=Limits()))


def _hash(source: Source) -> str:
    return hashlib.sha256(source.code).hexdigest()
