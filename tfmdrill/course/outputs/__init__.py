"""What a graded class is written out as: so far, grades.csv."""

import csv
import io
from pathlib import Path

from tfmdrill.model.course import ClassGrades
from tfmdrill.practice.files import write_whole


def write_outputs(grades: ClassGrades, out: Path) -> None:
    """Writes every output into the folder `out`, in place of earlier ones."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "problem", "status", "raw", "penalty", "final", "reason"])
    for grade in grades.grades:
        row = [grade.student, grade.problem, grade.status, grade.raw, grade.penalty, grade.final]
        writer.writerow([*row, grade.reason])
    write_whole(out / "grades.csv", text.getvalue())
