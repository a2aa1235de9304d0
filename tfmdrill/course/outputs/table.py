"""grades.csv, unmatched.csv and timings.csv: for the instructor's own eyes and scripts."""

from tfmdrill.course.outputs.cells import cell, points, table
from tfmdrill.model.course import ClassGrades, Grade, GradeStatus

PROBLEM_COLUMNS = ("raw", "penalty", "final", "status", "outcome", "mistake", "attempts", "note")


def grades_csv(grades: ClassGrades) -> str:
    """A row a student: who, the total, then eight columns a problem.

    Where there is no number yet the column final says why: regrade, unmatched.
    """
    course = grades.course
    header = ["id", "name", "email", "group", "pseudonym", "total", "of"]
    for problem in course.problems:
        header += [f"{problem.slug} {column}" for column in PROBLEM_COLUMNS]
    rows = []
    for student in grades.students:
        known = [student.key, student.name, student.email, student.group, student.pseudonym]
        row = [cell(text) for text in known]
        own = grades.of(student.key)
        row += [points(grades.total(student.key)) or _why_none(own), points(course.points)]
        for grade in own:
            row += _problem_cells(grade)
        rows.append(row)
    return table(header, rows)


def unmatched_csv(grades: ClassGrades) -> str:
    """Every file that nobody gets a grade for, and why."""
    rows = [
        [cell(file.path), cell(", ".join(file.students)), cell(file.reason)]
        for file in grades.unmatched
    ]
    return table(["file", "students", "reason"], rows)


def timings_csv(grades: ClassGrades) -> str:
    """What grading took, the slowest first; the one output that differs from run to run."""
    handed_in = {
        attempt.result.key: (grade, attempt.match.file.path)
        for grade in grades.grades
        for attempt in grade.attempts
        if attempt.result is not None
    }
    rows = []
    for timing in sorted(grades.timings, key=lambda t: (-t.wall_s, t.key)):
        grade, path = handed_in.get(timing.key, (None, ""))
        student = grade.student if grade is not None else ""
        seconds = [f"{timing.wall_s:.3f}", f"{timing.cpu_s:.3f}"]
        ours = [cell(timing.worker), timing.finished]
        rows.append([cell(student), timing.problem, cell(path), *seconds, *ours])
    return table(["id", "problem", "file", "wall_s", "cpu_s", "worker", "finished"], rows)


def _problem_cells(grade: Grade) -> list[str]:
    result = grade.counted.result if grade.counted is not None else None
    mistakes = result.report.diagnoses if result is not None else ()
    return [
        points(grade.raw),
        points(grade.penalty),
        points(grade.final) or str(grade.status),
        str(grade.status),
        str(result.outcome) if result is not None else "",
        cell(" or ".join(d.bug for d in mistakes)),
        str(len(grade.attempts)),
        cell(_note(grade)),
    ]


def _note(grade: Grade) -> str:
    if grade.override is None:
        return grade.reason
    return f"override: {grade.override.reason}" + (f"; {grade.reason}" if grade.reason else "")


def _why_none(own: tuple[Grade, ...]) -> str:
    statuses = {grade.status for grade in own if grade.final is None}
    kept = [s for s in (GradeStatus.REGRADE, GradeStatus.UNMATCHED) if s in statuses]
    return str(kept[0]) if kept else ""
