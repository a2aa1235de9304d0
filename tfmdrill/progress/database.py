"""The progress database: one SQLite file that never stops a command.

What goes wrong with it (corrupt, of a newer version, read-only, on a full disk) is one sentence in
`complaint`. From then on the command works with what could be read, in memory; the file stays.

The journal is SQLite's ordinary rollback journal, not WAL: WAL needs memory shared between
processes, which a home on a network file system doesn't have. One write takes about 1 ms.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from tfmdrill.progress.schema import APPLICATION_ID, MIGRATIONS

FILE = "progress.db"
BUSY_S = 10.0  # to wait for another process; its writes take milliseconds

# What SQLite calls it, by the beginning of its error's name, and what a person reads.
_REASONS = {
    "SQLITE_NOTADB": "isn't a database of tfmdrill; it stays as it is: move it away to begin anew",
    "SQLITE_CORRUPT": "is damaged; it stays as it is: move it away to begin anew",
    "SQLITE_READONLY": "can't be written (read-only)",
    "SQLITE_FULL": "can't be written (the disk is full)",
    "SQLITE_IOERR": "can't be written (the disk is full, or it fails)",
    "SQLITE_BUSY": "is in use by another program",
    "SQLITE_CANTOPEN": "can't be opened",
}


class _UnusableError(Exception):
    """The file is there and not ours to use; the message ends a sentence about it."""


class Database:
    """A connection that is made when it is first needed; a context manager that closes it.

    folder: where the file is, made when something is written; None keeps everything in memory.
    Several threads may use it, one transaction at a time.
    """

    def __init__(self, folder: Path | None) -> None:
        self.path = None if folder is None else folder / FILE
        self.complaint = ""
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection; the next use makes a new one."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or nothing. Inside another one it is part of that.

        What the database refuses is in `complaint` and not raised; the rest of the block is left
        out then.
        """
        with self._lock:
            connection = self._begun()
            if connection is None:  # within another transaction
                yield self._opened()
                return
            try:
                yield connection
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                self._roll_back(connection)
                self._fall_back(connection, _reason(error))
            except BaseException:
                self._roll_back(connection)
                raise

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; none, with a complaint, where the database refuses."""
        with self._lock:
            if self._connection is None and self._nothing_yet():
                return []
            for _ in range(2):  # the second time in what could be saved of it
                connection = self._opened()
                try:
                    return connection.execute(query, values).fetchall()
                except sqlite3.Error as error:
                    self._fall_back(connection, _reason(error))
            return []

    def _nothing_yet(self) -> bool:
        """Whether there is no file to read, so that reading needn't make one."""
        if self.path is None:
            return False
        try:
            legacy = self.path.with_name("state.json").exists()
            return not (legacy or self.path.exists() or self.path.is_symlink())
        except OSError:
            return False  # opening it tells why

    def _begun(self) -> sqlite3.Connection | None:
        """The connection with a transaction begun; None if one was under way."""
        connection = self._opened()
        if connection.in_transaction:
            return None
        try:
            _begin(connection)
        except sqlite3.Error as error:
            connection = self._fall_back(connection, _reason(error))
            _begin(connection)
        return connection

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            return _in_memory()
        connection = None
        try:
            if self.path.exists() and not self.path.is_file():
                raise _UnusableError("isn't a file")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = _connect(str(self.path))
            self._prepare(connection)
        except (OSError, sqlite3.Error, _UnusableError) as error:
            self._complain(_reason(error))
            if connection is not None:
                connection.close()
            return _in_memory()
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Brings the tables up to date. Raises sqlite3.Error or _UnusableError."""
        connection.execute("BEGIN")  # one look: another process may be making it just now
        version = _version(connection)
        connection.execute("COMMIT")
        if version == len(MIGRATIONS):
            return
        connection.execute("BEGIN IMMEDIATE")
        version = _version(connection)  # it may be made by now
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        if version == 0:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._take_over(connection)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")

    def _take_over(self, connection: sqlite3.Connection) -> None:
        """What an earlier tfmdrill kept in state.json, once; that file stays as it is."""
        if self.path is None:
            return
        from tfmdrill.progress.legacy import LegacyError, read_legacy  # needed once in a life

        path = self.path.with_name("state.json")
        try:
            legacy = read_legacy(path)
        except LegacyError as error:
            self.complaint = f"{path} {error}: what it held isn't taken over"
            return
        for standing in legacy.standings:
            connection.execute(
                "INSERT INTO standing VALUES (?, ?, ?, ?)",
                (standing.problem, standing.started, standing.passed, standing.gave_up),
            )
        for failed in legacy.failed:
            connection.execute(
                "INSERT INTO failed_seeds VALUES (?, ?, ?)",
                (failed.file, failed.problem, str(failed.seed)),
            )

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _fall_back(self, connection: sqlite3.Connection, reason: str) -> sqlite3.Connection:
        """Complains, and goes on in memory with what can be read of the file."""
        self._complain(reason)
        memory = _in_memory()
        with suppress(sqlite3.Error):
            copy = _connect(":memory:")
            connection.backup(copy)
            if copy.execute("PRAGMA quick_check").fetchone() == ("ok",):
                memory = copy
        with suppress(sqlite3.Error):
            connection.close()
        self._connection = memory
        return memory

    def _complain(self, reason: str) -> None:
        if not self.complaint:
            self.complaint = f"{self.path} {reason}: what you do now isn't remembered"


def open_database() -> Database:
    """The database under this user's data folder."""
    import platformdirs

    return Database(platformdirs.user_data_path("tfmdrill", appauthor=False))


def _connect(name: str) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=BUSY_S, isolation_level=None, check_same_thread=False)


def _begin(connection: sqlite3.Connection) -> None:
    """Begins to write. Raises sqlite3.Error where nothing can be written."""
    connection.execute("BEGIN IMMEDIATE")
    # A read-only file lets a transaction begin, and refuses the first change: better now.
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _in_memory() -> sqlite3.Connection:
    connection = _connect(":memory:")
    for statements in MIGRATIONS:
        for statement in statements:
            connection.execute(statement)
    return connection


def _version(connection: sqlite3.Connection) -> int:
    """How many migrations it has had. Raises _UnusableError if it isn't ours, or is newer."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (version or tables):
        raise _UnusableError(_REASONS["SQLITE_NOTADB"])
    if not 0 <= version <= len(MIGRATIONS):
        raise _UnusableError("was written by a newer tfmdrill; it stays as it is")
    return int(version)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"can't be written ({error.strerror})"
    name = getattr(error, "sqlite_errorname", "")
    known = next((text for start, text in _REASONS.items() if name.startswith(start)), None)
    return known or (str(error) if isinstance(error, _UnusableError) else f"fails ({error})")
