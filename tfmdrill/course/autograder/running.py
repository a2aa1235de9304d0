"""What the container runs: one submission graded, results.json written after every problem.

    python -I -m tfmdrill.course.autograder.running ROOT

ROOT is laid out like Gradescope's /autograder: `submission/` is the student's, `source/private/`
ours, `results/results.json` the answer. The file is there from the beginning, without a number,
and each version replaces the last in one step: whatever ends this process, what stands there is
true. Exit code 0: every problem passed; 1: not every one; 3: the autograder itself failed.
"""

import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tfmdrill.config import Limits
from tfmdrill.course.autograder.bundle import PRIVATE
from tfmdrill.course.handed_in import source_hash
from tfmdrill.course.jobs import Grading, Job
from tfmdrill.course.matching import Matcher, signs_of
from tfmdrill.course.outputs.gradescope import results_json
from tfmdrill.course.outputs.shown import feedback_for
from tfmdrill.course.pins import engine_id
from tfmdrill.course.reading.download import files_of
from tfmdrill.course.scoring import grade_of, result_of
from tfmdrill.course.settings import FILE, course_problems, demand_pins, read_course
from tfmdrill.course.store import report_of
from tfmdrill.errors import ExitCode, TierRefused
from tfmdrill.model.course import (
    Attempt,
    ClassGrades,
    Course,
    Grade,
    GradeStatus,
    Match,
    Student,
    SubmittedFile,
    Unmatched,
)
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.practice.workspace import framework_of
from tfmdrill.render.feedback import feedback_markdown

STUDENT = Student("student", "you", "you")  # who it is, Gradescope knows


@dataclass(frozen=True, slots=True)
class _HandedIn:
    """The answers to a problem, with their sources, and the files that answer none."""

    answers: tuple[tuple[Match, Source], ...]
    unmatched: tuple[Unmatched, ...]


def grade_submission(root: Path) -> ExitCode:
    """Grades ROOT/submission and leaves results.json and feedback.md in ROOT/results.

    Raises UsageError for a bundle or submission that can't be read, TierRefused.
    """
    course = read_course(root / "source" / PRIVATE / FILE)
    demand_pins(course)
    results = root / "results"
    results.mkdir(parents=True, exist_ok=True)
    handed_in = _handed_in(course, root / "submission")
    attempts: dict[str, list[Attempt]] = {p.slug: [] for p in course.problems}
    for match, _ in handed_in.answers:
        attempts[match.problem].append(Attempt(match, None))
    _write(course, attempts, handed_in, results)
    deny = (str(root / "submission"), str(root / "source" / PRIVATE), str(results))
    with Grading("autograder") as grading:
        for problem in course.problems:
            own = [pair for pair in handed_in.answers if pair[0].problem == problem.slug]
            if len(own) == 1:  # none is missing, and of several nobody knows which is meant
                attempts[problem.slug] = [_graded(course, *own[0], grading, deny)]
                grades = _write(course, attempts, handed_in, results)
    grades = _write(course, attempts, handed_in, results)
    return _exit_code(grades)


def _handed_in(course: Course, submission: Path) -> _HandedIn:
    matcher = Matcher(course, course_problems(course))
    found: list[tuple[SubmittedFile, Source]] = []
    unmatched = []
    for file in files_of(submission, limits=Limits()):
        if file.refused:
            unmatched.append(Unmatched(file.path, file.refused, (STUDENT.key,)))
            continue
        source = source_of_file(file.data, file.path)
        place = SubmittedFile(file.path, file.path, "", len(file.data), source_hash(source))
        found.append((place, source))
    answers = []
    for place, source in found:
        signs = signs_of(source, matcher.entries)
        matched = matcher.match(place.path, signs, (), alone=len(found) == 1)
        if not matched.problems:
            unmatched.append(Unmatched(place.path, matched.why_not, (STUDENT.key,)))
        for slug in matched.problems:
            match = Match(place, (STUDENT.key,), slug, matched.how, matched.says, "")
            answers.append((match, source))
    return _HandedIn(tuple(answers), tuple(unmatched))


def source_of_file(data: bytes, path: str) -> Source:
    """The file as the student knows it: by its name, in whatever folder it lies."""
    from tfmdrill.practice.reading import source_of

    return source_of(data, path.rpartition("/")[2], limits=Limits())


def _graded(
    course: Course, match: Match, source: Source, grading: Grading, deny: Sequence[str]
) -> Attempt:
    problem = course_problems(course)[match.problem]
    job = Job(
        key=match.problem,
        problem=match.problem,
        framework=framework_of(source, problem),
        source=source,
        seed=course.seed,
        limit_scale=course.limit_scale,
        pin=course.problem(match.problem).pin,
        engine=engine_id(),
        tier=course.tier,
        packs=tuple(map(str, course.packs)),
        deny=tuple(deny),
    )
    done = grading.grade_job(job)
    if done.refused:
        raise TierRefused(done.refused)
    if done.trace:
        _log(done.trace)
    return Attempt(match, result_of(done.key, report_of(done.report.encode()), frozenset()))


def _write(
    course: Course,
    attempts: dict[str, list[Attempt]],
    handed_in: _HandedIn,
    results: Path,
) -> tuple[Grade, ...]:
    unplaced = sum(file.code for file in handed_in.unmatched)
    grades = tuple(
        _explained(grade_of(course, p, STUDENT, attempts[p.slug], None, unplaced), attempts[p.slug])
        for p in course.problems
    )
    whole = ClassGrades(course, (STUDENT,), grades, handed_in.unmatched)
    feedback = feedback_for(STUDENT, whole)
    _replace(results / "results.json", results_json(feedback, handed_in.unmatched))
    _replace(results / "feedback.md", feedback_markdown(feedback))
    return grades


def _explained(grade: Grade, attempts: Sequence[Attempt]) -> Grade:
    """Where several files answer a problem, a sentence that the student can act on."""
    if grade.status is GradeStatus.UNMATCHED and len(attempts) > 1:
        names = ", ".join(attempt.match.file.path for attempt in attempts)
        return replace(grade, reason=f"several files answer it: {names}; hand in one")
    return grade


def _exit_code(grades: Sequence[Grade]) -> ExitCode:
    if any(grade.status is GradeStatus.REGRADE for grade in grades):
        return ExitCode.GRADER_FAULT
    results = [grade.counted.result if grade.counted else None for grade in grades]
    passed = all(r is not None and r.outcome is Outcome.PASSED for r in results)
    return ExitCode.PASSED if passed else ExitCode.FAILED


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    part.replace(path)


def _log(text: str) -> None:
    """For the staff: Gradescope shows students no output of the autograder."""
    sys.stderr.write(text + "\n")


def main() -> None:
    """Grades; a failure of ours leaves the results that are true and says why on standard error."""
    try:
        code = grade_submission(Path(sys.argv[1]).resolve())
    except Exception:
        _log(traceback.format_exc())
        code = ExitCode.GRADER_FAULT
    sys.exit(code)


if __name__ == "__main__":
    main()
