"""What other commands say of a problem while an interview on it runs: no more than it does itself.

The interview that counts is the one that `resume` would take up, until its time is up. Whoever
wants to see what it hides ends it first, and so has its scorecard before.

Most commands run beside no interview: they shouldn't wait for the modules of one.
"""

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from tfmdrill.errors import UsageError
from tfmdrill.progress.database import Database

if TYPE_CHECKING:
    from tfmdrill.model.interview import Running
    from tfmdrill.model.report import Report


def unfinished(database: Database) -> int | None:
    """The latest interview that hasn't come to its end."""
    rows = database.rows(
        "SELECT id FROM interviews WHERE id NOT IN "
        "(SELECT interview FROM interview_events WHERE kind = 'finished') "
        "ORDER BY id DESC LIMIT 1"
    )
    return int(rows[0][0]) if rows else None


def running(database: Database, at: datetime) -> "Running | None":
    """The problem of the interview that is running at that time; None where none is."""
    number = unfinished(database)
    if number is None:
        return None
    from tfmdrill.interview.session import replay
    from tfmdrill.interview.store import Interviews
    from tfmdrill.model.interview import Phase, Running

    try:
        session = replay(Interviews(database).load(number))
    except (UsageError, ValueError):  # what can't be understood can't be resumed either
        return None
    if session.phase is not Phase.WORKING or session.left_s(at) <= 0:
        return None
    return Running(number, session.work.problem.slug, session.work.set_at)


def seen_beside(report: "Report", found: "Running | None") -> "Report":
    """The report as the running interview shows it, which it says; others as they are."""
    if found is None or report.problem != found.slug:
        return report
    from tfmdrill.interview.hidden import shown

    says = (
        f"interview {found.interview} is running with this problem: of edge cases you see the "
        "title alone here too, and no nudge, until it is over"
    )
    seen = shown(report)
    return replace(
        seen,
        diagnoses=tuple(replace(diagnosis, fix="") for diagnosis in seen.diagnoses),
        remarks=(*seen.remarks, says),
        beside=None,
        in_interview=True,
    )


def refuse_beside(slug: str, found: "Running | None", instead: str) -> None:
    """Raises UsageError, saying what there is instead, if the problem is in a running interview."""
    if found is not None and slug == found.slug:
        raise UsageError(f"{slug} is in interview {found.interview}, which is running: {instead}")
