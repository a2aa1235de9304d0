"""Every grade is kept with what belongs to it, and what follows for its problem."""

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from practised import MONDAY, after, attempt, opened, practise

from tfmdrill.model.listing import Status
from tfmdrill.model.outcome import Outcome
from tfmdrill.model.practice import Rating, StepKind
from tfmdrill.progress.records import Records, text_of

FILE = Path("/somewhere/rope.py")


def ratings(records: Records) -> list[tuple[str, Rating]]:
    return list(records.cards.ratings())[::-1]


def test_what_is_kept_of_a_grade_comes_back_whole(tmp_path: Path) -> None:
    records = opened(tmp_path)
    records.add_step("rope", StepKind.START, MONDAY)
    records.add_step("rope", StepKind.HINT, after(minutes=1), 2)
    given = replace(
        attempt("rope", after(minutes=5), "half-split", "a|b", seed=10**30),
        outcome=Outcome.TIMEOUT,
        score=None,
    )
    kept = records.add(given, FILE)
    assert kept == replace(given, hints=2, since_new_s=300.0)
    assert opened(tmp_path).attempts() == (kept,)


def test_grades_are_told_apart_by_problem_and_variant() -> None:
    records = opened()
    records.add(attempt("rope", after(minutes=2)))
    records.add(attempt("rope", after(minutes=1), variant="half-split"))
    records.add(attempt("gelu", MONDAY))
    assert [a.name for a in records.attempts()] == ["gelu", "rope:half-split", "rope"]
    (one,) = records.attempts("rope:half-split")
    assert (one.problem, one.variant) == ("rope", "half-split")


def test_a_grade_without_a_stub_has_no_time_since_it() -> None:
    assert opened().add(attempt("rope", MONDAY)).since_new_s is None


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        text_of(datetime(2026, 3, 2))
    # 01:00 of the third in Auckland is the second in UTC; kept as UTC, on the person's own day.
    records = opened()
    auckland = datetime(2026, 3, 3, 1, tzinfo=timezone(timedelta(hours=13)))
    records.add(attempt("rope", auckland, passed=True))
    assert records.attempts()[0].at == auckland
    assert records.attempts()[0].at.utcoffset() == timedelta()
    assert records.database.rows("SELECT day FROM attempts") == [("2026-03-03",)]


def test_statuses_follow_what_happened_and_a_pass_stays() -> None:
    records = opened()
    seen = []
    for step in (
        lambda: records.add_step("rope", StepKind.HINT, MONDAY, 1),
        lambda: records.add(attempt("rope", after(minutes=1))),
        lambda: records.add_step("rope", StepKind.SOLUTION, after(minutes=2)),
        lambda: records.add(attempt("rope", after(minutes=3), passed=True)),
        lambda: records.add(attempt("rope", after(minutes=4))),
    ):
        step()
        seen.append(records.standing("rope").status)
    assert seen == [Status.NEW, Status.STARTED, Status.GIVEN_UP, Status.PASSED, Status.PASSED]
    assert records.standing("gelu").status is Status.NEW


def test_the_failed_seed_comes_first_until_the_file_passes(tmp_path: Path) -> None:
    records = opened()
    file = tmp_path / "rope.py"
    records.add(attempt("rope", MONDAY), file)
    assert records.failed_seed(file, "rope") == 71203
    assert records.failed_seed(file, "gelu") is None
    assert records.failed_seed(file.with_name("other.py"), "rope") is None
    records.add(attempt("rope", after(minutes=1), seed=5), file)
    assert records.failed_seed(file, "rope") == 5
    records.add(attempt("rope", after(minutes=2), passed=True), file)
    assert records.failed_seed(file, "rope") is None


def test_a_name_that_is_no_text_is_remembered_all_the_same() -> None:
    records = opened()
    path = Path("/somewhere/\udcff.py")
    records.add(attempt("rope", MONDAY), path)
    assert records.failed_seed(path, "rope") == 71203


def test_a_pass_is_a_review_and_one_after_the_model_answer_is_a_bad_one() -> None:
    records = opened()
    practise(records, "rope", MONDAY)
    records.add_step("gelu", StepKind.START, MONDAY)
    records.add_step("gelu", StepKind.SOLUTION, after(minutes=1))
    records.add(attempt("gelu", after(minutes=2), passed=True))
    assert dict(ratings(records)) == {"problem:rope": Rating.GOOD, "problem:gelu": Rating.AGAIN}


def test_what_was_left_is_rated_when_someone_looks() -> None:
    records = opened()
    records.add(attempt("rope", MONDAY))
    records.rate_left(after(minutes=60))
    assert ratings(records) == []
    records.rate_left(after(days=1))
    assert ratings(records) == [("problem:rope", Rating.AGAIN)]
    (card,) = records.cards.all()
    assert card.last == MONDAY.date()
    records.rate_left(after(days=2))
    assert len(ratings(records)) == 1


def test_what_was_passed_and_then_begun_afresh_and_left_was_not_passed() -> None:
    records = opened()
    practise(records, "rope", MONDAY)
    records.add_step("rope", StepKind.START, after(minutes=60))
    records.add(attempt("rope", after(minutes=70)))
    assert ratings(records) == [("problem:rope", Rating.GOOD)]
    for day in (1, 2):
        records.rate_left(after(days=day))
        assert ratings(records) == [("problem:rope", Rating.AGAIN)]


def test_the_same_file_graded_again_and_again_is_one_review() -> None:
    records = opened()
    practise(records, "rope", MONDAY)
    for day in range(1, 40):
        records.add(attempt("rope", after(days=day), passed=True))
    assert ratings(records) == [("problem:rope", Rating.GOOD)]
    practise(records, "rope", after(days=41), took=25)
    assert ratings(records)[1:] == [("problem:rope", Rating.HARD)]


def test_statuses_are_listed_for_problems_of_any_pack(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(
        json.dumps(
            {
                "schema": 1,
                "problems": {"gelu": {"started": True, "passed": True, "gave_up": False}},
                "failed": {},
            }
        )
    )
    assert opened(tmp_path).standing("gelu").status is Status.PASSED
