"""A student's grades as they may be shown to that student."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from tfmdrill.course.outputs.redacting import shown_checks, shown_findings, shown_prints
from tfmdrill.model.course import ClassGrades, Course, Grade, GradeStatus, Student
from tfmdrill.model.feedback import Feedback, ShownProblem


def feedback_for(student: Student, grades: ClassGrades) -> Feedback:
    """Everything that this student is told."""
    course = grades.course
    return Feedback(
        course=course.name,
        name=student.name,
        total=grades.total(student.key),
        points=course.points,
        problems=tuple(shown_problem(grade, course) for grade in grades.of(student.key)),
    )


def shown_problem(grade: Grade, course: Course) -> ShownProblem:
    """One grade, with what may be shown of the attempt that counts."""
    problem = course.problem(grade.problem)
    attempt = grade.counted
    file = attempt.match.file if attempt is not None else None
    result = attempt.result if attempt is not None else None
    late = attempt is not None and attempt.late_units > 0
    override = grade.override
    base = ShownProblem(
        slug=problem.slug,
        title=problem.title,
        points=problem.points,
        status=grade.status,
        raw=grade.raw,
        penalty=grade.penalty,
        final=grade.final,
        file=file.name if file is not None else "",
        submitted=_time_words(file.submitted if file is not None else None, course),
        lateness=_sentence(grade.reason) if late and grade.status is GradeStatus.OK else "",
        override=override.reason if override is not None else "",
        attempts=len(grade.attempts),
    )
    if result is None or grade.status is not GradeStatus.OK:
        return base
    return _with_verdict(base, grade, course)


def _with_verdict(base: ShownProblem, grade: Grade, course: Course) -> ShownProblem:
    problem = course.problem(grade.problem)
    attempt = grade.counted
    result = attempt.result if attempt is not None else None
    if result is None:
        return base
    return replace(
        base,
        outcome=result.outcome,
        checks=shown_checks(result, problem),
        mistakes=result.report.diagnoses,
        findings=shown_findings(result.report, problem),
        remarks=result.report.remarks,
        prints=shown_prints(result.report, problem),
        withheld=bool(problem.hidden),
    )


def _time_words(time: datetime | None, course: Course) -> str:
    """When it was handed in, by the course's own clock."""
    if time is None:
        return ""
    return time.astimezone(ZoneInfo(course.time_zone)).strftime("%Y-%m-%d %H:%M %Z")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".")
