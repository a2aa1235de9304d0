"""Plan and progress as a person reads them, and as documents."""

import csv
import io
import json
from dataclasses import replace
from datetime import date, timedelta

from practised import MONDAY, after, attempt, opened, practise
from screens import shown, widest_line

from tfmdrill.model.listing import Status, Summary
from tfmdrill.model.pack import Difficulty, Framework, Topic
from tfmdrill.model.plan import Plan, Planned, Why
from tfmdrill.model.summary import (
    Forecast,
    Merged,
    Mistake,
    ProblemProgress,
    Progress,
    TopicProgress,
)
from tfmdrill.progress.summary import summarise
from tfmdrill.render.plan import plan_json, print_plan
from tfmdrill.render.progress import grades_csv, print_merged, print_progress, progress_json

TODAY = date(2026, 3, 2)
ROPE = Summary(
    "rope", "Rotary position embedding", Topic.POSITIONS, Difficulty.MEDIUM, 25, (Framework.TORCH,)
)
GELU = replace(ROPE, slug="gelu", title="GELU", topic=Topic.BLOCKS, minutes=10)
FULL = Plan(
    TODAY,
    reviews=(
        Planned(ROPE, Why.REVIEW, due=TODAY),
        Planned(ROPE, Why.RETRY, "half-split", TODAY - timedelta(days=3), under_way=True),
    ),
    waiting=2,
    questions=4,
    fresh=Planned(GELU, Why.NEW),
    reviewed=1,
    passed=7,
    total=43,
)


def test_the_plan_names_what_is_due_and_the_command_for_each() -> None:
    text = shown(print_plan, FULL, width=100)
    assert text.split("\n")[:13] == [
        "Today, Monday 2026-03-02 · 7 of 43 problems passed · 1 review done",
        "",
        "Due for a review:",
        "  rope: Rotary position embedding",
        "    positions, medium, 25 minutes; due today",
        "    tfmdrill new rope --review",
        "  rope:half-split: Rotary position embedding",
        "    positions, medium, 25 minutes; due for 3 days; not passed yet",
        "    tfmdrill grade  (go on with your file)",
        "  2 more reviews can wait until there is room for them.",
        "",
        "4 questions of the quiz due: tfmdrill quiz",
        "",
    ]
    assert "New:\n  gelu: GELU\n    blocks, medium, 10 minutes\n    tfmdrill new gelu\n" in text
    assert "Begin with the first of these: tfmdrill next --start" in text
    assert widest_line(shown(print_plan, FULL, width=40)) <= 40


def test_what_is_under_way_is_not_to_be_begun() -> None:
    begun = Planned(GELU, Why.STARTED, under_way=True)
    text = shown(print_plan, Plan(TODAY, fresh=begun, passed=0, total=2))
    assert "tfmdrill grade  (go on with your file)" in text
    assert "Begin with the first" not in text
    assert "Where its file isn't here" in text


def test_a_plan_without_anything_says_when_something_comes() -> None:
    text = shown(print_plan, Plan(TODAY, passed=2, total=2, next_due=TODAY + timedelta(days=1)))
    assert "Nothing is left for today.\nThe next review is due tomorrow." in text
    assert "tfmdrill next --start" not in text
    later = Plan(TODAY, passed=1, total=2, next_due=TODAY + timedelta(days=9))
    assert "in 9 days, on Wednesday 2026-03-11" in shown(print_plan, later)


def test_a_newcomer_reads_where_to_begin() -> None:
    plan = Plan(TODAY, fresh=Planned(GELU, Why.NEW), total=43, first_time=True)
    text = shown(print_plan, plan)
    assert text.startswith("Welcome. There are 43 problems")
    assert "tfmdrill new gelu" in text
    assert "tfmdrill demo" in text


def test_the_plan_as_a_document() -> None:
    document = json.loads(plan_json(FULL))
    assert document["schema"] == 1
    assert document["reviews"][1] == {
        "slug": "rope",
        "variant": "half-split",
        "title": "Rotary position embedding",
        "topic": "positions",
        "minutes": 25,
        "why": "retry",
        "due": "2026-02-27",
        "under_way": True,
        "command": "tfmdrill grade",
    }
    assert document["fresh"]["command"] == "tfmdrill new gelu"


HOSTILE = Mistake("red-\x1b[31m", ("rope",), 1, TODAY, (0, 1), says="It turns \u202eback.")
DONE = Progress(
    day=TODAY,
    passed=2,
    total=43,
    grades=9,
    streak=1,
    longest_streak=4,
    due=0,
    next_due=TODAY + timedelta(days=2),
    topics=(
        TopicProgress(Topic.ATTENTION, 1, 11, 5, 0.914, 0.4, 1.26),
        TopicProgress(Topic.BLOCKS, 0, 9, 1, None, None, None),
        TopicProgress(Topic.DECODING, 0, 7, 0, None, None, None),
    ),
    problems=(
        ProblemProgress("rope", "", Topic.POSITIONS, Status.PASSED, 3, 0, 1900.0, 25, 0.9, TODAY),
        ProblemProgress("gelu", "", Topic.BLOCKS, Status.PASSED, 3, 0, 60.0, 10, 0.9, TODAY),
    ),
    mistakes=(
        Mistake("mask-after-softmax", ("attention-masks", "attention"), 3, TODAY, (0, 3), "Late."),
        HOSTILE,
    ),
    days=(),
    forecast=(Forecast(0, 0.95), Forecast(7, 0.85), Forecast(30, 0.7)),
)


def done() -> Progress:
    from tfmdrill.model.summary import Day

    return replace(DONE, days=(Day(TODAY, 9, 2, 0),))


def test_progress_in_columns() -> None:
    text = shown(print_progress, done())
    assert text.startswith("2 of 43 problems passed, 9 grades, on 1 day; 1 day in a row, at most 4")
    assert "attention (weak)  1 of 11  5       91 %        1.3 x the minutes given\n" in text
    assert "decoding" not in text
    assert "Remembered if you stop practising: 95 % today, 85 % in a week, 70 % in 30 days." in text
    assert "Due next: 2026-03-04." in text
    assert "  mask after softmax: 3 times (attention-masks, attention)\n    Late.\n" in text
    assert "  rope: 32 of 25 min\n" in text
    assert "gelu: " not in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_progress_in_sentences() -> None:
    text = shown(print_progress, done(), plain=True, width=100)
    assert (
        "attention (weak): 1 of 11, graded 5, remembered 91 %, time 1.3 x the minutes given.\n"
        in text
    )
    assert "blocks: 0 of 9, graded 1.\n" in text


def test_no_progress_says_how_to_begin() -> None:
    text = shown(print_progress, summarise(opened(), [], MONDAY))
    assert "nothing was graded yet. Begin: tfmdrill next" in text


def test_progress_as_a_document() -> None:
    document = json.loads(progress_json(done()))
    assert document["schema"] == 1
    assert document["mistakes"][0] == {
        "bug": "mask-after-softmax",
        "problems": ["attention-masks", "attention"],
        "times": 3,
        "last": "2026-03-02",
        "weeks": [0, 3],
        "says": "Late.",
    }
    assert document["topics"][1]["remembered"] is None
    assert document["next_due"] == "2026-03-04"


def test_grades_as_a_table_for_a_spreadsheet() -> None:
    records = opened()
    practise(records, "rope", MONDAY)
    records.add(attempt("gelu", after(days=1), "tanh", "scaled", variant="sigmoid"))
    rows = list(csv.DictReader(io.StringIO(grades_csv(records.attempts()))))
    assert [row["problem"] for row in rows] == ["rope", "gelu"]
    assert rows[0]["seconds_since_new"] == "900"
    assert rows[1] == {
        "problem": "gelu",
        "variant": "sigmoid",
        "framework": "numpy",
        "at": "2026-03-03T12:00:00+00:00",
        "outcome": "wrong",
        "score": "0.5",
        "hints": "0",
        "mistakes": "tanh scaled",
        "seconds_since_new": "",
        "elapsed_s": "0.04",
        "seed": "71203",
        "minutes": "20",
        "source_sha256": "00ff",
    }


def test_what_an_import_brought() -> None:
    assert "2 grades, 1 review, 1 interview, 3 of stubs, hints and model answers" in shown(
        print_merged, Merged(2, 3, 1, 1)
    )
    assert shown(print_merged, Merged()) == "Nothing in it was new.\n"


def test_what_an_import_left_out() -> None:
    text = shown(print_merged, Merged(left_out=2))
    assert "can't make them out: 2 interviews." in text
    assert "Nothing in it was new." in text
