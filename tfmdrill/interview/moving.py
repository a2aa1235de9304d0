"""An export of `progress` taken in whole, with those of its interviews that can be understood."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tfmdrill.errors import UsageError
from tfmdrill.interview.session import replay
from tfmdrill.interview.store import Interviews
from tfmdrill.model.interview import Phase
from tfmdrill.model.summary import Merged
from tfmdrill.progress.records import Records
from tfmdrill.progress.transfer import AHEAD, EARLIEST, import_records


def import_everything(path: Path, records: Records, now: datetime) -> Merged:
    """Adds what another machine exported, and says what was new.

    Raises UsageError if the file can't be read, or isn't an export; then nothing is added.
    """
    interviews = Interviews(records.database)
    with records.database.connection():
        before = interviews.numbers()
        merged = import_records(path, records, now)
        new = [number for number in interviews.numbers() if number not in before]
        broken = [number for number in new if not _is_whole(interviews, number, now)]
        for number in broken:
            interviews.remove(number)
        whole = merged.interviews - len(broken)
        return replace(merged, interviews=whole, left_out=len(broken))
    return Merged()  # the database refused, and says so


def _is_whole(interviews: Interviews, number: int, now: datetime) -> bool:
    """Whether it is an interview as one can have been by now, to its end."""
    try:
        recorded = interviews.load(number)
        times = (recorded.began_at, *(happening.at for happening in recorded.happenings))
        possible = all(EARLIEST < at < now + AHEAD for at in times)
        return possible and replay(recorded).phase is Phase.ENDED
    except (UsageError, ValueError):
        return False
