"""Grading the user's files: which problem each answers, with which seed, and what is remembered."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.config import Limits, server_wanted
from tfmdrill.errors import ExitCode, UsageError
from tfmdrill.model.problem import Framework, Pack, Problem
from tfmdrill.model.report import Outcome, Report, Tier
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import read_source
from tfmdrill.practice.state import Memory
from tfmdrill.practice.workspace import answers_in, framework_of, slug_for


@dataclass(frozen=True, slots=True)
class FilesToGrade:
    """What the person asked for.

    files: the files; none means those in `folder` whose first line names a problem.
    problem, framework: override what the files say of themselves.
    only: ids of the checks to run; none means all.
    compare: after a pass, measure the model answer beside the user's.
    keep_warm: let the processes that have imported a framework serve later commands too.
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
    paths = request.files or _files_here(request)
    return tuple(_submitted(path, request, packs) for path in paths)


def only_submitted_file(request: FilesToGrade) -> Submitted:
    """The one file that the request is about. Raises UsageError if there are several."""
    submitted = submitted_files(request)
    if len(submitted) > 1:
        names = ", ".join(item.path.name for item in submitted)
        raise UsageError(f"several files in this folder answer a problem; name one: {names}")
    return submitted[0]


def grade_files(
    request: FilesToGrade, submitted: Sequence[Submitted], memory: Memory
) -> tuple[Report, ...]:
    """A report a file, in their order; files of one framework share one zygote.

    Raises UsageError if a framework isn't installed, TierRefused if the isolation is weaker than
    the request demands.
    """
    from tfmdrill.grading import Grader, GradeRequest

    deny = _hidden_folders(active_packs(request.packs), submitted)
    limits = Limits().scaled(request.limit_scale)
    keep_warm = request.keep_warm and server_wanted()
    with Grader(limits=limits, deny=deny, keep_warm=keep_warm) as grader:
        for framework in dict.fromkeys(item.framework for item in submitted):
            grader.warm_up(framework)

        def graded(item: Submitted, seed: int | None) -> Report:
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

        return tuple(_graded_in_turn(request, submitted, memory, graded))


def _graded_in_turn(
    request: FilesToGrade,
    submitted: Sequence[Submitted],
    memory: Memory,
    graded: Callable[[Submitted, int | None], Report],
) -> Iterator[Report]:
    """Each file's report, remembered as soon as it is there."""
    state = memory.read()
    for item in submitted:
        failed_seed = state.seed_for(item.path, item.problem.slug)
        seed = failed_seed if request.seed is None else request.seed
        report = graded(item, seed)
        old_seed = request.seed is None and seed is not None
        if old_seed and not request.only and report.outcome is Outcome.PASSED:
            # Right on the input that failed; only a fresh one shows that it is right.
            report = graded(item, None)
        _remember(item, report, request, memory)
        yield report


def exit_code(reports: Sequence[Report]) -> ExitCode:
    """What the shell is told of these reports together: a grader fault before a failure."""
    outcomes = {report.outcome for report in reports}
    if Outcome.GRADER_FAULT in outcomes:
        return ExitCode.GRADER_FAULT
    return ExitCode.PASSED if outcomes <= {Outcome.PASSED} else ExitCode.FAILED


def _files_here(request: FilesToGrade) -> tuple[Path, ...]:
    answers = answers_in(request.folder)
    paths = tuple(a.path for a in answers if request.problem in (None, a.slug))
    if not paths:
        what = f"answers {request.problem}" if request.problem else "answers a problem"
        raise UsageError(
            f"no file in this folder {what}: name the file, or start one: "
            f"tfmdrill new {request.problem or 'SLUG'}"
        )
    return paths


def _submitted(path: Path, request: FilesToGrade, packs: Sequence[Pack]) -> Submitted:
    source = read_source(path, limits=Limits())
    known = [slug for pack in packs for slug in pack.slugs]
    slug = request.problem or slug_for(path, source, known)
    try:
        problem = find_problem(slug, packs)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    framework = request.framework or framework_of(source, problem)
    if framework not in problem.frameworks:
        raise UsageError(
            f"{problem.slug} isn't set in {framework}; it is in {' and '.join(problem.frameworks)}"
        )
    return Submitted(path, source, problem, framework)


def _hidden_folders(packs: Sequence[Pack], submitted: Sequence[Submitted]) -> tuple[Path, ...]:
    """What a submission may not read: every pack, and the folders of all submissions."""
    folders = [f for pack in packs for f in (pack.problems_dir, pack.graders_dir)]
    folders += [item.path.resolve().parent for item in submitted]
    return tuple(dict.fromkeys(folders))


def _remember(item: Submitted, report: Report, request: FilesToGrade, memory: Memory) -> None:
    """A part of the checks says nothing of the whole, and a grader fault nothing of the answer."""
    if request.only or report.outcome is Outcome.GRADER_FAULT:
        return
    passed = report.outcome is Outcome.PASSED
    memory.update(
        lambda state: state.after_grading(
            item.path, item.problem.slug, passed=passed, seed=report.seed
        )
    )
