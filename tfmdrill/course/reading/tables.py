"""CSV files of the instructor: the roster as an LMS exports it, and times of handing in."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tfmdrill.errors import UsageError

MOST_BYTES = 32 * 1024 * 1024
# What LMSs and people call the columns, in small letters.
COLUMNS = {
    "id": ("id", "student id", "student"),
    "name": ("name", "full name", "student name"),
    "first": ("first name", "firstname"),
    "last": ("last name", "lastname", "surname"),
    "email": ("email", "email address", "e-mail"),
    "canvas": ("canvas_id", "canvas id"),
    "sis": ("sis user id", "sis_id", "sis id"),
    "login": ("sis login id", "login", "login id", "username"),
    "moodle": ("identifier", "moodle_id", "participant"),
    "gradescope": ("sid", "gradescope_id"),
    "number": ("id number",),
    "group": ("team",),
}
PARTICIPANT = re.compile(r"\D*(\d+)\s*")


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A person of the roster. `ids` are (system, id) as in `model.course.Student`."""

    key: str
    name: str
    email: str
    ids: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TimeRow:
    student: str
    problem: str  # "" for all
    submitted: datetime


def read_roster(path: Path) -> tuple[RosterRow, ...]:
    """Everyone in a CSV: a Canvas gradebook, a Moodle worksheet, a Gradescope roster, or a file
    with the columns id, name and email.

    Raises UsageError that names the file and the line.
    """
    rows: list[RosterRow] = []
    seen: dict[str, int] = {}
    for line, row in _rows(path):
        person = _canvas(row) if "sis login id" in row or "section" in row else _other(row)
        if person is None:
            continue
        if not person.key:
            raise UsageError(f"{path}: line {line}: names nobody: an id, name or email is wanted")
        if person.key in seen:
            raise UsageError(
                f"{path}: line {line}: {person.key!r} is in line {seen[person.key]} already; give "
                "each student an id of their own"
            )
        seen[person.key] = line
        rows.append(person)
    if not rows:
        raise UsageError(f"{path}: names no students; wanted is a row a student below a heading")
    return tuple(rows)


def read_times(path: Path, zone: ZoneInfo) -> tuple[TimeRow, ...]:
    """Who handed in when, from the columns student, submitted and, where there is one, problem.

    Raises UsageError that names the file and the line.
    """
    found = []
    for line, row in _rows(path):
        student, text = row.get("student", ""), row.get("submitted", "")
        if not student:
            raise UsageError(f"{path}: line {line}: the column student is empty or missing")
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            raise UsageError(
                f"{path}: line {line}: submitted is {text!r}, wanted is a time as "
                "2026-10-12T23:59:00"
            ) from None
        time = time if time.tzinfo else time.replace(tzinfo=zone)
        found.append(TimeRow(student, row.get("problem", ""), time))
    return tuple(found)


def _canvas(row: Mapping[str, str]) -> RosterRow | None:
    """None for the rows of points and of the test student, which are nobody."""
    name, id = row.get("student", ""), row.get("id", "")
    if not id or name.strip().lower() in ("points possible", "student, test"):
        return None
    ids = (("canvas", id), ("sis", row.get("sis user id", "")))
    login = row.get("sis login id", "")
    email = login if "@" in login else ""
    return RosterRow(id, name, email, _known((*ids, ("login", login))))


def _other(row: Mapping[str, str]) -> RosterRow:
    def cell(kind: str) -> str:
        return next((row[name] for name in COLUMNS[kind] if row.get(name)), "")

    name = cell("name") or " ".join(filter(None, (cell("first"), cell("last"))))
    moodle = PARTICIPANT.fullmatch(cell("moodle"))
    ids = (
        ("canvas", cell("canvas")),
        ("sis", cell("sis")),
        ("login", cell("login")),
        ("moodle", moodle[1] if moodle else ""),
        ("gradescope", cell("gradescope")),
        ("number", cell("number")),
    )
    email = cell("email")
    key = cell("id") or next((id for _, id in _known(ids)), "") or email or name
    return RosterRow(key, name or key, email, _known(ids))


def _known(ids: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in ids if pair[1])


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, cells by the heading in small letters); empty rows are left out."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} can't be read ({error.strerror})") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{path} is far too large for a table of a class")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path} isn't UTF-8: export it as CSV in UTF-8") from None
    first = text.partition("\n")[0]
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ","
    )
    try:
        heading = [cell.strip().lower() for cell in next(reader, [])]
        for cells in reader:
            if any(cell.strip() for cell in cells):
                named = zip(heading, (cell.strip() for cell in cells), strict=False)
                yield reader.line_num, dict(named)
    except csv.Error as error:
        raise UsageError(f"{path}: line {reader.line_num}: not CSV ({error})") from None
