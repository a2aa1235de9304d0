"""The JSON document: the keys that the design fixes, and nothing that a strict reader refuses."""

import json
import math
from dataclasses import fields, replace
from pathlib import Path

from reports import CALL, FULL, GRID, HALF_SPLIT, check, error_report, report, wrong_report

import tfmdrill
from tfmdrill.model.listing import Listed, Status
from tfmdrill.model.machine import Attempt, Library, Machine
from tfmdrill.model.problem import Difficulty, Framework, Problem
from tfmdrill.model.report import Outcome, Report
from tfmdrill.model.verification import ProblemVerdict, Verification
from tfmdrill.render.document import doctor_json, list_json, report_json, verify_json


def strict(text: str) -> dict:
    """Parsed as a reader that knows no NaN would."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    document = json.loads(text, parse_constant=refuse)
    json.dumps(document, ensure_ascii=False).encode()  # no lone surrogates
    return document


def test_report_has_the_keys_of_the_design() -> None:
    document = strict(report_json([wrong_report()]))
    assert document["schema"] == 1
    assert document["tfmdrill"] == tfmdrill.__version__
    (found,) = document["reports"]
    assert (found["problem"], found["file"], found["framework"]) == (
        "attention-masks",
        "masked.py",
        "torch",
    )
    assert (found["outcome"], found["score"], found["seed"]) == ("wrong", 0.62, 71203)
    assert (found["isolation"], found["elapsed_s"]) == ("full", 0.031)
    causal = found["checks"][2]
    assert (causal["id"], causal["kind"], causal["outcome"]) == ("causal", "value", "wrong")
    assert causal["weight"] == 1.0
    assert causal["message"].startswith("3 of 12")
    assert causal["where"]["call"] == CALL.call
    assert found["checks"][0]["where"] is None
    assert found["diagnoses"] == [
        {
            "bug": "mask-after-softmax",
            "says": HALF_SPLIT.says,
            "because": HALF_SPLIT.because,
            "fix": HALF_SPLIT.fix,
            "matched": 24,
            "of": 24,
        }
    ]


def test_grader_fault_has_a_null_score() -> None:
    fault = report(Outcome.GRADER_FAULT, check("a", Outcome.GRADER_FAULT), score=None)
    assert strict(report_json([fault]))["reports"][0]["score"] is None


def test_nan_and_inf_are_strings() -> None:
    grid = replace(GRID, got=((math.nan, math.inf, -math.inf), (0.0, 0.5, 1.0)))
    graded = report(Outcome.WRONG, check("a", Outcome.WRONG, where=replace(CALL, grid=grid)))
    (found,) = strict(report_json([graded]))["reports"]
    assert found["checks"][0]["where"]["grid"]["got"][0] == ["nan", "inf", "-inf"]


def test_document_is_ascii_and_survives_any_text() -> None:
    text = report_json([replace(wrong_report(), prints="\ud800 \x1b[31m \u202e 漢")])
    assert text.isascii()
    assert "\x1b" not in text
    assert strict(text)["reports"][0]["prints"] == "\\ud800 \x1b[31m \u202e 漢"


def test_frames_come_with_their_locals() -> None:
    (found,) = strict(report_json([error_report()]))["reports"]
    frame = found["checks"][0]["where"]["exception"]["frames"][0]
    assert frame["place"] == "line 14"
    assert frame["locals"][0] == {"name": "scores", "value": "float32 (2, 3, 4, 5)"}
    assert found["missing"] == [{"layer": "landlock", "why": "the kernel is older than 5.13"}]


def test_no_report_makes_an_empty_document() -> None:
    assert strict(report_json([]))["reports"] == []


def test_every_field_of_a_report_is_in_the_document_and_described() -> None:
    from tfmdrill.render import document as module

    (found,) = strict(report_json([wrong_report()]))["reports"]
    assert {field.name for field in fields(Report)} <= set(found)
    where = found["checks"][2]["where"]
    keys = [*found, *found["checks"][2], *where, *where["grid"], *found["diagnoses"][0]]
    assert not [key for key in keys if key not in (module.__doc__ or "")]


def test_list_has_exactly_the_keys_of_the_design() -> None:
    rope = Problem(
        "rope",
        "Rotary positions",
        "positions",
        Difficulty.MEDIUM,
        25,
        (Framework.TORCH, Framework.NUMPY),
        (),
        (),
        "",
        Path("p"),
        Path("g"),
    )
    assert strict(list_json([Listed(rope, Status.GIVEN_UP)])) == {
        "schema": 1,
        "problems": [
            {
                "slug": "rope",
                "title": "Rotary positions",
                "topic": "positions",
                "difficulty": "medium",
                "minutes": 25,
                "frameworks": ["torch", "numpy"],
                "status": "given-up",
                "variants": [],
            }
        ],
    }


def test_doctor_tells_layers_and_attempts() -> None:
    machine = Machine(
        "0.1.0",
        "3.11.7",
        "Linux",
        2,
        (Library("torch", None, "pip install torch"),),
        FULL,
        (Attempt("open a socket", None, "not tried"),),
    )
    found = strict(doctor_json(machine))
    assert found["isolation"] == {"tier": "full", "layers": list(FULL.layers), "missing": []}
    assert found["libraries"][0]["version"] is None
    assert found["attempts"][0]["stopped"] is None


def test_verify_tells_the_kill_rate() -> None:
    empty = ProblemVerdict("rope", (), (), (), (), (), 0, (), 0)
    found = strict(verify_json(Verification((empty,))))
    assert found["kill_rate"] is None
    assert found["trusted"] is False
    assert found["problems"][0]["slug"] == "rope"
