"""Stubs and the time from which a problem counts: new, reviewed, planned, reset."""

from datetime import timedelta
from pathlib import Path

import pytest
from command import TINY
from practised import MONDAY, after, attempt, opened, practise

from tfmdrill.catalogue import stub_for
from tfmdrill.errors import UsageError
from tfmdrill.model.plan import Plan, Why
from tfmdrill.model.practice import StepKind
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.practice.assistance import model_answer, take_hint
from tfmdrill.practice.planning import start_planned
from tfmdrill.practice.starting import start_problem, start_review
from tfmdrill.progress.plan import make_plan

TAG = "# tfmdrill: double-it (numpy)\n"
MINE = TAG + "mine = 1\n"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_stub_begins_the_time(double_it: Problem, tmp_path: Path) -> None:
    records = opened()
    start_problem(double_it, None, tmp_path, records, MONDAY)
    assert records.begun() == {"double-it"}
    assert records.add(attempt("double-it", after(minutes=7))).since_new_s == 420
    with pytest.raises(UsageError, match="--force, or --review"):
        start_problem(double_it, None, tmp_path, records, after(minutes=8))


def test_a_review_is_a_fresh_stub_with_the_earlier_work_beside_it(
    double_it: Problem, tmp_path: Path
) -> None:
    records = opened()
    path = tmp_path / "double_it.py"
    stub = stub_for(double_it, Framework.NUMPY)
    for name in ("double_it.py.2026-03-02.bak", "double_it.py.2026-03-02.bak2"):
        path.write_text(MINE + name)
        written = start_review(double_it, None, tmp_path, records, MONDAY)
        assert written.path.read_text() == stub  # in the framework of the earlier work
        assert written.backup == tmp_path / name
        assert written.backup.read_text() == MINE + name
    # A stub on which nobody worked needs no backup.
    assert start_review(double_it, None, tmp_path, records, MONDAY).backup is None
    assert len(names(tmp_path)) == 3


def test_a_review_finds_the_earlier_work_under_another_name(
    double_it: Problem, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    written = start_review(double_it, None, tmp_path, opened(), MONDAY)
    assert names(tmp_path) == ["mine.py", "mine.py.2026-03-02.bak"]
    assert written.path.name == "mine.py"
    written.path.write_text(MINE)
    (tmp_path / "other.py").write_text(MINE)
    with pytest.raises(UsageError, match=r"mine.py, other.py; move all but one away"):
        start_review(double_it, None, tmp_path, opened(), MONDAY)


def test_a_review_puts_a_notebook_away_and_begins_a_file(
    double_it: Problem, tmp_path: Path
) -> None:
    notebook = tmp_path / "work.ipynb"
    notebook.write_text(
        '{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [{"cell_type": "code", '
        '"metadata": {}, "execution_count": null, "outputs": [], '
        '"source": "# tfmdrill: double-it (numpy)"}]}'
    )
    start_review(double_it, None, tmp_path, opened(), MONDAY)
    assert names(tmp_path) == ["double_it.py", "work.ipynb.2026-03-02.bak"]


def test_a_review_without_earlier_work_is_a_stub(double_it: Problem, tmp_path: Path) -> None:
    written = start_review(double_it, Framework.NUMPY, tmp_path, opened(), MONDAY)
    assert written.backup is None
    assert names(tmp_path) == ["double_it.py"]


def test_a_file_that_lost_its_first_line_is_kept_too(double_it: Problem, tmp_path: Path) -> None:
    (tmp_path / "double_it.py").write_text("mine = 1\n")
    written = start_review(double_it, Framework.NUMPY, tmp_path, opened(), MONDAY)
    assert written.backup is not None
    assert written.backup.read_text() == "mine = 1\n"


def test_a_folder_in_the_way_is_one_sentence(double_it: Problem, tmp_path: Path) -> None:
    (tmp_path / "double_it.py").mkdir()
    with pytest.raises(UsageError, match="is a folder"):
        start_review(double_it, None, tmp_path, opened(), MONDAY)


def test_hints_begin_anew_with_a_review(double_it: Problem, tmp_path: Path) -> None:
    records = opened()
    levels = [take_hint(double_it, records, None, after(minutes=n))[0] for n in range(2)]
    records.add(attempt("double-it", after(minutes=5), passed=True))
    levels.append(take_hint(double_it, records, None, after(minutes=6))[0])
    start_review(double_it, None, tmp_path, records, after(days=3))
    levels.append(take_hint(double_it, records, None, after(days=3, minutes=1))[0])
    assert levels == [1, 2, 3, 1]


def test_the_model_answer_waits_during_a_review_too(double_it: Problem, tmp_path: Path) -> None:
    records = opened()
    practise(records, "double-it", MONDAY)

    def look(at_days: float, *, give_up: bool = False) -> Path:
        at = after(days=at_days)
        return model_answer(double_it, None, records, at, folder=tmp_path, give_up=give_up)

    look(1)
    start_review(double_it, None, tmp_path, records, after(days=2))
    with pytest.raises(UsageError, match="isn't passed this time yet"):
        look(2.1)
    look(2.2, give_up=True)
    assert [rating.name for _, rating in records.cards.ratings()] == ["AGAIN", "GOOD"]
    look(2.3)


def test_the_plan_is_begun_with_its_first_problem(tmp_path: Path) -> None:
    records = opened()
    work = tmp_path / "work"
    work.mkdir()

    def begin(days: float) -> tuple[str, Why]:
        at = after(days=days)
        plan = make_plan(records, [TINY], at)
        planned, _ = start_planned(plan, Framework.NUMPY, work, records, (TINY,), at)
        return planned.name, planned.why

    assert begin(0) == ("softmax", Why.NEW)
    with pytest.raises(UsageError, match=r"softmax.py is here and not passed yet: go on with it"):
        begin(0.01)
    (work / "softmax.py").unlink()
    assert begin(0.02) == ("softmax", Why.STARTED)
    records.add(attempt("softmax", after(days=0.02) + timedelta(minutes=15), passed=True))
    due = records.cards.all()[0].due
    days = (due - MONDAY.date()).days
    assert begin(days) == ("softmax", Why.REVIEW)
    assert names(work) == ["softmax.py"]  # the stub had stayed as it was


def test_a_plan_with_nothing_in_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing is left for today"):
        start_planned(Plan(MONDAY.date()), None, tmp_path, opened(), (), MONDAY)


def test_a_reset_in_the_middle_stops_no_clock(double_it: Problem, tmp_path: Path) -> None:
    records = opened()
    start_problem(double_it, Framework.NUMPY, tmp_path, records, MONDAY)
    records.add(attempt("double-it", after(minutes=10)))
    records.add_step("double-it", StepKind.START, after(minutes=12))
    assert records.add(attempt("double-it", after(minutes=20))).since_new_s == 1200
