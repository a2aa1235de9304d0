"""matches.csv: whose each file is, what it answers, and what told so."""

from tfmdrill.course.outputs.cells import cell, table
from tfmdrill.model.course import ClassGrades


def matches_csv(grades: ClassGrades) -> str:
    """A row for every file and problem; `counts` where it is the attempt that counts."""
    rows: dict[tuple[str, str], list[str]] = {}
    for grade in grades.grades:
        for attempt in grade.attempts:
            match, file = attempt.match, attempt.match.file
            counts = grade.counted is not None and grade.counted.match == match
            rows[file.path, match.problem] = [
                cell(file.path),
                cell(", ".join(match.students)),
                cell(match.whose),
                match.problem,
                str(match.how),
                cell(match.says),
                file.submitted.isoformat() if file.submitted else "",
                "late" if file.marked_late else "",
                f"{attempt.late_units:g}",
                "counts" if counts else "",
            ]
    header = ["file", "students", "whose", "problem", "how", "says", "submitted", "marked"]
    return table([*header, "late units", "counts"], [rows[place] for place in sorted(rows)])
