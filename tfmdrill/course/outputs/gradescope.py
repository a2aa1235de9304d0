"""results.json as an autograder hands it to Gradescope, one a student.

Source: gradescope/autograder_samples, docs/specs.md. A test that is `hidden` there would hide the
student's total, so hidden checks are visible tests with a title and nothing else. A problem whose
grading failed has a test without a score: no number is no zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tfmdrill.model.course import GradeStatus, Unmatched
from tfmdrill.model.feedback import Feedback, ShownCheck, ShownProblem
from tfmdrill.model.report import Outcome
from tfmdrill.render.document import json_text
from tfmdrill.render.feedback import check_words, mistake_words, problem_words
from tfmdrill.render.inert import one_line

UNJUDGED = (Outcome.SKIPPED, Outcome.TOO_NOISY)


@dataclass(frozen=True, slots=True)
class _Numbered:
    problem: ShownProblem
    number: int


def results_json(feedback: Feedback, unmatched: Sequence[Unmatched] = ()) -> str:
    """The file's text. `score` is left out while a problem has no number.

    unmatched: files of the student's own that answer nothing; each is said with the reason.
    """
    tests: list[dict[str, Any]] = []
    for number, problem in enumerate(feedback.problems, start=1):
        tests += _tests(_Numbered(problem, number))
    found: dict[str, Any] = {
        "output": "\n\n".join([*map(problem_words, feedback.problems), *map(_left_out, unmatched)]),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    if feedback.total is not None:
        found["score"] = feedback.total
    return json_text(found)


def _left_out(file: Unmatched) -> str:
    return f"{one_line(file.path)} wasn't graded: {one_line(file.reason)}."


def _tests(numbered: _Numbered) -> list[dict[str, Any]]:
    problem, number = numbered.problem, numbered.number
    whole: dict[str, Any] = {
        "name": problem.title,
        "number": str(number),
        "max_score": problem.points,
        "output": "\n".join(mistake_words(problem)) or problem_words(problem),
        "visibility": "visible",
    }
    if problem.final is not None:
        whole["score"] = problem.final
        whole["status"] = "passed" if problem.outcome is Outcome.PASSED else "failed"
    parts = [
        _check(shown, f"{number}.{i}", problem) for i, shown in enumerate(problem.checks, start=1)
    ]
    return [whole, *parts] if problem.status is GradeStatus.OK else [whole]


def _check(shown: ShownCheck, number: str, problem: ShownProblem) -> dict[str, Any]:
    """A check as a test without points of its own: the problem's test carries them, since
    lateness and an override change them as a whole."""
    check = shown.check
    test: dict[str, Any] = {
        "name": f"{problem.slug}: {check.title or check.id}",
        "number": number,
        "output": "\n".join(check_words(shown)),
        "visibility": "visible",
    }
    if check.outcome not in UNJUDGED:
        test["status"] = "passed" if check.outcome is Outcome.PASSED else "failed"
    return test
