r"""grades.json: all that is known of every grade, for the instructor's scripts. Schema 1, ASCII.

{"schema": 1, "course", "points", "seed", "engine", "waived": [{"problem", "check"}],
"students": [{"id", "name", "email", "group", "pseudonym", "ids": {system: id}, "total",
"grades": [GRADE, ...]}], "unmatched": [{"file", "students", "reason"}]}

GRADE
    problem, points
    status          ok | regrade | missing | unmatched
    raw, penalty, final   points; null where there is none
    reason          in words, for a status other than ok and for lateness
    override        null, or {"score", "reason"}
    attempts        [ATTEMPT, ...] in order
    counted         the place of the attempt that counts among them, from 0; null for none

ATTEMPT
    file, name, sha256, submitted   submitted as ISO 8601, null where it isn't known
    how, says, whose                what told the problem and the student
    late_units
    outcome, score                  null where it wasn't graded, or tfmdrill failed
    mistakes        [{"bug", "says"}]
    checks          [{"id", "title", "kind", "outcome", "weight", "earned", "hidden", "message"}]

Messages of hidden checks are in it: it is not for students.
"""

from typing import Any

from tfmdrill.course.outputs.redacting import is_hidden
from tfmdrill.model.course import Attempt, ClassGrades, CourseProblem, Grade, Student
from tfmdrill.render.document import json_text

SCHEMA = 1


def grades_json(grades: ClassGrades) -> str:
    course = grades.course
    return json_text(
        {
            "schema": SCHEMA,
            "course": course.name,
            "points": course.points,
            "seed": course.seed,
            "engine": grades.engine,
            "waived": [{"problem": p, "check": c} for p, c in grades.waived],
            "students": [_student(student, grades) for student in grades.students],
            "unmatched": [
                {"file": f.path, "students": list(f.students), "reason": f.reason}
                for f in grades.unmatched
            ],
        }
    )


def _student(student: Student, grades: ClassGrades) -> dict[str, Any]:
    return {
        "id": student.key,
        "name": student.name,
        "email": student.email,
        "group": student.group,
        "pseudonym": student.pseudonym,
        "ids": dict(student.ids),
        "total": grades.total(student.key),
        "grades": [
            _grade(grade, grades.course.problem(grade.problem)) for grade in grades.of(student.key)
        ],
    }


def _grade(grade: Grade, problem: CourseProblem) -> dict[str, Any]:
    override = grade.override
    counted = grade.counted
    return {
        "problem": grade.problem,
        "points": problem.points,
        "status": grade.status,
        "raw": grade.raw,
        "penalty": grade.penalty,
        "final": grade.final,
        "reason": grade.reason,
        "override": None
        if override is None
        else {"score": override.score, "reason": override.reason},
        "attempts": [_attempt(attempt, problem) for attempt in grade.attempts],
        "counted": grade.attempts.index(counted) if counted in grade.attempts else None,
    }


def _attempt(attempt: Attempt, problem: CourseProblem) -> dict[str, Any]:
    match, result = attempt.match, attempt.result
    file = match.file
    return {
        "file": file.path,
        "name": file.name,
        "sha256": file.sha256,
        "submitted": None if file.submitted is None else file.submitted.isoformat(),
        "how": match.how,
        "says": match.says,
        "whose": match.whose,
        "late_units": attempt.late_units,
        "outcome": None if result is None else result.outcome,
        "score": None if result is None else result.score,
        "mistakes": []
        if result is None
        else [{"bug": d.bug, "says": d.says} for d in result.report.diagnoses],
        "checks": []
        if result is None
        else [
            {
                "id": check.id,
                "title": check.title,
                "kind": check.kind,
                "outcome": check.outcome,
                "weight": check.weight,
                "earned": check.earned,
                "hidden": is_hidden(check, problem),
                "message": check.message,
            }
            for check in result.judged
        ],
    }
