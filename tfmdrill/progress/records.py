"""Every grade, hint and stub of a person, and what follows from them for each problem."""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from tfmdrill.model.listing import Listed, Summary
from tfmdrill.model.outcome import Outcome
from tfmdrill.model.practice import Attempt, Standing, StepKind
from tfmdrill.progress.cards import Cards
from tfmdrill.progress.database import Database
from tfmdrill.progress.series import Latest, Moment, MomentKind, Series, read_series

_ATTEMPT = (
    "problem, framework, at, outcome, score, source_hash, seed, elapsed_s, minutes, bugs, hints, "
    "since_new_s"
)
_MOMENTS = """
    SELECT at, day, kind, level, 0 FROM steps WHERE problem = ?1
    UNION ALL
    SELECT at, day, iif(outcome = 'passed', 'passed', 'failed'), 0, minutes
    FROM attempts WHERE problem = ?1
    ORDER BY at
"""
_STAND = """
    INSERT INTO standing VALUES (?, ?, ?, ?) ON CONFLICT (problem) DO UPDATE SET
        started = max(started, excluded.started), passed = max(passed, excluded.passed),
        gave_up = max(gave_up, excluded.gave_up)
"""


class Records:
    """What was done, in a database. What that refuses is in its `complaint`, never raised."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.cards = Cards(database)

    def add(self, attempt: Attempt, file: Path | None = None) -> Attempt:
        """Keeps a grade; it comes back with the hints taken and the time since the stub.

        A pass is a review of the problem's card, if it ends a series (see `series`). A pass
        forgets the seed with which `file` failed, a failure remembers its own.
        """
        name, at = attempt.name, attempt.at
        with self.database.connection() as connection:
            moments = self._moments(name)
            latest = read_series(moments, at)[1]
            since = (at - latest.began).total_seconds() if latest.began else None
            attempt = replace(attempt, hints=latest.hints, since_new_s=since)
            keep_attempt(connection, new_id(), attempt, at.date())
            stand(connection, Standing(name, True, attempt.passed))
            if file is not None:
                _keep_seed(connection, file, attempt)
            kind = MomentKind.PASSED if attempt.passed else MomentKind.FAILED
            moments.append(Moment(at, at.date(), kind, minutes=attempt.minutes))
            # All but the last two, one left and one ended just now, were rated before.
            self._rate(name, read_series(sorted(moments, key=_time), at)[0][-2:])
        return attempt

    def add_step(self, problem: str, kind: StepKind, at: datetime, level: int = 0) -> None:
        """Keeps that a stub was written, a hint (level 1 to 3) taken, a model answer seen."""
        with self.database.connection() as connection:
            connection.execute(
                "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?)",
                (new_id(), problem, kind, level, text_of(at), at.date().isoformat()),
            )
            if kind is StepKind.SOLUTION and not self.standing(problem).passed:
                stand(connection, Standing(problem, gave_up=True))
            self.rate(problem, at)

    def rate(self, problem: str, now: datetime) -> None:
        """Turns every series of the problem that has ended by now into a review of its card."""
        self._rate(problem, self.series(problem, now)[0])

    def rate_left(self, now: datetime) -> None:
        """The same for every problem whose series may have been left since its last grade."""
        rows = self.database.rows(
            """
            SELECT problem, max(at) AS latest FROM attempts GROUP BY problem
            HAVING latest > coalesce(
                (SELECT max(at) FROM reviews WHERE card = 'problem:' || problem), '')
            """
        )
        for problem, _ in rows:
            self.rate(problem, now)

    def attempts(self, problem: str | None = None) -> tuple[Attempt, ...]:
        """All grades, or those of a problem (`rope`, `rope:half-split`), the oldest first."""
        where, values = ("WHERE problem = ?", (problem,)) if problem else ("", ())
        rows = self.database.rows(
            f"SELECT {_ATTEMPT} FROM attempts {where} ORDER BY at, rowid", values
        )
        return tuple(_attempt(row) for row in rows)

    def series(self, problem: str, now: datetime) -> tuple[tuple[Series, ...], Latest]:
        """The ended series of a problem, and how the latest stands."""
        return read_series(self._moments(problem), now)

    def all_series(self, now: datetime) -> dict[str, tuple[Series, ...]]:
        """The ended series of every problem."""
        rows = self.database.rows("SELECT problem FROM attempts UNION SELECT problem FROM steps")
        return {name: self.series(name, now)[0] for (name,) in rows}

    def latest(self, problem: str, now: datetime) -> Latest:
        """How the latest series of a problem stands."""
        return self.series(problem, now)[1]

    def standings(self) -> tuple[Standing, ...]:
        """Each problem with which anything was done."""
        rows = self.database.rows("SELECT problem, started, passed, gave_up FROM standing")
        return tuple(Standing(name, *map(bool, flags)) for name, *flags in rows)

    def standing(self, problem: str) -> Standing:
        return next((s for s in self.standings() if s.problem == problem), Standing(problem))

    def begun(self) -> frozenset[str]:
        """The problems of which a stub was written, be it long ago."""
        rows = self.database.rows("SELECT DISTINCT problem FROM steps WHERE kind = 'start'")
        return frozenset(name for (name,) in rows)

    def listed(self, problems: Iterable[Summary]) -> tuple[Listed, ...]:
        """The problems with their status."""
        standings = {standing.problem: standing for standing in self.standings()}
        return tuple(
            Listed(problem, standings.get(problem.slug, Standing(problem.slug)).status)
            for problem in problems
        )

    def failed_seed(self, file: Path, problem: str) -> int | None:
        """The seed to try first: that of the file's last failure, while there is one."""
        rows = self.database.rows(
            "SELECT seed FROM failed_seeds WHERE file = ? AND problem = ?", (_key(file), problem)
        )
        return int(rows[0][0]) if rows else None

    def _moments(self, problem: str) -> list[Moment]:
        return [_moment(row) for row in self.database.rows(_MOMENTS, (problem,))]

    def _rate(self, problem: str, series: Sequence[Series]) -> None:
        for ended in series:
            self.cards.keep(card_of(problem), ended.rating, ended.at, ended.day)


def card_of(problem: str) -> str:
    """
    >>> card_of("rope:half-split")
    'problem:rope:half-split'
    """
    return f"problem:{problem}"


def new_id() -> str:
    """A name for a record that no other machine gives to one of its own."""
    return os.urandom(16).hex()


def text_of(at: datetime) -> str:
    """The time as the database keeps it. Raises ValueError for one without a zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at} has no time zone")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def keep_attempt(connection: sqlite3.Connection, name: str, attempt: Attempt, day: date) -> bool:
    """Writes a grade under its id; False if it is there already."""
    done = connection.execute(
        f"INSERT OR IGNORE INTO attempts (id, day, {_ATTEMPT}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            name,
            day.isoformat(),
            attempt.name,
            attempt.framework,
            text_of(attempt.at),
            attempt.outcome,
            attempt.score,
            attempt.source_hash,
            str(attempt.seed),
            attempt.elapsed_s,
            attempt.minutes,
            " ".join(attempt.bugs),
            attempt.hints,
            attempt.since_new_s,
        ),
    )
    return done.rowcount == 1


def stand(connection: sqlite3.Connection, standing: Standing) -> None:
    """Adds to how far the person has come with a problem."""
    flags = (standing.started, standing.passed, standing.gave_up)
    connection.execute(_STAND, (standing.problem, *flags))


def _keep_seed(connection: sqlite3.Connection, file: Path, attempt: Attempt) -> None:
    if attempt.passed:
        connection.execute("DELETE FROM failed_seeds WHERE file = ?", (_key(file),))
    else:
        connection.execute(
            "INSERT OR REPLACE INTO failed_seeds VALUES (?, ?, ?)",
            (_key(file), attempt.name, str(attempt.seed)),
        )


def _key(path: Path) -> str:
    # Undecodable bytes of a name are no text for SQLite; their escapes are.
    return os.fsencode(path.resolve()).decode("utf-8", "backslashreplace")


def _attempt(row: tuple[object, ...]) -> Attempt:
    name, framework, at, outcome, score, source_hash, seed, elapsed, minutes, bugs, hints, since = (
        row
    )
    problem, _, variant = str(name).partition(":")
    return Attempt(
        problem=problem,
        framework=str(framework),
        at=datetime.fromisoformat(str(at)),
        outcome=Outcome(str(outcome)),
        score=score,  # type: ignore[arg-type]  # REAL or NULL, as the table says
        source_hash=str(source_hash),
        seed=int(str(seed)),
        elapsed_s=float(str(elapsed)),
        minutes=int(str(minutes)),
        variant=variant,
        bugs=tuple(str(bugs).split()),
        hints=int(str(hints)),
        since_new_s=since,  # type: ignore[arg-type]  # REAL or NULL, as the table says
    )


def _time(moment: Moment) -> datetime:
    return moment.at


def _moment(row: tuple[str, str, str, int, int]) -> Moment:
    at, day, kind, level, minutes = row
    return Moment(
        datetime.fromisoformat(at), date.fromisoformat(day), MomentKind(kind), level, minutes
    )
