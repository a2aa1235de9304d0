"""Interviews in the database: every event is committed as it happens, so a crash loses none."""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from tfmdrill.errors import UsageError
from tfmdrill.interview.beside import unfinished
from tfmdrill.model.interview import (
    Answered,
    Event,
    Finished,
    Graded,
    Happening,
    HintTaken,
    MovedOn,
    Noted,
    Plan,
    ProblemSet,
    QuestionsOver,
    Recorded,
    Resumed,
    Said,
    ShapesSeen,
    TimeUp,
)
from tfmdrill.progress.database import Database

# The name under which an event is kept; a name stays, whatever becomes of the class.
_KINDS: dict[str, type[Any]] = {
    "problem-set": ProblemSet,
    "graded": Graded,
    "hint": HintTaken,
    "notes": Noted,
    "moved-on": MovedOn,
    "time-up": TimeUp,
    "said": Said,
    "answer": Answered,
    "questions-over": QuestionsOver,
    "shapes": ShapesSeen,
    "resumed": Resumed,
    "finished": Finished,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


class Interviews:
    """All interviews of this person.

    A database that can't be written stops no interview: what is kept is in memory then, which the
    database's `complaint` says.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, plan: Plan, began_at: datetime) -> int:
        """The number of a new interview."""
        values = (began_at.isoformat(), _text(plan))
        number = 0
        while not number:  # once more in memory, where the database has just refused
            with self._database.connection() as connection:
                row = connection.execute(
                    "INSERT INTO interviews (began_at, plan) VALUES (?, ?)", values
                )
                number = row.lastrowid or 0
        return number

    def remove(self, interview: int) -> None:
        """Forget an interview that couldn't begin."""
        with self._database.connection() as connection:
            connection.execute("DELETE FROM interview_events WHERE interview = ?", (interview,))
            connection.execute("DELETE FROM interviews WHERE id = ?", (interview,))

    def append(self, interview: int, happening: Happening) -> None:
        """Keep what happened; it is on the disk when this returns."""
        event = happening.event
        values = (interview, happening.at.isoformat(), _NAMES[type(event)], _text(event))
        with self._database.connection() as connection:
            connection.execute(
                "INSERT INTO interview_events (interview, at, kind, body) VALUES (?, ?, ?, ?)",
                values,
            )

    def load(self, interview: int) -> Recorded:
        """One interview. Raises UsageError if there is none, or if it can't be understood."""
        # As text, which may have more digits than SQLite's integers.
        found = self._database.rows(
            "SELECT began_at, plan FROM interviews WHERE id = ?", (str(interview),)
        )
        if not found:
            raise UsageError(
                f"there is no interview {interview}; `tfmdrill interview list` shows them"
            )
        events = self._database.rows(
            "SELECT at, kind, body FROM interview_events WHERE interview = ? ORDER BY number",
            (interview,),
        )
        began_at, plan = found[0]
        try:
            return Recorded(
                interview,
                _read(plan, Plan),
                _moment(began_at),
                tuple(_happening(*event) for event in events),
            )
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise UsageError(
                f"interview {interview} isn't as tfmdrill wrote it ({error}); the others are "
                "there: tfmdrill interview list"
            ) from None

    def numbers(self) -> tuple[int, ...]:
        """Every interview, the earliest first."""
        rows = self._database.rows("SELECT id FROM interviews ORDER BY julianday(began_at), id")
        return tuple(number for (number,) in rows)

    def unfinished(self) -> int | None:
        """The latest interview that hasn't come to its end."""
        return unfinished(self._database)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Holds the one interview that may be open at a time; the system lets it go with the process.

    Raises UsageError where another process holds it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "interview.lock").open("ab")
    except OSError:  # nothing can be kept either, which is said elsewhere
        yield
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                "an interview is open in another terminal: go on there, or close it first"
            ) from None
        yield


def _text(value: Plan | Event) -> str:
    # Not msgspec's own encoder: names of files may hold what is no UTF-8, which it refuses.
    return json.dumps(msgspec.to_builtins(value))


def _read(text: str, kind: type[Any]) -> Any:
    return msgspec.convert(json.loads(text), kind)


def _happening(at: str, kind: str, body: str) -> Happening:
    return Happening(_moment(at), _read(body, _KINDS[kind]))


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return at
