"""moodle.csv: the site's own worksheet of offline grading with two columns filled in.

The worksheet's headings are in the site's language and its numbers in its locale, so it is their
file that is filled in: every byte but those of the cells written stays as it is.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tfmdrill.course.outputs.cells import cell, points
from tfmdrill.errors import UsageError
from tfmdrill.model.course import ClassGrades, Grade

# What Moodle calls the columns, in small letters, in the languages that most sites are in.
GRADE = ("grade", "bewertung", "note", "calificación", "nota", "voto", "valutazione", "cijfer",
         "beoordeling", "ocena", "karakter", "betyg", "hodnocení", "оценка", "成绩", "評点",
         "qualificació", "nilai", "not", "βαθμός")  # fmt: skip
MAXIMUM = ("maximum grade", "beste bewertung", "höchste bewertung", "note maximale", "note maximum",
           "calificación máxima", "nota máxima", "voto massimo", "maximumcijfer")  # fmt: skip
FEEDBACK = ("feedback comments", "feedback als kommentar", "feedbacks", "commentaires de feedback",
            "comentarios de retroalimentación", "comentários de feedback")  # fmt: skip
CHANGEABLE = ("grade can be changed",)
IDENTIFIER = re.compile(r"\D*(\d+)")
SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell and where it stands in the text; `value` is what the quotes hold."""

    start: int
    end: int
    value: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class _Columns:
    grade: int
    maximum: int | None
    feedback: int | None
    changeable: int | None


def filled_worksheet(worksheet: bytes, grades: ClassGrades, *, name: str) -> bytes:
    """The worksheet with Grade and, where it has the column, Feedback comments of every student
    who has a number. Grades are scaled to the worksheet's maximum.

    name: of the file, for messages. Raises UsageError if it is no worksheet.
    """
    try:
        text = worksheet.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{name} isn't UTF-8: download the grading worksheet again") from None
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    rows = list(_rows(text, separator))
    columns = _columns(rows[0] if rows else [], name)
    students = {s.id_in("moodle"): s.key for s in grades.students if s.id_in("moodle")}
    changes: list[tuple[_Cell, str]] = []
    for row in rows[1:]:
        found = IDENTIFIER.fullmatch(row[0].value.strip()) if row else None
        key = students.get(found[1]) if found else None
        if key is None or len(row) <= columns.grade or _is_locked(row, columns):
            continue
        changes += _changes(row, columns, key, grades)
    return _written(text, changes, separator).encode()


def _changes(
    row: list[_Cell], columns: _Columns, key: str, grades: ClassGrades
) -> Iterator[tuple[_Cell, str]]:
    total = grades.total(key)
    if total is None:
        return
    grade = row[columns.grade]
    sample = grade.value
    if columns.maximum is not None and len(row) > columns.maximum:
        sample = row[columns.maximum].value
        highest = _number(sample)
        if highest and grades.course.points:
            total = total * highest / grades.course.points
    number = points(total)
    yield grade, number.replace(".", ",") if "," in sample else number
    if columns.feedback is not None and len(row) > columns.feedback:
        yield row[columns.feedback], html.escape(cell(comment(grades.of(key))))


def comment(own: tuple[Grade, ...]) -> str:
    """One line on each problem: points, and the mistake if one was named."""
    parts = []
    for grade in own:
        result = grade.counted.result if grade.counted is not None else None
        named = result.report.diagnoses if result is not None else ()
        says = f": {named[0].says}" if len(named) == 1 else ""
        final = points(grade.final) if grade.status == "ok" else str(grade.status)
        parts.append(f"{grade.problem} {final}{says}")
    return "; ".join(part.rstrip(".") for part in parts)


def _columns(header: list[_Cell], name: str) -> _Columns:
    names = [c.value.removeprefix("\ufeff").strip().lower() for c in header]

    def at(known: tuple[str, ...]) -> int | None:
        return next((i for i, title in enumerate(names) if title in known), None)

    grade = at(GRADE)
    if grade is None:
        raise UsageError(
            f"{name} has no column Grade (it has {', '.join(names[:12]) or 'no heading'}): give "
            "the worksheet that Moodle offers under `Download grading worksheet`, in English if "
            "the site's language isn't known here"
        )
    return _Columns(grade, at(MAXIMUM), at(FEEDBACK), at(CHANGEABLE))


def _is_locked(row: list[_Cell], columns: _Columns) -> bool:
    at = columns.changeable
    return at is not None and len(row) > at and row[at].value.strip().lower() == "no"


def _number(text: str) -> float | None:
    """The last dot or comma is the decimal point: "1.000,00" is a thousand."""
    whole, point, part = re.sub(r"[^\d.,]", "", text).rpartition(
        "," if text.rfind(",") > text.rfind(".") else "."
    )
    digits = re.sub(r"\D", "", whole) if point else ""
    try:
        return float(f"{digits}.{part}" if point else part)
    except ValueError:
        return None


def _rows(text: str, separator: str) -> Iterator[list[_Cell]]:
    """The cells of each row, with their places: the quotes of RFC 4180, any line ends."""
    cells: list[_Cell] = []
    start, end = (1 if text.startswith("\ufeff") else 0), len(text)
    while start < end:
        here, value, quoted = start, [], text[start] == '"'
        if quoted:
            here += 1
            while True:
                close = text.find('"', here)
                if close < 0:  # never closed: all that is left is one cell
                    value.append(text[here:])
                    here = end
                    break
                value.append(text[here:close])
                here = close + 1
                if text[here : here + 1] != '"':
                    break
                value.append('"')
                here += 1
        while here < end and text[here] not in (separator, "\r", "\n"):
            value.append(text[here])
            here += 1
        cells.append(_Cell(start, here, "".join(value), quoted))
        if here < end and text[here] == separator:
            start = here + 1
            if start == end:
                cells.append(_Cell(start, start, "", False))
            continue
        start = here + (2 if text[here : here + 2] == "\r\n" else 1)
        yield cells
        cells = []
    if cells:
        yield cells


def _written(text: str, changes: list[tuple[_Cell, str]], separator: str) -> str:
    parts, done = [], 0
    for old, value in sorted(changes, key=lambda change: change[0].start):
        parts += [text[done : old.start], _quoted(value, separator, quoted=old.quoted)]
        done = old.end
    return "".join([*parts, text[done:]])


def _quoted(value: str, separator: str, *, quoted: bool) -> str:
    if quoted or any(c in value for c in (separator, '"', "\r", "\n")):
        return '"' + value.replace('"', '""') + '"'
    return value
