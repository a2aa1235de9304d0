"""Every grade, hint and stub of a person, and what follows from them for each problem."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from tfmdrill.model.listing import Listed, Summary
from tfmdrill.model.outcome import Outcome
from tfmdrill.model.pack import Pack, Topic
from tfmdrill.model.practice import Attempt, Standing, StepKind
from tfmdrill.progress.cards import Cards
from tfmdrill.progress.database import Database
from tfmdrill.progress.series import Moment, MomentKind, Series, State, read_series

_ATTEMPT = (
    "problem, framework, at, outcome, score, source_hash, seed, elapsed_s, minutes, bugs, hints, "
    "since_new_s"
)
_STATE = "under_way, began, last, last_day, active_s, hints, grades, upto"
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


TopicsOf = Callable[[Iterable[str], Sequence[Pack]], Mapping[str, Topic]]


class Records:
    """What was done, in a database. What that refuses is in its `complaint`, never raised.

    topics_of: tells of cards' keys which are questions that those packs ask, and on what.
    """

    def __init__(self, database: Database, topics_of: TopicsOf = lambda _keys, _packs: {}) -> None:
        self.database = database
        self.topics_of = topics_of
        self.cards = Cards(database)

    def add(self, attempt: Attempt, file: Path | None = None) -> Attempt:
        """Keeps a grade; it comes back with the hints taken and the time since the stub.

        A pass is a review of the problem's card, if it ends a series (see `series`). A pass
        forgets the seed with which `file` failed, a failure remembers its own.
        """
        name, at = attempt.name, attempt.at
        kind = MomentKind.PASSED if attempt.passed else MomentKind.FAILED
        with self.database.connection() as connection:
            state = self.state(name, at)
            since = (at - state.began).total_seconds() if state.began else None
            attempt = replace(attempt, hints=state.hints, since_new_s=since)
            keep_attempt(connection, new_id(), attempt, at.date())
            stand(connection, Standing(name, True, attempt.passed))
            if file is not None:
                _keep_seed(connection, file, attempt)
            self._count(name, Moment(at, at.date(), kind, minutes=attempt.minutes))
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
            self._count(problem, Moment(at, at.date(), MomentKind(kind), level))

    def count_anew(self, problem: str) -> None:
        """Works out all series of a problem of which earlier moments have become known."""
        state, ended = read_series(self._moments(problem))
        self._rate(problem, ended)
        self._write(problem, state)

    def rate_left(self, now: datetime) -> None:
        """Turns each series that was left by now into a review of its problem's card."""
        rows = self.database.rows(
            f"SELECT problem, {_STATE} FROM series AS s WHERE under_way AND grades AND last < ? "
            "AND NOT EXISTS (SELECT 1 FROM reviews "
            "WHERE card = 'problem:' || s.problem AND day = s.last_day AND rating = 1)",
            (text_of(now),),
        )
        for problem, *row in rows:
            left = _state(row).seen(now)[1]
            self._rate(problem, [left] if left else [])

    def attempts(self, problem: str | None = None) -> tuple[Attempt, ...]:
        """All grades, or those of a problem (`rope`, `rope:half-split`), the oldest first."""
        return tuple(attempt for _, attempt in self.attempts_by_day(problem))

    def attempts_by_day(self, problem: str | None = None) -> tuple[tuple[date, Attempt], ...]:
        """The same, each with the day that the person saw on the calendar."""
        where, values = ("WHERE problem = ?", (problem,)) if problem else ("", ())
        rows = self.database.rows(
            f"SELECT day, {_ATTEMPT} FROM attempts {where} ORDER BY at, rowid", values
        )
        return tuple((date.fromisoformat(day), _attempt(row)) for day, *row in rows)

    def all_series(self, now: datetime) -> dict[str, tuple[Series, ...]]:
        """The series of every problem that have ended by now, in the order of their ends."""
        rows = self.database.rows("SELECT problem FROM attempts UNION SELECT problem FROM steps")
        found = {}
        for (name,) in rows:
            state, ended = read_series(self._moments(name))
            left = state.seen(now)[1]
            found[name] = (*ended, left) if left else ended
        return found

    def state(self, problem: str, now: datetime) -> State:
        """How the latest series of a problem stands."""
        return self._known(problem).seen(now)[0]

    def standings(self) -> tuple[Standing, ...]:
        """Each problem with which anything was done."""
        rows = self.database.rows("SELECT problem, started, passed, gave_up FROM standing")
        return tuple(Standing(name, *map(bool, flags)) for name, *flags in rows)

    def standing(self, problem: str) -> Standing:
        return next((s for s in self.standings() if s.problem == problem), Standing(problem))

    def begun(self) -> frozenset[str]:
        """The problems of which a stub was written, be it long ago."""
        rows = self.database.rows("SELECT problem FROM series WHERE began IS NOT NULL")
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

    def _known(self, problem: str) -> State:
        """The state after all that was done, not seen from any later time."""
        rows = self.database.rows(f"SELECT {_STATE} FROM series WHERE problem = ?", (problem,))
        return _state(rows[0]) if rows else State()

    def _count(self, problem: str, moment: Moment) -> None:
        """Counts a moment that was just written into the series of its problem."""
        before = self._known(problem)
        if before.upto is not None and moment.at < before.upto:
            self.count_anew(problem)  # the clock was put back, or another process was quicker
            return
        state, ended = before.after(moment)
        self._rate(problem, ended)
        self._write(problem, state)

    def _rate(self, problem: str, series: Iterable[Series]) -> None:
        for ended in series:
            self.cards.keep(card_of(problem), ended.rating, ended.at, ended.day)

    def _write(self, problem: str, state: State) -> None:
        with self.database.connection() as connection:
            connection.execute(
                f"INSERT OR REPLACE INTO series (problem, {_STATE}) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    problem,
                    state.under_way,
                    state.began and text_of(state.began),
                    state.last and text_of(state.last),
                    state.last_day and state.last_day.isoformat(),
                    state.active_s,
                    state.hints,
                    state.grades,
                    state.upto and text_of(state.upto),
                ),
            )


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


def _attempt(row: Sequence[object]) -> Attempt:
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


def _state(row: Sequence[Any]) -> State:
    under_way, began, last, last_day, active_s, hints, grades, upto = row
    return State(
        under_way=bool(under_way),
        met=True,
        began=began and datetime.fromisoformat(began),
        last=last and datetime.fromisoformat(last),
        last_day=last_day and date.fromisoformat(last_day),
        active_s=active_s,
        hints=hints,
        grades=grades,
        upto=datetime.fromisoformat(upto),
    )


def _moment(row: tuple[str, str, str, int, int]) -> Moment:
    at, day, kind, level, minutes = row
    return Moment(
        datetime.fromisoformat(at), date.fromisoformat(day), MomentKind(kind), level, minutes
    )
