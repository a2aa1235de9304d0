"""Everything that comes out of a graded class, each format in a module of its own.

All of it is a function of the course, the files and the verdicts: the same bytes after every run.
Only timings.csv differs. What is in `feedback/` and `gradescope/` is for students; the rest isn't.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tfmdrill.course.outputs.account import grades_json
from tfmdrill.course.outputs.canvas import canvas_csv
from tfmdrill.course.outputs.cells import file_name
from tfmdrill.course.outputs.class_rows import class_rows
from tfmdrill.course.outputs.gradescope import results_json
from tfmdrill.course.outputs.junit import junit_xml
from tfmdrill.course.outputs.matches import matches_csv
from tfmdrill.course.outputs.moodle import filled_worksheet
from tfmdrill.course.outputs.shown import feedback_for
from tfmdrill.course.outputs.table import grades_csv, timings_csv, unmatched_csv
from tfmdrill.errors import UsageError
from tfmdrill.model.course import ClassGrades, Lms, Student
from tfmdrill.practice.files import refusing
from tfmdrill.render.class_page import class_page
from tfmdrill.render.feedback import feedback_markdown, feedback_page

TIMINGS = "timings.csv"


@dataclass(frozen=True, slots=True)
class _Written:
    """A file below the folder of the outputs."""

    place: str
    data: bytes


def write_outputs(grades: ClassGrades, out: Path, *, names: bool = False) -> None:
    """Writes every output into the folder `out`, in place of earlier ones.

    names: the class page and junit.xml call students by name, not by pseudonym.
    Raises UsageError where the folder can't be written to, or the Moodle worksheet of the course
    can't be read.
    """
    with refusing(out):
        for written in _outputs(grades, names=names):
            path = out / written.place
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _replace(path, written.data)


def files_of_student(student: Student, out: Path) -> tuple[Path, ...]:
    """The outputs that are about this student alone."""
    name = file_name(student.name, student.key)
    places = (f"feedback/{name}.html", f"feedback/{name}.md", f"gradescope/{name}.json")
    return tuple(out / place for place in places)


def _outputs(grades: ClassGrades, *, names: bool) -> Iterator[_Written]:
    for place, text in (
        ("grades.csv", grades_csv(grades)),
        ("unmatched.csv", unmatched_csv(grades)),
        ("matches.csv", matches_csv(grades)),
        (TIMINGS, timings_csv(grades)),
        ("grades.json", grades_json(grades)),
        ("junit.xml", junit_xml(grades, names=names)),
        ("class.html", class_page(class_rows(grades, names=names))),
    ):
        yield _written(place, text)
    yield from _for_lms(grades)
    for student in grades.students:
        feedback = feedback_for(student, grades)
        name = file_name(student.name, student.key)
        yield _written(f"feedback/{name}.html", feedback_page(feedback))
        yield _written(f"feedback/{name}.md", feedback_markdown(feedback))
        yield _written(f"gradescope/{name}.json", results_json(feedback))


def _for_lms(grades: ClassGrades) -> Iterator[_Written]:
    course = grades.course
    if course.lms is Lms.CANVAS or any(s.id_in("canvas") for s in grades.students):
        yield _written("canvas.csv", canvas_csv(grades))
    if course.lms is Lms.MOODLE and course.roster is not None:
        try:
            worksheet = course.roster.read_bytes()
        except OSError as error:
            raise UsageError(f"{course.roster} can't be read ({error.strerror})") from None
        filled = filled_worksheet(worksheet, grades, name=str(course.roster))
        yield _Written("moodle.csv", filled)


def _written(place: str, text: str) -> _Written:
    """Text of others has no lone surrogates left here; one that slipped through is escaped."""
    return _Written(place, text.encode("utf-8", "backslashreplace"))


def _replace(path: Path, data: bytes) -> None:
    """The file whole or not at all; without waiting for the disk, since it can be made again."""
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)  # of a run that was killed
    with open(part, "xb", opener=_for_us_alone) as file:
        file.write(data)
    part.replace(path)


def _for_us_alone(path: str, flags: int) -> int:
    """Also in a folder that was there before and that others can look into."""
    return os.open(path, flags, 0o600)
