"""A download read into the store: every file with whose it is and what it answers, or why not."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tfmdrill.config import Limits
from tfmdrill.course.matching import Matcher, Signs, signs_of
from tfmdrill.course.people import People
from tfmdrill.course.reading.archives import METADATA, NOT_CODE
from tfmdrill.course.reading.download import files_of
from tfmdrill.course.reading.gradescope import Exported, read_metadata
from tfmdrill.course.reading.names import Place, Whose, own_name, place_of, without_wrapping
from tfmdrill.course.reading.tables import read_roster, read_times
from tfmdrill.course.settings import course_problems
from tfmdrill.course.store import HandedIn, Store
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Course, Layout, Match, SubmittedFile, Unmatched
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import source_of


@dataclass(frozen=True, slots=True)
class _Piece:
    """A file as it was found, before anybody knows whose it is."""

    file: SubmittedFile
    signs: Signs
    refused: str = ""
    unreadable: str = ""  # why its content is no source, which says nothing then


@dataclass(frozen=True, slots=True)
class _Owned:
    piece: _Piece
    students: tuple[str, ...]
    whose: str


def read_class(course: Course, submissions: Path, store: Store) -> HandedIn:
    """What was handed in. Its sources are kept in the store; nothing else there is changed.

    Raises UsageError for a download, roster or mapping that can't be understood as a whole.
    """
    return _ClassReader(course, store).read(submissions)


def source_hash(source: Source) -> str:
    """The hash of all that grading sees of a file."""
    reason = source.unreadable.reason if source.unreadable else None
    head = json.dumps([source.name, source.cells, source.remarks, reason])
    return hashlib.sha256(head.encode() + b"\0" + source.code).hexdigest()


class _NobodyError(Exception):
    """The file is nobody's, or can't be taken; `students` are those whose it may be."""

    def __init__(self, why: str, students: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.students = students


class _ClassReader:
    def __init__(self, course: Course, store: Store) -> None:
        self._course = course
        self._store = store
        self._matcher = Matcher(course, course_problems(course))
        roster = read_roster(course.roster) if course.roster else ()
        self._people = People(roster, course.groups, closed=bool(roster))
        self._unmatched: list[Unmatched] = []
        self._speaking: Counter[tuple[str, str]] = Counter()  # of names at the top, for an id

    def read(self, submissions: Path) -> HandedIn:
        metadata: dict[str, bytes] = {}
        with self._store.together():
            pieces = [p for p in self._pieces(submissions, metadata) if p is not None]
        prefix = without_wrapping([piece.file.path for piece in pieces] + list(metadata))
        exported = _exported(metadata, prefix)
        self._meet_all(pieces, prefix, exported)
        owned = []
        for piece in pieces:
            try:
                owned.append(self._owned(piece, prefix, exported))
            except _NobodyError as error:
                self._leave(piece, piece.refused or str(error), error.students)
        if not pieces:
            raise UsageError(
                f"{submissions} holds no file: give the folder or zip that the LMS gave you"
            )
        matches = self._matched(owned)
        return HandedIn(
            self._people.students(self._course.pseudonym_key),
            tuple(sorted(matches, key=lambda m: (m.file.path, m.problem))),
            tuple(sorted(self._unmatched, key=lambda u: (u.path, u.reason))),
        )

    def _pieces(self, submissions: Path, metadata: dict[str, bytes]) -> Iterator[_Piece]:
        for found in files_of(submissions, limits=Limits()):
            name = own_name(found.path)
            if name.lower() in METADATA and not found.refused:
                metadata[found.path] = found.data
                continue
            source = source_of(found.data, name, limits=Limits())
            file = SubmittedFile(
                found.path,
                name,
                hashlib.sha256(found.data).hexdigest(),
                len(found.data),
                source_hash(source),
            )
            if found.refused:
                yield _Piece(file, Signs((), frozenset()), found.refused)
                continue
            self._store.keep_source(file.source, source)
            why = source.unreadable.reason.replace(name, "it", 1) if source.unreadable else ""
            yield _Piece(file, signs_of(source, self._matcher.entries), unreadable=why)

    def _meet_all(
        self, pieces: Sequence[_Piece], prefix: str, exported: Mapping[str, Exported]
    ) -> None:
        """Everybody whom the download names, but for the files that course.toml speaks for."""
        tops: dict[str, Place] = {}
        for piece in pieces:
            top = piece.file.path.removeprefix(prefix).partition("/")[0]
            if not self._mapped_names(piece):
                tops.setdefault(top, self._place(piece, prefix))
        for place in tops.values():
            self._speaking.update({whose.identity for whose in _readings(place)})
        for top, place in tops.items():
            if top in exported:
                export = exported[top]
                for whose, email in zip(export.submitters, export.emails, strict=True):
                    self._people.meet(whose, email)
                continue
            if self._course.layout is Layout.GRADESCOPE:
                continue
            with suppress(_NobodyError):
                sure = self._surest(place)
                if sure.whose is not None:
                    self._people.meet(sure.whose)

    def _owned(self, piece: _Piece, prefix: str, exported: Mapping[str, Exported]) -> _Owned:
        """The piece with its owners; None, and a word in the list, where there are none."""
        path = piece.file.path.removeprefix(prefix)
        top, inside, rest = path.partition("/")
        if inside and top in exported:
            return self._of_export(piece, exported[top], top, rest)
        if self._course.layout is Layout.GRADESCOPE:
            raise _NobodyError("it lies in no submission that the metadata names")
        place = self._place(piece, prefix)
        mapped = self._mapped_student(piece)
        if not mapped:
            place = self._surest(place)
        own = replace(piece.file, name=place.own, marked_late=place.marked_late, order=place.order)
        piece = replace(piece, file=own)
        if mapped:
            return self._kept(piece, self._people.with_group(mapped), "course.toml maps it")
        if place.whose is None:
            raise _NobodyError(place.why)
        students, why = self._people.of(place.whose)
        if why:
            raise _NobodyError(why, students)
        return self._kept(piece, students, place.whose.says)

    def _place(self, piece: _Piece, prefix: str) -> Place:
        path = piece.file.path.removeprefix(prefix)
        return place_of(path, self._course.layout, self._matcher.names)

    def _surest(self, place: Place) -> Place:
        """The one way to read a name that a student may have made up a part of.

        Ids of the roster tell. Where it has none, a name of several readings is taken as the LMS
        writes it, but not if another file speaks for one of those whom it may name.
        """
        readings = _readings(place)
        if len(readings) < 2:
            return place
        known = [
            r for w, r in readings.items() if self._people.closed and self._people.having_id(w)
        ]
        if len(known) == 1:
            return known[0]
        if known or any(self._speaking[whose.identity] > 1 for whose in readings):
            why = "its name reads as that of several students; map it in course.toml"
            raise _NobodyError(why, tuple(k for w in readings for k in self._people.likely(w)))
        return place

    def _of_export(self, piece: _Piece, export: Exported, folder: str, own: str) -> _Owned:
        file = replace(piece.file, name=own, submitted=export.submitted)
        piece = replace(piece, file=file)
        mapped = self._mapped_student(piece)
        if mapped:
            return self._kept(piece, self._people.with_group(mapped), "course.toml maps it")
        students: list[str] = []
        unsure: list[str] = []
        whys: dict[str, str] = {}  # by name
        for whose, email in zip(export.submitters, export.emails, strict=True):
            found, why = self._people.of(whose, email)
            (unsure if why else students).extend(found)
            whys |= {whose.name: why} if why else {}
        if not students or unsure:  # who has left the course takes nothing from the rest of a group
            # No names: reasons are shown to whoever looks on, too.
            why = (
                "; ".join(dict.fromkeys(whys.values())) or f"the metadata names nobody for {folder}"
            )
            raise _NobodyError(why, (*students, *unsure))
        left_out = [f"{name} {why}" for name, why in whys.items()]
        says = "; ".join([export.submitters[0].says, *left_out])
        return self._kept(piece, tuple(sorted(set(students))), says)

    def _mapped_student(self, piece: _Piece) -> str:
        """By the path alone: a name that fits is one that anybody can give a file."""
        names = self._mapped_names(piece)
        if len(names) > 1:
            raise UsageError(
                f"map: {piece.file.path} is mapped to several students: {', '.join(sorted(names))}"
            )
        return self._people.named(names.pop()) if names else ""

    def _mapped_names(self, piece: _Piece) -> set[str]:
        return {m.student for m in self._matcher.mappings(piece.file.path) if m.student}

    def _kept(self, piece: _Piece, students: tuple[str, ...], whose: str) -> _Owned:
        if piece.refused:
            raise _NobodyError(piece.refused, students)
        return _Owned(piece, students, whose)

    def _leave(self, piece: _Piece, why: str, students: tuple[str, ...] = ()) -> None:
        code = piece.refused != NOT_CODE
        self._unmatched.append(Unmatched(piece.file.path, why, students, code))

    def _matched(self, owned: Sequence[_Owned]) -> list[Match]:
        number = Counter(each.students for each in owned)
        times = self._times()
        matches = []
        for each in owned:
            file, signs = each.piece.file, each.piece.signs
            mapped = [m.problem for m in self._matcher.mappings(file.path, file.name) if m.problem]
            alone = number[each.students] == 1
            answers = self._matcher.match(file.name, signs, mapped, alone=alone)
            if answers.why_not:
                unreadable = each.piece.unreadable
                why = f"{answers.why_not} ({unreadable})" if unreadable else answers.why_not
                self._leave(each.piece, why, each.students)
            for slug in answers.problems:
                known = [t for s in each.students if (t := times.get((s, slug)))]
                known = known or [t for s in each.students if (t := times.get((s, "")))]
                dated = replace(file, submitted=max(known)) if known else file
                how, says = answers.how, answers.says
                matches.append(Match(dated, each.students, slug, how, says, each.whose))
        return matches

    def _times(self) -> dict[tuple[str, str], datetime]:
        if self._course.times is None:
            return {}
        rows = read_times(self._course.times, ZoneInfo(self._course.time_zone))
        return {(self._people.named(row.student), row.problem): row.submitted for row in rows}


def _readings(place: Place) -> dict[Whose, Place]:
    """Each person whom the name may mean, with the first of the ways to read it so."""
    found: dict[tuple[str, str], Place] = {}
    for reading in (place, *place.otherwise):
        if reading.whose is not None:
            found.setdefault(reading.whose.identity, reading)
    return {reading.whose: reading for reading in found.values() if reading.whose is not None}


def _exported(metadata: Mapping[str, bytes], prefix: str) -> dict[str, Exported]:
    """What the metadata at the top of the download says; such a file further down is nobody's."""
    for path, data in metadata.items():
        if "/" not in path.removeprefix(prefix):
            return read_metadata(data, path)
    return {}
