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
BY_WORDS = "words"


class People:
    """Finds the students that a download, or the instructor, means.

    An id of the LMS is its own word, a name is what a student may have given themselves: it says
    whose a file is only where no id speaks for somebody else.
    """

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
        # Which ids of the download speak for whom, or for which group.
        self._speaking: dict[str, set[tuple[str, str]]] = {}
        for row in roster:
            self._add(row)
        self._groups = groups
        if closed:
            for name, members in groups:
                for member in members:
                    if not self._matching(member):
                        raise UsageError(f"groups.{name}: nobody in the roster is {member!r}")

    def meet(self, whose: Whose, email: str = "") -> None:
        """Notes that the download has files of that person or group. All are to be met before it
        is asked whose a file is: then nobody is taken for another of the same name."""
        found = self.having_id(whose, email)
        group = "" if found else self._group_of(whose)
        if not (found or group):
            found = self._by_name(whose) if self.closed else self._alike(whose)
        if not (found or group or self.closed):
            found = [self._new(whose, email)]
        for key in [group] if group else found:
            self._speaking.setdefault(key, set()).add(whose.identity)

    def of(self, whose: Whose, email: str = "") -> tuple[tuple[str, ...], str]:
        """(keys of everyone who handed it in, "") or (keys of whoever it may be, why nobody is
        found)."""
        by_id = self.having_id(whose, email)
        group = "" if by_id else self._group_of(whose)
        found = by_id or list(self._members(group)) or self._by_name(whose)
        if not found and self.closed:
            return (), "nobody in the roster fits it; map it in course.toml"
        if not found:
            found = [self._new(whose, email)]
        if len(found) > 1 and not group:
            return tuple(found), "fits several students of the roster; map it in course.toml"
        if not by_id and self._contested(whose, group, found):
            why = "goes by the name of somebody with another id: take a fresh roster, or map it in"
            return tuple(found), f"{why} course.toml"
        return (tuple(found) if group else self.with_group(found[0])), ""

    def having_id(self, whose: Whose, email: str = "") -> list[str]:
        """The keys of those who have that id, or that email."""
        if whose.system == "gradescope":
            systems: tuple[str, ...] = ("gradescope", "sis", "number", "key", "email")
        elif not whose.of_lms:
            systems = ("key", "login", "email", "canvas", "moodle", "gradescope", "sis", "number")
        else:
            systems = (whose.system,)
        found = next((found for s in systems if (found := self._lookup(s, whose.id))), [])
        return found or self._lookup("email", email)

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
        self._note(BY_WORDS, words(row.name), row.key)

    def _note(self, system: str, id: str, key: str) -> None:
        keys = self._index.setdefault((system, id), [])
        if key not in keys:
            keys.append(key)

    def _lookup(self, system: str, id: str) -> list[str]:
        return self._index.get((system, id.casefold()), []) if id else []

    def likely(self, whose: Whose) -> list[str]:
        """The keys of those whom that id, or else that name, means."""
        return self.having_id(whose) or self._by_name(whose)

    def _contested(self, whose: Whose, group: str, found: Sequence[str]) -> bool:
        """Whether the name that a file goes by is that of somebody for whom another id speaks."""
        if not whose.of_lms:
            return False
        ids = {id for key in (group, *found) for id in self._speaking.get(key, ())}
        if not group:
            ids |= {id for id in self._rows[found[0]].ids if id[0] == whose.system}
        return bool(ids - {whose.identity})

    def _by_name(self, whose: Whose) -> list[str]:
        for spelling in spellings(whose.name):
            found = self._index.get((BY_NAME, spelling))
            if found:
                return found
        return []

    def _alike(self, whose: Whose) -> list[str]:
        """In an open class: whom a folder or file means that spells the same words otherwise; a
        person whom the LMS gives another id is another one."""
        return [] if whose.of_lms else self._lookup(BY_WORDS, words(whose.name))

    def _matching(self, text: str) -> list[str]:
        for system in ("key", "email", "login", "canvas", "sis", "moodle", "gradescope", "number"):
            if found := self._lookup(system, text):
                return found
        return self._by_name(Whose("file", text, text, ""))

    def _group_of(self, whose: Whose) -> str:
        """The group that goes by that name or id, "" for none."""
        names = (whose.name.casefold(), whose.id.casefold())
        return next((name for name, _ in self._groups if name.casefold() in names), "")

    def _members(self, group: str) -> tuple[str, ...]:
        for name, members in self._groups:
            if name.casefold() == group.casefold():
                keys = [self.named(member) for member in members]
                return tuple(sorted(dict.fromkeys(keys)))
        return ()

    def _new(self, whose: Whose, email: str) -> str:
        key = f"{whose.system}-{whose.id}" if whose.of_lms else whose.id
        if key not in self._rows:
            ids = (whose.identity,) if whose.of_lms else ()
            self._add(RosterRow(key, whose.name, email, ids))
        return key


def words(name: str) -> str:
    """The words of a name, however they are set apart and capitalised.

    >>> words("Ada_Lovelace"), words("1-23"), words("12-3")
    ('ada lovelace', '1 23', '12 3')
    """
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFC", name).casefold()).strip()


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
