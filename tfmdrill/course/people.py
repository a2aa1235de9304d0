"""Who is in the class: the roster, or, without one, whoever handed something in."""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterable, Sequence

from tfmdrill.course.reading.names import Whose
from tfmdrill.course.reading.tables import RosterRow
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Student

SHORTEST = 6  # hex digits of a pseudonym; more where two would be the same
BY_NAME = "name"


class People:
    """Finds the students that a download, or the instructor, means."""

    def __init__(
        self,
        roster: Sequence[RosterRow],
        groups: Sequence[tuple[str, tuple[str, ...]]],
        *,
        closed: bool,
    ) -> None:
        """closed: nobody but those of the roster is in the class.

        Raises UsageError where a group names somebody who isn't in a closed class.
        """
        self.closed = closed
        self._rows: dict[str, RosterRow] = {}
        self._index: dict[tuple[str, str], list[str]] = {}
        for row in roster:
            self._add(row)
        self._groups = groups
        if closed:
            for name, members in groups:
                for member in members:
                    if not self._matching(member):
                        raise UsageError(f"groups.{name}: nobody in the roster is {member!r}")

    def of(self, whose: Whose, email: str = "") -> tuple[tuple[str, ...], str]:
        """(keys of everyone who handed it in, "") or (keys of whoever it may be, why nobody is
        found)."""
        found = self._by_id(whose) or self._lookup("email", email)
        if not found:
            group = self._members(whose.name) or self._members(whose.id)
            if group:
                return group, ""
            found = self._by_name(whose)
        if len(found) > 1:
            return tuple(found), "fits several students of the roster; map it in course.toml"
        if not found and self.closed:
            return (), "nobody in the roster fits it; map it in course.toml"
        if not found:
            found = [self._new(whose, email)]
        return self.with_group(found[0]), ""

    def bears_out(self, whose: Whose) -> bool:
        """Whether somebody of the class has both that id and that name."""
        names = [self._rows[key].name for key in self._by_id(whose)]
        return any(set(spellings(name)) & set(spellings(whose.name)) for name in names)

    def may_be(self, whose: Whose) -> bool:
        """Whether the id is one of the roster; in an open class, whether it is nobody's yet."""
        return bool(self._by_id(whose)) is self.closed

    def with_group(self, key: str) -> tuple[str, ...]:
        """The student, and everyone whom course.toml puts into the same group."""
        for name, _ in self._groups:
            members = self._members(name)
            if key in members:
                return members
        return (key,)

    def named(self, text: str) -> str:
        """The key of the one student that a word of the instructor means: a key, id, email or
        name; a new student where the class is open.

        Raises UsageError where nobody or several fit.
        """
        found = self._matching(text)
        if len(found) > 1:
            raise UsageError(f"{text!r} fits several students; use an id")
        if found:
            return found[0]
        if self.closed:
            raise UsageError(f"nobody in the roster is {text!r}; use an id, email or full name")
        return self._new(Whose("folder", text, text, ""), "")

    def students(self, pseudonym_key: str) -> tuple[Student, ...]:
        """Everyone, by key."""
        keys = sorted(self._rows)
        pseudonyms = pseudonyms_for(keys, pseudonym_key)
        groups = {k: name for name, _ in reversed(self._groups) for k in self._members(name)}
        return tuple(
            Student(
                key,
                self._rows[key].name,
                pseudonyms[key],
                self._rows[key].email,
                groups.get(key, ""),
                self._rows[key].ids,
            )
            for key in keys
        )

    def _add(self, row: RosterRow) -> None:
        self._rows[row.key] = row
        for system, id in (*row.ids, ("key", row.key), ("email", row.email)):
            if id:
                self._note(system, id.casefold(), row.key)
        for spelling in spellings(row.name):
            self._note(BY_NAME, spelling, row.key)

    def _note(self, system: str, id: str, key: str) -> None:
        keys = self._index.setdefault((system, id), [])
        if key not in keys:
            keys.append(key)

    def _lookup(self, system: str, id: str) -> list[str]:
        return self._index.get((system, id.casefold()), []) if id else []

    def _by_id(self, whose: Whose) -> list[str]:
        if whose.system == "gradescope":
            systems: tuple[str, ...] = ("gradescope", "sis", "number", "key", "email")
        elif whose.system in ("folder", "file"):
            systems = ("key", "login", "email", "canvas", "moodle", "gradescope", "sis", "number")
        else:
            systems = (whose.system,)
        return next((found for s in systems if (found := self._lookup(s, whose.id))), [])

    def _by_name(self, whose: Whose) -> list[str]:
        for spelling in spellings(whose.name):
            found = self._index.get((BY_NAME, spelling))
            if found:
                return found
        return []

    def _matching(self, text: str) -> list[str]:
        for system in ("key", "email", "login", "canvas", "sis", "moodle", "gradescope", "number"):
            if found := self._lookup(system, text):
                return found
        return self._by_name(Whose("file", text, text, ""))

    def _members(self, group: str) -> tuple[str, ...]:
        for name, members in self._groups:
            if name.casefold() == group.casefold():
                keys = [self.named(member) for member in members]
                return tuple(sorted(dict.fromkeys(keys)))
        return ()

    def _new(self, whose: Whose, email: str) -> str:
        lms = whose.system not in ("folder", "file")
        key = f"{whose.system}-{whose.id}" if lms else whose.id
        if key not in self._rows:
            ids = ((whose.system, whose.id),) if lms else ()
            self._add(RosterRow(key, whose.name, email, ids))
        return key


def spellings(name: str) -> tuple[str, ...]:
    """The forms under which a name is looked up: as written, and first name first or last.

    >>> spellings("Lovelace, Ada")
    ('lovelaceada', 'adalovelace')
    """
    plain = unicodedata.normalize("NFC", name).casefold()
    last, comma, first = plain.partition(",")
    if not comma:
        first, _, last = plain.rpartition(" ")
        turned = f"{last}{first}"
    else:
        turned = f"{first}{last}"
    forms = (re.sub(r"[\W_]+", "", form) for form in (plain, turned))
    return tuple(dict.fromkeys(form for form in forms if form))


def pseudonyms_for(keys: Iterable[str], secret: str) -> dict[str, str]:
    """A pseudonym for each key, "student 3f9a1c", that nobody without the secret can undo."""
    digests = {
        key: hmac.new(secret.encode(), key.encode("utf-8", "surrogatepass"), hashlib.sha256)
        for key in keys
    }
    for length in range(SHORTEST, 65):
        found = {key: f"student {d.hexdigest()[:length]}" for key, d in digests.items()}
        if len(set(found.values())) == len(found):
            return found
    raise AssertionError("unreachable: two keys with one hash")


def find_student(students: Sequence[Student], text: str) -> Student:
    """The student that the instructor means by a key, id, email, pseudonym or full name.

    Raises UsageError where nobody or several fit.
    """
    wanted = text.strip().casefold()
    exact = [
        student
        for student in students
        if wanted
        in {
            value.casefold()
            for value in (
                student.key,
                student.email,
                student.pseudonym,
                *(i for _, i in student.ids),
            )
            if value
        }
    ]
    forms = set(spellings(text))
    found = exact or [s for s in students if forms & set(spellings(s.name))]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(
            f"no student of this class is {text!r}: use the id, email or name of grades.csv, or "
            "the pseudonym of the class page"
        )
    raise UsageError(f"{text!r} fits {len(found)} students; use an id of grades.csv")
