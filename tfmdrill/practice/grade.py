"""Grading the user's files: which problem each answers, with which seed, and what is remembered."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tfmdrill.catalogue import active_packs, all_names, find_problem
from tfmdrill.config import Limits, server_wanted
from tfmdrill.errors import ExitCode, GraderFault, TfmdrillError, UsageError, our_failure
from tfmdrill.model.practice import Attempt
from tfmdrill.model.problem import Framework, Pack, Problem
from tfmdrill.model.report import (
    CheckKind,
    CheckResult,
    Diagnosis,
    Isolation,
    Outcome,
    Report,
    Tier,
)
from tfmdrill.model.request import GradeRequest
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import read_source
from tfmdrill.practice.warm import WarmGrader, hidden_folders
from tfmdrill.practice.workspace import answers_in, framework_of, slug_for
from tfmdrill.progress.records import Records

if TYPE_CHECKING:
    from tfmdrill.grading import Grader


@dataclass(frozen=True, slots=True)
class FilesToGrade:
    """What the person asked for.

    files: the files; none means those in `folder` whose first line names a problem.
    problem, framework: override what the files say of themselves.
    only: ids of the checks to run; none means all.
    compare: after a pass, measure the model answer beside the user's.
    keep_warm: let the processes that have imported a framework serve later commands too.
    debug: let an error that nobody foresaw end the command, with its traceback.
    """

    files: tuple[Path, ...] = ()
    folder: Path = Path()
    problem: str | None = None
    framework: Framework | None = None
    only: tuple[str, ...] = ()
    seed: int | None = None
    limit_scale: float = 1.0
    require_tier: Tier | None = None
    compare: bool = False
    packs: tuple[Path, ...] = ()
    keep_warm: bool = False
    debug: bool = False


@dataclass(frozen=True, slots=True)
class Submitted:
    """A file of the user with the problem that it answers."""

    path: Path
    source: Source
    problem: Problem
    framework: Framework


def submitted_files(request: FilesToGrade) -> tuple[Submitted, ...]:
    """The files to grade, read, each with its problem.

    Raises UsageError for a file that isn't there, or whose problem or framework isn't known.
    """
    packs = active_packs(request.packs)
    if request.problem is not None:
        find_problem(request.problem, packs)  # a wrong name is said before a missing file
    paths = request.files or answering_files(request)
    if not paths:
        what = f"answers {request.problem}" if request.problem else "answers a problem"
        raise UsageError(
            f"no file in this folder {what}: name the file, or start one: "
            f"tfmdrill new {request.problem or 'SLUG'}"
        )
    return tuple(submitted_file(path, request, packs) for path in paths)


def only_submitted_file(request: FilesToGrade) -> Submitted:
    """The one file that the request is about. Raises UsageError if there are several."""
    submitted = submitted_files(request)
    if len(submitted) > 1:
        names = ", ".join(item.path.name for item in submitted)
        raise UsageError(f"several files in this folder answer a problem; name one: {names}")
    return submitted[0]


def grade_files(
    request: FilesToGrade,
    submitted: Sequence[Submitted],
    records: Records,
    at: datetime,
    meanwhile: Callable[[], None] = lambda: None,
) -> tuple[Report, ...]:
    """A report a file, in their order; files of one framework share one zygote.

    meanwhile: what the caller can do while another process grades; may be done more than once.

    Raises UsageError if a framework isn't installed, TierRefused if the isolation is weaker than
    the request demands.
    """
    warm = WarmGrader(
        active_packs(request.packs),
        [item.path for item in submitted],
        limit_scale=request.limit_scale,
        keep_warm=request.keep_warm,
        meanwhile=meanwhile,
    )
    with warm as grader:
        for framework in dict.fromkeys(item.framework for item in submitted):
            grader.warm_up(framework)
        return tuple(_graded(grader, request, item, records, at) for item in submitted)


def open_grader(request: FilesToGrade, paths: Iterable[Path]) -> "Grader":
    """A grader from which the packs and the folders of these files are hidden; to be closed."""
    from tfmdrill.grading import Grader

    return Grader(
        limits=Limits().scaled(request.limit_scale),
        deny=hidden_folders(active_packs(request.packs), paths),
        keep_warm=request.keep_warm and server_wanted(),
    )


def _graded(
    grader: WarmGrader, request: FilesToGrade, item: Submitted, records: Records, at: datetime
) -> Report:
    """The report on one file; where tfmdrill itself fails it says so, and the others go on."""
    try:
        report = grade_file(grader, request, item, records)
    except GraderFault as error:
        return _faulty(item, request, str(error))
    except (TfmdrillError, OSError):
        raise
    except Exception as error:
        if request.debug:
            raise
        return _faulty(item, request, our_failure(error))
    remember(item, report, request, records, at)
    return report


def _faulty(item: Submitted, request: FilesToGrade, says: str) -> Report:
    """A report without a score."""
    why = (("isolation", "not known: the grader failed"),)
    return Report(
        problem=item.problem.slug,
        variant=item.problem.variant,
        title=item.problem.title,
        file=item.source.name,
        framework=str(item.framework),
        outcome=Outcome.GRADER_FAULT,
        score=None,
        seed=request.seed or 0,
        isolation=Isolation(Tier.PROCESS_ONLY, (), why),
        elapsed_s=0.0,
        checks=(
            CheckResult(
                id="grader",
                title="tfmdrill can grade the file",
                kind=CheckKind.LOAD,
                outcome=Outcome.GRADER_FAULT,
                weight=0.0,
                earned=0.0,
                message=says,
            ),
        ),
        options=_options(request),
    )


def grade_file(
    grader: "Grader | WarmGrader",
    request: FilesToGrade,
    item: Submitted,
    records: Records,
    fresh: int | None = None,
) -> Report:
    """A file's report: with the seed that failed last, and then with a fresh one.

    fresh: the fresh seed, where one is prepared. Raises what `Grader.grade` raises.
    """

    def graded(seed: int | None) -> Report:
        return grader.grade(
            GradeRequest(
                item.problem,
                item.source,
                item.framework,
                seed=seed,
                only=request.only,
                beside=request.compare,
                require_tier=request.require_tier,
            )
        )

    if request.seed is not None:
        report = graded(request.seed)
    else:
        failed = records.failed_seed(item.path, item.problem.name)
        report = graded(fresh if failed is None else failed)
        if failed is not None and not request.only and report.outcome is Outcome.PASSED:
            # Right on the input that failed; only a fresh one shows that it is right.
            report = graded(fresh)
    return replace(report, options=_options(request))


def _options(request: FilesToGrade) -> tuple[tuple[str, str], ...]:
    """What the next commands on these files need too."""
    options = []
    if request.problem is not None and request.files:
        options.append(("--problem", request.problem))
    if request.framework is not None:
        options.append(("--framework", str(request.framework)))
    if request.limit_scale != 1:
        options.append(("--limit-scale", f"{request.limit_scale:g}"))
    return (*options, *(("--pack", str(pack)) for pack in request.packs))


def exit_code(reports: Sequence[Report]) -> ExitCode:
    """What the shell is told of these reports together: a grader fault before a failure."""
    outcomes = {report.outcome for report in reports}
    if Outcome.GRADER_FAULT in outcomes:
        return ExitCode.GRADER_FAULT
    return ExitCode.PASSED if outcomes <= {Outcome.PASSED} else ExitCode.FAILED


def answering_files(request: FilesToGrade) -> tuple[Path, ...]:
    """The files in the request's folder whose first line names its problem, or any."""
    answers = answers_in(request.folder)
    return tuple(a.path for a in answers if request.problem in (None, a.slug))


def submitted_file(path: Path, request: FilesToGrade, packs: Sequence[Pack]) -> Submitted:
    """One file, read, with its problem. Raises UsageError as `submitted_files` does."""
    source = read_source(path, limits=Limits())
    name = request.problem or slug_for(path, source, all_names(packs))
    try:
        problem = find_problem(name, packs)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    framework = request.framework or framework_of(source, problem)
    if framework not in problem.frameworks:
        raise UsageError(
            f"{problem.name} isn't set in {framework}; it is in {' and '.join(problem.frameworks)}"
        )
    return Submitted(path, source, problem, framework)


def remember(
    item: Submitted, report: Report, request: FilesToGrade, records: Records, at: datetime
) -> None:
    """Keep a verdict in the records, and the seed if it failed.

    A part of the checks says nothing of the whole, and a grader fault nothing of the answer.
    """
    if request.only or report.outcome is Outcome.GRADER_FAULT:
        return
    attempt = Attempt(
        problem=item.problem.slug,
        variant=item.problem.variant,
        framework=item.framework,
        at=at,
        outcome=report.outcome,
        score=report.score,
        source_hash=hashlib.sha256(item.source.code).hexdigest(),
        seed=report.seed,
        elapsed_s=report.elapsed_s,
        minutes=item.problem.minutes,
        bugs=_mistakes(report.diagnoses),
    )
    records.add(attempt, item.path)


def _mistakes(diagnoses: Sequence[Diagnosis]) -> tuple[str, ...]:
    """The ids of what was named: each of two that were made at once, all of several that fit.

    >>> def named(bug): return Diagnosis(bug, "", "", "", 1, 1)
    >>> _mistakes([named("a + b")]), _mistakes([named("a"), named("b")])
    (('a', 'b'), ('a|b',))
    """
    if len(diagnoses) == 1:
        return tuple(diagnoses[0].bug.split(" + "))
    return ("|".join(each.bug.replace(" ", "") for each in diagnoses),) if diagnoses else ()
