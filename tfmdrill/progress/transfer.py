"""A person's records as one file for another machine, and the merging of such a file.

Merging is the same whichever machine is first and however often it is done: a grade or step has
an id and is taken once, of two reviews of a card on one day the one that failed stands, else the
earlier, and what was passed anywhere is passed. An interview is known by its beginning and its
plan, and goes once it is over. Seeds and the paths of files stay on their machine.
"""

import json
import sqlite3
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tfmdrill.catalogue.loading import SLUG
from tfmdrill.errors import UsageError
from tfmdrill.model.outcome import Outcome
from tfmdrill.model.practice import Attempt, Rating, Standing, StepKind
from tfmdrill.model.summary import Merged
from tfmdrill.progress.records import Records, keep_attempt, stand, text_of

SCHEMA = 1
MAX_BYTES = 256 * 1024**2  # a grade takes 400 bytes: more than a life's
AHEAD = timedelta(days=2)  # another machine's clock may be wrong by so much
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_SLUG = SLUG.pattern

# As they are made here: nothing in them acts on a terminal or in a spreadsheet.
Name = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[A-Za-z0-9][!-~]*\Z")]
Problem = Annotated[str, msgspec.Meta(max_length=200, pattern=rf"^{_SLUG}(:{_SLUG})?\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Seconds = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
Aware = Annotated[datetime, msgspec.Meta(tz=True)]


class _Grade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Name
    problem: Problem
    framework: Name
    at: Aware
    day: date
    outcome: Outcome
    score: Annotated[float, msgspec.Meta(ge=0, le=1)] | None
    hints: Annotated[int, msgspec.Meta(ge=0, le=3)]
    since_new_s: Seconds | None
    source_hash: Name
    seed: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,1000}$")]
    elapsed_s: Seconds
    minutes: Count
    bugs: tuple[Name, ...]


class _Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Name
    problem: Problem
    kind: StepKind
    level: Annotated[int, msgspec.Meta(ge=0, le=3)]
    at: Aware
    day: date


class _Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    problem: Problem
    started: bool
    passed: bool
    gave_up: bool


class _Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: Name
    day: date
    at: Aware
    rating: Rating


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    kind: str
    body: str


class _Interview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As `tfmdrill.interview.store` keeps it, which alone can tell whether it is one."""

    began_at: str
    plan: str
    events: tuple[_Event, ...]


class _Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tfmdrill: Literal["progress"]
    schema: Literal[1]
    grades: tuple[_Grade, ...]
    steps: tuple[_Step, ...]
    standings: tuple[_Standing, ...]
    reviews: tuple[_Review, ...]
    interviews: tuple[_Interview, ...] = ()


def export_records(records: Records) -> str:
    """Everything that was done, as one JSON document; of interviews those that are over.

    Raises UsageError where not all of it can be read: a part would be taken for the whole.
    """
    rows = records.database.rows
    document = {
        "tfmdrill": "progress",
        "schema": SCHEMA,
        "grades": [
            _as_dict(_Grade, (*row[:-1], row[-1].split()))
            for row in rows(f"SELECT {', '.join(_Grade.__struct_fields__)} FROM attempts")
        ],
        "steps": [
            _as_dict(_Step, row)
            for row in rows(f"SELECT {', '.join(_Step.__struct_fields__)} FROM steps")
        ],
        "standings": [
            {"problem": name} | {k: bool(v) for k, v in zip(_FLAGS, flags, strict=True)}
            for name, *flags in rows(f"SELECT problem, {', '.join(_FLAGS)} FROM standing")
        ],
        "reviews": [
            _as_dict(_Review, row) for row in rows("SELECT card, day, at, rating FROM reviews")
        ],
        "interviews": [_interview(records, *row) for row in rows(_OVER)],
    }
    if records.database.complaint:
        raise UsageError("nothing is exported, since what is remembered can't be read")
    return msgspec.json.format(msgspec.json.encode(document)).decode()


def import_records(path: Path, records: Records, now: datetime) -> Merged:
    """Adds what another machine exported, and says what was new.

    Raises UsageError if the file can't be read, or isn't an export in every part.
    """
    export = _read(path, now)
    with records.database.connection() as connection:
        grades = sum(keep_attempt(connection, g.id, _attempt(g), g.day) for g in export.grades)
        steps = 0
        for step in export.steps:
            done = connection.execute(
                "INSERT OR IGNORE INTO steps VALUES (?, ?, ?, ?, ?, ?)",
                (step.id, step.problem, step.kind, step.level, text_of(step.at), f"{step.day}"),
            )
            steps += done.rowcount
        for each in export.standings:
            stand(connection, Standing(each.problem, each.started, each.passed, each.gave_up))
        keep = records.cards.keep
        reviews = sum(keep(r.card, r.rating, r.at, r.day) for r in export.reviews)
        interviews = sum(_keep_interview(connection, each) for each in export.interviews)
        for problem in {g.problem for g in export.grades} | {s.problem for s in export.steps}:
            records.count_anew(problem)
        return Merged(grades, steps, reviews, interviews)
    return Merged()


_FLAGS = ("started", "passed", "gave_up")
_OVER = """
    SELECT id, began_at, plan FROM interviews
    WHERE id IN (SELECT interview FROM interview_events WHERE kind = 'finished') ORDER BY id
"""


def _interview(records: Records, number: int, began_at: str, plan: str) -> dict[str, object]:
    events = records.database.rows(
        "SELECT at, kind, body FROM interview_events WHERE interview = ? ORDER BY number", (number,)
    )
    parts = [{"at": at, "kind": kind, "body": _without_place(body)} for at, kind, body in events]
    return {"began_at": began_at, "plan": plan, "events": parts}


def _without_place(body: str) -> str:
    """An event without the folder in which this machine has the interview's own."""
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        return body
    if isinstance(event, dict) and isinstance(event.get("file"), str):
        return json.dumps(event | {"file": "/".join(Path(event["file"]).parts[-2:])})
    return body


def _keep_interview(connection: sqlite3.Connection, interview: _Interview) -> bool:
    """Writes an interview under a number of this machine; False if it is there already."""
    known = (interview.began_at, interview.plan)
    if connection.execute(
        "SELECT 1 FROM interviews WHERE began_at = ? AND plan = ?", known
    ).fetchone():
        return False
    row = connection.execute("INSERT INTO interviews (began_at, plan) VALUES (?, ?)", known)
    connection.executemany(
        "INSERT INTO interview_events (interview, at, kind, body) VALUES (?, ?, ?, ?)",
        [(row.lastrowid, e.at, e.kind, e.body) for e in interview.events],
    )
    return True


def _read(path: Path, now: datetime) -> _Export:
    try:
        if not path.is_file() and path.exists():
            raise UsageError(f"{path} isn't a file; name what `tfmdrill progress export` wrote")
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path} is too large for an export of tfmdrill")
        export = msgspec.json.decode(path.read_bytes(), type=_Export)
    except OSError as error:
        raise UsageError(f"{path} can't be read ({error.strerror})") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path} isn't an export of tfmdrill, or is damaged ({error})") from None
    entries: tuple[_Grade | _Step | _Review, ...] = (
        *export.grades,
        *export.steps,
        *export.reviews,
    )
    for each in entries:
        if not EARLIEST < each.at < now + AHEAD or abs(each.day - each.at.date()) > AHEAD:
            raise UsageError(
                f"{path} has an entry of {each.at.isoformat()} on the day {each.day}, which can't "
                "be: set the clock of that machine, and export again"
            )
    return export


def _attempt(grade: _Grade) -> Attempt:
    problem, _, variant = grade.problem.partition(":")
    return Attempt(
        problem=problem,
        framework=grade.framework,
        at=grade.at,
        outcome=grade.outcome,
        score=grade.score,
        source_hash=grade.source_hash,
        seed=int(grade.seed),
        elapsed_s=grade.elapsed_s,
        minutes=grade.minutes,
        variant=variant,
        bugs=grade.bugs,
        hints=grade.hints,
        since_new_s=grade.since_new_s,
    )


def _as_dict(kind: type[msgspec.Struct], row: tuple[object, ...]) -> dict[str, object]:
    return dict(zip(kind.__struct_fields__, row, strict=True))
