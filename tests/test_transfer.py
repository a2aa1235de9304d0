"""Records between machines: whole, merged in any order, counted once; bad files are a sentence."""

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from practised import MONDAY, after, attempt, opened, practise

from tfmdrill.errors import UsageError
from tfmdrill.model.practice import Rating, StepKind
from tfmdrill.model.summary import Merged
from tfmdrill.progress.records import Records
from tfmdrill.progress.transfer import export_records, import_records

LATER = after(days=30)


def laptop(folder: Path | None = None) -> Records:
    records = opened(folder)
    practise(records, "rope", MONDAY)
    records.add(attempt("gelu", after(days=1), "tanh", seed=10**40, variant="sigmoid"), Path("/x"))
    records.add_step("gelu", StepKind.HINT, after(days=1), 3)
    records.cards.review("question:rope:2", Rating.HARD, after(days=1))
    return records


def desktop(folder: Path | None = None) -> Records:
    records = opened(folder)
    practise(records, "rope", after(days=0.1), took=25)  # the same day, after the laptop
    practise(records, "rope", after(days=9))
    records.add_step("softmax", StepKind.SOLUTION, after(days=2))
    records.cards.review("question:rope:2", Rating.EASY, after(days=1) - timedelta(hours=1))
    return records


def exported(records: Records, path: Path) -> Path:
    path.write_text(export_records(records))
    return path


def everything(records: Records) -> tuple[object, ...]:
    """All that is remembered, but for the order in which it came."""
    records.rate_left(LATER)
    return (
        sorted(map(repr, records.attempts())),
        sorted(map(repr, records.standings())),
        sorted(records.cards.ratings()),
        records.cards.all(),
    )


def test_an_empty_machine_knows_everything_afterwards(tmp_path: Path) -> None:
    path = exported(laptop(), tmp_path / "laptop.json")
    new = opened(tmp_path / "new")
    assert import_records(path, new, LATER) == Merged(grades=2, steps=2, reviews=2)
    assert everything(new) == everything(laptop())
    assert new.state("gelu", LATER) == laptop().state("gelu", LATER)
    assert "/x" not in path.read_text()  # no path of the other machine


def test_twice_is_once(tmp_path: Path) -> None:
    path = exported(laptop(), tmp_path / "laptop.json")
    records = opened()
    import_records(path, records, LATER)
    before = everything(records)
    assert import_records(path, records, LATER) == Merged()
    assert everything(records) == before
    # Nor does a machine learn anything from itself.
    own = laptop(tmp_path / "own")
    assert import_records(exported(own, tmp_path / "own.json"), own, LATER) == Merged()
    assert everything(own) == before


def test_both_machines_know_the_same_whichever_was_first(tmp_path: Path) -> None:
    one, other = laptop(), desktop()
    first, second = exported(one, tmp_path / "a"), exported(other, tmp_path / "b")
    import_records(second, one, LATER)
    import_records(first, other, LATER)
    assert everything(one) == everything(other)
    # The earlier review of a day stands: one on the laptop, one on the desktop.
    ratings = dict(one.cards.ratings()[::-1])
    assert ratings["question:rope:2"] is Rating.EASY
    (rope,) = [card for card in one.cards.all() if card.key == "problem:rope"]
    assert (rope.reviews, rope.last) == (2, after(days=9).date())


def document(**changes: Any) -> dict[str, Any]:
    return json.loads(export_records(laptop())) | changes


def with_grade(**changes: Any) -> dict[str, Any]:
    whole = document()
    whole["grades"][0] |= changes
    return whole


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "isn't an export of tfmdrill, or is damaged"),
        (b"\0\0\0", "isn't an export of tfmdrill"),
        (b"\xff\xfe", "isn't an export of tfmdrill"),
        (b"[" * 100_000, "isn't an export of tfmdrill"),
        (b'{"schema": 1}', "missing required field `tfmdrill`"),
        (document(schema=2), "schema"),
        (document(tfmdrill="course"), "tfmdrill"),
        (document(more=1), "unknown field `more`"),
        (with_grade(outcome="great"), r"\$.grades\[0\].outcome"),
        (with_grade(score=1.5), r"\$.grades\[0\].score"),
        (with_grade(at="2026-03-02T12:00:00"), r"\$.grades\[0\].at"),
        (with_grade(at="2126-03-02T12:00:00Z", day="2126-03-02"), "which can't be"),
        (with_grade(at="0001-01-01T00:00:00+23:00", day="0001-01-01"), "which can't be"),
        (with_grade(day="2026-05-02"), "on the day 2026-05-02, which can't be"),
        (with_grade(bugs=["two words"]), r"\$.grades\[0\].bugs"),
        (with_grade(seed="-1"), r"\$.grades\[0\].seed"),
        (with_grade(problem="x" * 1000), r"\$.grades\[0\].problem"),
        (with_grade(problem=":"), r"\$.grades\[0\].problem"),
        (with_grade(problem="rope:"), r"\$.grades\[0\].problem"),
        (with_grade(problem="rope\n"), r"\$.grades\[0\].problem"),
        (with_grade(framework="=1+1"), r"\$.grades\[0\].framework"),
        (with_grade(bugs=["\x1b[2J"]), r"\$.grades\[0\].bugs"),
        (with_grade(bugs=["a\u202eb"]), r"\$.grades\[0\].bugs"),
    ],
)
def test_a_bad_file_is_one_sentence_and_changes_nothing(
    tmp_path: Path, content: bytes | dict[str, Any], says: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    records = opened()
    with pytest.raises(UsageError, match=says) as raised:
        import_records(path, records, LATER)
    assert "\n" not in str(raised.value)
    assert records.attempts() == ()


def test_what_is_no_file_is_one_sentence(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(2**30)
    for path, says in (
        (tmp_path, "isn't a file"),
        (pipe, "isn't a file"),
        (tmp_path / "gone", "can't be read"),
        (large, "too large"),
    ):
        with pytest.raises(UsageError, match=says):
            import_records(path, opened(), LATER)
