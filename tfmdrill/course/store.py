"""The memory of a class, one SQLite file: what was handed in, verdicts, the instructor's word.

Every verdict is committed before the next is asked for, and to the disk before the commit
returns, so that a kill or a power cut at any moment costs at most the files in work.
"""

import fcntl
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

from tfmdrill.errors import UsageError
from tfmdrill.model.course import Match, Override, Student, Timing, Unmatched
from tfmdrill.model.report import Report
from tfmdrill.model.source import Source, Unreadable

FILE = "course.sqlite"
LOCK = ".lock"
SCHEMA = 1
TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE sources (hash TEXT PRIMARY KEY, source BLOB NOT NULL);
CREATE TABLE results (key TEXT PRIMARY KEY, report BLOB NOT NULL, fault INTEGER NOT NULL,
    trace TEXT NOT NULL);
CREATE TABLE timings (key TEXT PRIMARY KEY, timing TEXT NOT NULL);
CREATE TABLE overrides (student TEXT, problem TEXT, score REAL NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (student, problem));
CREATE TABLE waivers (problem TEXT, check_id TEXT, PRIMARY KEY (problem, check_id));
"""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A download as it was read last: who is in the class, and whose which file is."""

    students: tuple[Student, ...] = ()
    matches: tuple[Match, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """What every verdict of a class depends on besides the files."""

    engine: str
    seed: int
    limit_scale: float
    problems: tuple[tuple[str, str], ...]  # (slug, hash)


@dataclass(frozen=True, slots=True)
class Published:
    """A grade as the outputs had it last: what `regrade` compares with."""

    student: str
    problem: str
    status: str
    final: float | None
    key: str  # of the result; "" without one


class Store:
    """Open it with `open_store`; one process at a time writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = sqlite3.connect(path, isolation_level=None, timeout=30.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self) -> None:
        """The tables, made where they aren't there. Raises UsageError for another version."""
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        with self._transaction():
            if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in TABLES.split(";"):
                    self._db.execute(statement)
                self._set("schema", str(SCHEMA))
        if self._get("schema") != str(SCHEMA):
            raise UsageError(
                f"{self.path} was written by another version of tfmdrill: use that one, or "
                "another folder with -o"
            )

    def close(self) -> None:
        self._db.close()

    def keep_source(self, hash: str, source: Source) -> None:
        fields = {
            "name": source.name,
            "code": source.code.decode(),
            "cells": source.cells,
            "remarks": source.remarks,
            "unreadable": source.unreadable.reason if source.unreadable else None,
        }
        self._db.execute("INSERT OR IGNORE INTO sources VALUES (?, ?)", (hash, _packed(fields)))

    def source(self, hash: str) -> Source:
        """Raises KeyError for one that isn't kept."""
        row = self._db.execute("SELECT source FROM sources WHERE hash = ?", (hash,)).fetchone()
        if row is None:
            raise KeyError(hash)
        fields = _unpacked(row[0])
        return Source(
            fields["name"],
            fields["code"].encode(),
            tuple((cell, line) for cell, line in fields["cells"]),
            tuple(fields["remarks"]),
            Unreadable(fields["unreadable"]) if fields["unreadable"] is not None else None,
        )

    def keep_result(
        self, key: str, report: bytes, timing: Timing | None, *, fault: bool, trace: str = ""
    ) -> None:
        """Commits a verdict, as the JSON of a report, in place of an earlier one."""
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)",
                (key, zlib.compress(report), fault, trace),
            )
            if timing is not None:
                row = (key, json.dumps(msgspec.to_builtins(timing)))
                self._db.execute("INSERT OR REPLACE INTO timings VALUES (?, ?)", row)

    def report(self, key: str) -> Report | None:
        row = self._db.execute("SELECT report FROM results WHERE key = ?", (key,)).fetchone()
        return None if row is None else report_of(zlib.decompress(row[0]))

    def trace(self, key: str) -> str:
        """Where tfmdrill failed, after a grader fault; "" else."""
        row = self._db.execute("SELECT trace FROM results WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    def keys(self, *, faults: bool | None = None) -> frozenset[str]:
        """The keys of all results, or of those that are grader faults, or that aren't."""
        rows = self._db.execute("SELECT key, fault FROM results")
        return frozenset(key for key, fault in rows if faults is None or bool(fault) is faults)

    def timings(self, keys: Iterable[str]) -> tuple[Timing, ...]:
        """Those of the given results, by key."""
        wanted = frozenset(keys)
        rows = self._db.execute("SELECT key, timing FROM timings ORDER BY key")
        return tuple(
            msgspec.convert(json.loads(timing), Timing) for key, timing in rows if key in wanted
        )

    @property
    def handed_in(self) -> HandedIn:
        return self._value("handed_in", HandedIn) or HandedIn()

    def keep_handed_in(self, handed_in: HandedIn) -> None:
        self._keep("handed_in", handed_in)

    @property
    def terms(self) -> Terms | None:
        return self._value("terms", Terms)

    def keep_terms(self, terms: Terms) -> None:
        self._keep("terms", terms)

    @property
    def published(self) -> tuple[Published, ...]:
        return self._value("published", tuple[Published, ...]) or ()

    def keep_published(self, published: tuple[Published, ...]) -> None:
        self._keep("published", published)

    @property
    def named(self) -> bool:
        """Whether the outputs for the instructor were last written with names."""
        return self._get("named") == "yes"

    def keep_named(self, named: bool) -> None:
        self._set("named", "yes" if named else "no")

    @property
    def overrides(self) -> tuple[Override, ...]:
        rows = self._db.execute("SELECT * FROM overrides ORDER BY student, problem")
        return tuple(Override(*row) for row in rows)

    def keep_override(self, override: Override) -> None:
        row = (override.student, override.problem, override.score, override.reason)
        self._db.execute("INSERT OR REPLACE INTO overrides VALUES (?, ?, ?, ?)", row)

    def drop_override(self, student: str, problem: str) -> bool:
        """Whether there was one."""
        text = "DELETE FROM overrides WHERE student = ? AND problem = ?"
        return self._db.execute(text, (student, problem)).rowcount > 0

    @property
    def waivers(self) -> tuple[tuple[str, str], ...]:
        """(problem, check id) of the checks that don't count."""
        rows = self._db.execute("SELECT problem, check_id FROM waivers ORDER BY problem, check_id")
        return tuple((problem, check) for problem, check in rows)

    def keep_decisions(self, terms: Terms, waivers: Iterable[tuple[str, str]]) -> None:
        """The terms and waivers that hold from now on, both or neither."""
        with self._transaction():
            self._set("terms", _text(terms))
            self._db.execute("DELETE FROM waivers")
            self._db.executemany("INSERT INTO waivers VALUES (?, ?)", sorted(set(waivers)))

    def forget(self, student: str, remaining: HandedIn, keys: Iterable[str]) -> None:
        """Leaves nothing of the student: `remaining` is what the others handed in, `keys` are
        the results that are still theirs."""
        kept = frozenset(keys)
        sources = frozenset(match.file.source for match in remaining.matches)
        with self._transaction():
            self._set("handed_in", _text(remaining))
            published = [p for p in self.published if p.student != student]
            self._set("published", _text(tuple(published)))
            self._db.execute("DELETE FROM overrides WHERE student = ?", (student,))
            for table, name, keep in (
                ("sources", "hash", sources),
                ("results", "key", kept),
                ("timings", "key", kept),
            ):
                have = [row[0] for row in self._db.execute(f"SELECT {name} FROM {table}")]
                gone = [(each,) for each in have if each not in keep]
                self._db.executemany(f"DELETE FROM {table} WHERE {name} = ?", gone)
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.execute("VACUUM")  # what is deleted is gone from the file too

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def together(self) -> Iterator[None]:
        """Everything inside is committed at once, at the end."""
        with self._transaction():
            yield

    def _value(self, name: str, kind: type[T]) -> T | None:
        text = self._get(name)
        return None if text is None else msgspec.convert(json.loads(text), kind, strict=False)

    def _keep(self, name: str, value: object) -> None:
        self._set(name, _text(value))

    def _get(self, name: str) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def _set(self, name: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


def report_json(report: Report) -> bytes:
    """A report as the bytes that are kept and sent; NaN and infinity are Python's JSON's."""
    return json.dumps(msgspec.to_builtins(report), separators=(",", ":")).encode()


def report_of(data: bytes) -> Report:
    """The report again. Raises ValueError or msgspec.ValidationError for any other bytes."""
    return msgspec.convert(json.loads(data), Report)


@contextmanager
def open_store(out: Path, *, create: bool) -> Iterator[Store]:
    """The store in the folder `out`, for this process alone.

    Raises UsageError where there is none and `create` isn't given, where another process is
    using it, or where the folder or file can't be used.
    """
    path = out / FILE
    if not create and not path.is_file():
        raise UsageError(
            f"{out} holds no graded class: grade one first (tfmdrill course grade SUBMISSIONS), "
            "or name its folder with -o"
        )
    with _explained(out):
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(out / LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                f"another tfmdrill is working on {out}: wait until it is done"
            ) from None
        with _explained(out):
            path.touch(mode=0o600)
            with Store(path) as store:
                store.prepare()
                yield store
    finally:
        os.close(descriptor)


@contextmanager
def _explained(out: Path) -> Iterator[None]:
    """Turns what the disk or SQLite refuses into one sentence. Raises UsageError."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise UsageError(
            f"{out / FILE} can't be written ({error}): give it a disk with room. Run the command "
            "again then: what was graded is kept"
        ) from None
    except sqlite3.DatabaseError as error:
        raise UsageError(
            f"{out / FILE} isn't what tfmdrill wrote ({error}): move it away, or use another "
            "folder with -o"
        ) from None
    except OSError as error:
        if error.filename is None or not str(error.filename).startswith(str(out)):
            raise
        raise UsageError(
            f"{error.filename} can't be used ({error.strerror}): give another folder with -o"
        ) from None


def _text(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value))


def _packed(fields: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(fields).encode())


def _unpacked(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))
