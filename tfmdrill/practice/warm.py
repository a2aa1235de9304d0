"""The grader of a command: the one that an earlier command left, or else one of its own."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tfmdrill.config import Limits
from tfmdrill.kept.client import Place, ask, leave_one, wanted
from tfmdrill.kept.protocol import Ask, AskReady, Lost
from tfmdrill.model.pack import Framework, Pack
from tfmdrill.model.report import Outcome, Report
from tfmdrill.model.request import GradeRequest

if TYPE_CHECKING:
    from tfmdrill.grading import Grader  # takes NumPy, which a kept grader has already


class WarmGrader:
    """Grades like `Grader`; closed at the end, it leaves a kept grader where there may be one."""

    def __init__(
        self,
        packs: Sequence[Pack],
        paths: Iterable[Path],
        *,
        limit_scale: float,
        keep_warm: bool,
        meanwhile: Callable[[], None],
    ) -> None:
        """packs, and the folders of the submissions `paths`, are hidden from submissions.

        meanwhile: what can be done while another process grades; may be done more than once.
        """
        self._packs = tuple(packs)
        self._deny = hidden_folders(packs, paths)
        self._limit_scale = limit_scale
        self._meanwhile = meanwhile
        self._place: Place | None = wanted(keep_warm=keep_warm)
        self._own: Grader | None = None
        self._graded: AskReady | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._own is not None:
            self._own.close()
            if self._place is not None:
                leave_one(self._place, self._graded)

    def warm_up(self, framework: Framework) -> None:
        """Start importing the framework, unless a kept grader seems to be there."""
        if self._place is None or not self._place.path.exists():
            self._grader().warm_up(framework)

    def grade(self, request: GradeRequest) -> Report:
        """The report on one submission. Raises what `Grader.grade` raises."""
        if self._place is not None and self._own is None:
            try:
                return ask(self._place, self._asked(request), self._meanwhile)
            except Lost:
                pass
        report = self._grader().grade(request)
        passed = report.outcome is Outcome.PASSED
        self._graded = AskReady(self._asked(request), report.seed, passed)
        return report

    def _grader(self) -> "Grader":
        if self._own is None:
            from tfmdrill.grading import Grader

            self._own = Grader(
                limits=Limits().scaled(self._limit_scale),
                deny=self._deny,
                keep_warm=self._place is not None,
            )
        return self._own

    def _asked(self, request: GradeRequest) -> Ask:
        return Ask(
            slug=request.problem.name,
            packs=tuple(
                (pack.name, str(pack.problems_dir), str(pack.graders_dir), pack.slugs)
                for pack in self._packs
            ),
            source=request.source,
            framework=request.framework,
            seed=request.seed,
            only=request.only,
            beside=request.beside,
            require_tier=request.require_tier,
            limit_scale=self._limit_scale,
            deny=tuple(map(str, self._deny)),
        )


def hidden_folders(packs: Iterable[Pack], paths: Iterable[Path]) -> tuple[Path, ...]:
    """What a submission may not read: every pack, and the folders of all submissions."""
    folders = [f for pack in packs for f in (pack.problems_dir, pack.graders_dir)]
    folders += [path.resolve().parent for path in paths]
    return tuple(dict.fromkeys(folders))
