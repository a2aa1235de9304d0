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

`course check --json`: {"schema": 1, "tfmdrill", "ready", "tier", "students", "complaints",
"repinned", "checked": [{"problem", "what", "expected", "outcome", "score", "right", "message",
"wall_s"}]}
"""

from dataclasses import asdict
from typing import Any

from tfmdrill import __version__
from tfmdrill.model.course import ClassGrades, CourseCheck, Grade
from tfmdrill.render.document import document_text


def grades_json(grades: ClassGrades, *, names: bool) -> str:
    """The document of `course grade --json`, without a newline at its end."""
    shown = {s.key: s.key if names else s.pseudonym for s in grades.students}
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
    override = grade.override
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
        "override": {"score": override.score, "reason": override.reason} if override else None,
        "path": counted.match.file.path if counted and names else None,
    }
