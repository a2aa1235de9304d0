"""canvas.csv: what the gradebook of Canvas imports.

Rows are matched by Canvas's own ID, then the SIS ids, then the name. A student without a number is
left out: a blank cell would delete a grade that is there.
"""

from tfmdrill.course.outputs.cells import cell, points, table
from tfmdrill.model.course import ClassGrades

HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def canvas_csv(grades: ClassGrades) -> str:
    """The import of one column, the course's `column`, or a new one of the course's name."""
    course = grades.course
    rows = [["Points Possible", "", "", "", "", points(course.points)]]
    for student in grades.students:
        total = grades.total(student.key)
        if total is None:
            continue
        ids = [student.id_in(system) for system in ("canvas", "sis", "login")]
        rows.append([cell(student.name), *map(cell, ids), "", points(total)])
    return table([*HEADER, cell(course.column or course.name)], rows)
