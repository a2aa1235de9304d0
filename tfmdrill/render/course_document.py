r"""The JSON of a course's commands, with the rules of `tfmdrill.render.document`.

`course grade --json`: {"schema": 1, "tfmdrill", "course", "engine", "points", "grades": [GRADE,
...], "unmatched": [{"path", "reason", "students"}], "waived": [{"problem", "check"}]}

GRADE
    student       the pseudonym; with --names the id
    problem       slug
    status        ok | regrade | missing | unmatched
    raw           points earned; null where nothing was graded
    penalty       points that lateness took
    final         points that count; null for regrade and unmatched
    reason        in words, for a status other than ok and for lateness
    outcome       of the report that counts, null without one
    diagnoses     ids of the named mistakes
    how           what told the problem: mapping | header | name | entries | sole problem
    says          the same in words
    override      null, or {"score", "reason"}
    path          of the file; only with --names

`path` and `students` of an unmatched file are there only with --names; else they are null.

`course regrade --json`: {"schema": 1, "tfmdrill", "course", "changed", "changes": [{"student",
"problem", "points", "before", "after", "status_before", "status_after", "checks": [{"check",
"before", "after"}]}]}. `changed` says whether the change was made; `before` and `after` are points,
null where there is no number; those of a check are its outcomes, "waived", or "not there".

`course override --json`: {"schema": 1, "tfmdrill", "student", "problem", "override"}, the last as
above: null once it is taken back.

`course check --json`: {"schema": 1, "tfmdrill", "ready", "tier", "students", "complaints",
"repinned", "checked": [{"problem", "what", "expected", "outcome", "score", "right", "message",
"wall_s"}]}
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tfmdrill import __version__
from tfmdrill.model.course import (
    ClassGrades,
    Course,
    CourseCheck,
    Grade,
    Override,
    ScoreChange,
    Student,
)
from tfmdrill.render.document import document_text


def grades_json(grades: ClassGrades, *, names: bool) -> str:
    """The document of `course grade --json`, without a newline at its end."""
    shown = {s.key: _called(s, names=names) for s in grades.students}
    return document_text(
        {
            "tfmdrill": __version__,
            "course": grades.course.name,
            "engine": grades.engine,
            "points": grades.course.points,
            "grades": [_grade(grade, shown[grade.student], names) for grade in grades.grades],
            "unmatched": [
                {
                    "path": unmatched.path if names else None,
                    "reason": unmatched.reason,
                    "students": list(unmatched.students) if names else None,
                }
                for unmatched in grades.unmatched
            ],
            "waived": [{"problem": problem, "check": check} for problem, check in grades.waived],
        }
    )


def changes_json(changes: Sequence[ScoreChange], course: Course, *, done: bool, names: bool) -> str:
    """The document of `course regrade --json`."""
    return document_text(
        {
            "tfmdrill": __version__,
            "course": course.name,
            "changed": done,
            "changes": [
                {
                    "student": _called(change.student, names=names),
                    "problem": change.problem,
                    "points": course.problem(change.problem).points,
                    "before": change.before,
                    "after": change.after,
                    "status_before": change.status_before,
                    "status_after": change.status_after,
                    "checks": [
                        {"check": check, "before": before, "after": after}
                        for check, before, after in change.checks
                    ],
                }
                for change in changes
            ],
        }
    )


def override_json(student: Student, problem: str, override: Override | None, *, names: bool) -> str:
    """The document of `course override --json`."""
    return document_text(
        {
            "tfmdrill": __version__,
            "student": _called(student, names=names),
            "problem": problem,
            "override": _override(override),
        }
    )


def _called(student: Student, *, names: bool) -> str:
    return student.key if names else student.pseudonym


def _override(override: Override | None) -> dict[str, Any] | None:
    return {"score": override.score, "reason": override.reason} if override else None


def check_json(found: CourseCheck) -> str:
    """The document of `course check --json`."""
    return document_text(
        {
            "tfmdrill": __version__,
            "ready": found.ready,
            "tier": found.isolation.tier,
            "students": found.students,
            "complaints": list(found.complaints),
            "repinned": list(found.repinned),
            "checked": [asdict(checked) for checked in found.checked],
        }
    )


def _grade(grade: Grade, student: str, names: bool) -> dict[str, Any]:
    counted = grade.counted
    result = counted.result if counted else None
    return {
        "student": student,
        "problem": grade.problem,
        "status": grade.status,
        "raw": grade.raw,
        "penalty": grade.penalty,
        "final": grade.final,
        "reason": grade.reason
        if names or grade.status == "ok"
        else grade.reason.partition(": ")[0],
        "outcome": result.outcome if result else None,
        "diagnoses": [diagnosis.bug for diagnosis in result.report.diagnoses] if result else [],
        "how": counted.match.how if counted else None,
        "says": counted.match.says if counted and names else None,
        "override": _override(grade.override),
        "path": counted.match.file.path if counted and names else None,
    }
