"""What an interview prints: at several widths, without Unicode, in sentences, of hostile text."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from reports import CALL, FULL
from screens import shown, widest_line

from tfmdrill.model.interview import Answered, Plan, PlannedProblem, Setting
from tfmdrill.model.pack import Difficulty, Framework, Topic
from tfmdrill.model.quiz import Asked, AskedKind, Judged
from tfmdrill.model.report import CheckKind, CheckResult, Diagnosis, Outcome, Report
from tfmdrill.model.scorecard import (
    Dimension,
    Mark,
    Moment,
    MomentKind,
    Practice,
    ProblemCard,
    Scorecard,
    ToPractise,
)
from tfmdrill.render.document import interviews_json, scorecard_json
from tfmdrill.render.interview import (
    again_words,
    how_to_answer,
    print_judged,
    print_question,
    print_rules,
    print_verdict,
)
from tfmdrill.render.scorecard import print_interviews, print_scorecard, scorecard_page

SETTING = Setting(45, 7, Difficulty.HARD, (Topic.ATTENTION, Topic.DECODING), Framework.TORCH)
EVIL = "\x1b[31m<script>\u202eevil"
PROBLEM = PlannedProblem("rope", f"RoPE {EVIL}", Topic.POSITIONS, Difficulty.HARD, 25)
CARD = Scorecard(
    3, SETTING, datetime(2026, 3, 1, 9, tzinfo=UTC), True, 754.0, 81, 100, "Solid at hard: yes.",
    (
        ProblemCard(
            PROBLEM, f"interview-3/{EVIL}.py", Framework.TORCH, True, 81,
            (
                Dimension("correctness", Mark.GOOD, "9 of 9 checks in run 2", (EVIL,), 70, 70),
                Dimension("hints", Mark.PARTLY, "1 of 3 taken", ("the idea: 5 points",), -5),
                Dimension("cost", Mark.NOT_JUDGED, "nothing of it was judged"),
            ),
            (
                Moment(0.0, MomentKind.SET, "RoPE was set"),
                Moment(90.0, MomentKind.FAILED, "First run: wrong, 40%", ("The halves are " * 9,)),
            ),
            (Answered(0, 0, "k", "spoken", "Why?", EVIL, 0.5, points=("a", "b"), met=(1,)),),
        ),
    ),
    (replace(PROBLEM, slug="gelu", title="GELU"),),
    (ToPractise(Practice.QUIZ, "positions", "follow-ups went wrong (rope)"),),
    f"notes {EVIL}",
)  # fmt: skip
REPORT = Report(
    "rope", "RoPE", "rope.py", "torch", Outcome.WRONG, 0.4, 7, FULL, 0.1,
    (
        CheckResult("v", "Right values", CheckKind.VALUE, Outcome.WRONG, 1, 0, "it is 1", CALL),
        CheckResult("e", f"A row {EVIL}", CheckKind.EDGE, Outcome.WRONG, 1, 0),
    ),
    (Diagnosis("halves", "The halves are swapped.", "It drifts.", "SECRET nudge", 3, 3),),
)  # fmt: skip
NUMBER = Asked("k", AskedKind.NUMBER, Topic.DECODING, "How many?", value=3)


@pytest.mark.parametrize("width", [40, 80, 140])
@pytest.mark.parametrize("plain", [False, True])
def test_a_scorecard_fits_and_acts_on_no_terminal(width: int, plain: bool) -> None:
    text = shown(print_scorecard, CARD, width=width, plain=plain)
    assert widest_line(text) <= width
    assert "\x1b" not in text
    assert "\u202e" not in text
    for words in ("Solid at hard", "correctness", "12:34", "First run", "tfmdrill quiz"):
        assert words in text.replace("Correctness", "correctness")


def test_a_scorecard_without_unicode() -> None:
    assert shown(print_scorecard, replace(CARD, notes=""), ascii_only=True).isascii()


def test_the_list_names_what_is_not_over() -> None:
    text = shown(print_interviews, [CARD, replace(CARD, id=4, finished=False)], width=120)
    assert "81 of 100 points" in text
    assert "not over" in text
    assert shown(print_interviews, []).startswith("No interview yet")


def test_a_verdict_names_hidden_cases_and_gives_no_nudge() -> None:
    for plain in (False, True):
        text = shown(print_verdict, REPORT, plain=plain)
        assert "The halves are swapped." in text
        assert "A row" in text
        assert "it is 1" in text
        assert "SECRET" not in text
        assert "\x1b" not in text


def test_the_command_for_somebody_else_is_the_whole_setting() -> None:
    assert again_words(Plan(SETTING, ())) == (
        "tfmdrill interview --minutes 45 --seed 7 --level hard --topics attention,decoding "
        "--framework torch"
    )
    assert "seed 7" in shown(print_rules, Plan(SETTING, (PROBLEM,)))


def test_questions_say_what_is_wanted() -> None:
    assert how_to_answer(NUMBER).startswith("Answer: a number, exactly")
    assert "letter" in how_to_answer(replace(NUMBER, kind=AskedKind.CHOICE))
    text = shown(print_question, replace(NUMBER, kind=AskedKind.CHOICE, choices=("x", EVIL)), 1, 3)
    assert "Question 2 of 3" in text
    assert "b) " in text
    judged = Judged(False, "That is half.", "It overflows.", "3 bytes", "", ("1 + 2",))
    assert shown(print_judged, judged).split("\n")[:4] == [
        "Wrong. That is half.",
        "What follows from it: It overflows.",
        "The answer: 3 bytes",
        "1 + 2",
    ]


def test_the_document_and_the_page_hold_everything_as_data() -> None:
    document = json.loads(scorecard_json(CARD))["interview"]
    assert document["setting"]["topics"] == ["attention", "decoding"]
    assert document["problems"][0]["timeline"][1]["at_s"] == 90.0
    assert document["began_at"] == "2026-03-01T09:00:00+00:00"
    assert len(json.loads(interviews_json([CARD, CARD]))["interviews"]) == 2
    page = scorecard_page(CARD)
    assert "<script>" not in page
    assert "\u202e" not in page
    assert "not said: a" in page
