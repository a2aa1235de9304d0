"""Interviews between machines: whole, counted once, without paths; what is none is left out."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from command import TINY

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.interview.conduct import Desk, begin_interview, resume_interview
from tfmdrill.interview.moving import import_everything
from tfmdrill.interview.plan import plan_interview
from tfmdrill.interview.scorecard import scorecard_of
from tfmdrill.interview.store import Interviews
from tfmdrill.model.interview import Setting
from tfmdrill.model.pack import Framework
from tfmdrill.model.summary import Merged
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records
from tfmdrill.progress.transfer import export_records

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
LATER = START + timedelta(days=30)


def desk(folder: Path) -> Desk:
    database = Database(folder)
    return Desk(Interviews(database), Records(database), (TINY,), keep_warm=False)


def hold(here: Desk, below: Path, at: datetime, *, to_the_end: bool = True) -> int:
    """An interview with a hint and a note, which may hold what is no UTF-8."""
    problems = [p for p in all_summaries(active_packs([TINY])) if p.slug == "double-it"]
    plan = plan_interview(Setting(15, 7, framework=Framework.NUMPY), problems)
    interview = begin_interview(plan, at, here, below)
    interview.hint(at + timedelta(minutes=1))
    interview.note("why \udcff?", at + timedelta(minutes=2))
    if to_the_end:
        interview.end(at + timedelta(minutes=3))
    return interview.id


def exported(here: Desk, path: Path) -> Path:
    path.write_text(export_records(here.records))
    return path


@pytest.fixture
def laptop(tmp_path: Path) -> Desk:
    here = desk(tmp_path / "laptop")
    hold(here, tmp_path, START + timedelta(days=2))
    hold(here, tmp_path, START + timedelta(days=4), to_the_end=False)
    return here


def test_an_interview_that_is_over_goes_whole_and_once(laptop: Desk, tmp_path: Path) -> None:
    path = exported(laptop, tmp_path / "laptop.json")
    there = desk(tmp_path / "desktop")
    hold(there, tmp_path, START + timedelta(days=3))
    merged = import_everything(path, there.records, LATER)
    assert (merged.interviews, merged.left_out) == (1, 0)
    assert import_everything(path, there.records, LATER) == Merged()
    # The earliest first, whatever number it got here; nothing is open that wasn't.
    assert there.interviews.numbers() == (2, 1)
    assert there.interviews.unfinished() is None
    mine, theirs = (scorecard_of(d.interviews.load(n)) for d, n in ((laptop, 1), (there, 2)))
    assert (theirs.began_at, theirs.notes) == (mine.began_at, mine.notes)
    assert theirs.problems[0].timeline == mine.problems[0].timeline
    assert theirs.problems[0].file == "interview-1/double_it.py"
    assert str(tmp_path) not in path.read_text()


def test_one_that_is_not_over_stays_until_it_is(laptop: Desk, tmp_path: Path) -> None:
    there = desk(tmp_path / "desktop")
    import_everything(exported(laptop, tmp_path / "first.json"), there.records, LATER)
    resume_interview(2, START + timedelta(days=5), laptop).end(START + timedelta(days=5))
    merged = import_everything(exported(laptop, tmp_path / "second.json"), there.records, LATER)
    assert merged.interviews == 1
    assert len(there.interviews.numbers()) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"plan": "nonsense"},
        {"plan": "{}"},
        {"began_at": "yesterday"},
        {"began_at": "2026-03-03T09:00:00"},
        {"began_at": "9999-12-31T23:59:59-12:00"},
        {"events": []},
        {"events": [{"at": "2026-03-03T09:00:00+00:00", "kind": "notes", "body": "[" * 100_000}]},
        {"events": [{"at": "9999-12-31T23:59:59+00:00", "kind": "finished", "body": "{}"}]},
        {"events": [{"at": "2026-03-03T09:00:00+00:00", "kind": "new-kind", "body": "{}"}]},
    ],
)
def test_what_is_no_interview_is_left_out_and_the_rest_is_taken(
    laptop: Desk, tmp_path: Path, change: dict[str, object]
) -> None:
    document = json.loads(export_records(laptop.records))
    other = {"began_at": "2026-03-01T09:00:00+00:00"}
    document["interviews"].append(document["interviews"][0] | other | change)
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(document))
    there = desk(tmp_path / "desktop")
    merged = import_everything(path, there.records, LATER)
    assert (merged.interviews, merged.left_out) == (1, 1)
    assert merged.steps == 4
    assert len(there.interviews.numbers()) == 1


def test_an_export_from_before_there_were_interviews(laptop: Desk, tmp_path: Path) -> None:
    document = json.loads(export_records(laptop.records))
    del document["interviews"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(document))
    assert import_everything(path, desk(tmp_path / "desktop").records, LATER).interviews == 0
