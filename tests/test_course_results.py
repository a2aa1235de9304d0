"""results.json against the documented schema, and junit.xml by a parser and its own counts."""

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import jsonschema
import pytest
from classes import NAMES, SECRET, class_grades
from gradescope_schema import RESULTS

from tfmdrill.course.outputs.gradescope import results_json
from tfmdrill.course.outputs.junit import junit_xml
from tfmdrill.course.outputs.shown import feedback_for

# What XML 1.0 allows, https://www.w3.org/TR/xml/#charsets
LEGAL = re.compile("[\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")


def results(number: int, hidden: tuple[str, ...] = ("edge-*", "gradient")) -> dict:
    grades = class_grades(hidden)
    return json.loads(results_json(feedback_for(grades.students[number], grades)))


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_results_fit_the_documented_schema(number: int) -> None:
    jsonschema.validate(results(number), RESULTS)


def test_a_score_is_there_only_when_every_problem_has_one() -> None:
    assert results(0)["score"] == 10.0
    assert "score" not in results(3)
    assert [t.get("score") for t in results(3)["tests"] if "max_score" in t] == [None, 2.0]


def test_a_problem_carries_the_points_and_its_checks_carry_none() -> None:
    tests = results(1)["tests"]
    assert [t["score"] for t in tests if "score" in t] == [3.36, 2.0]
    assert "The mistake: The mask is applied after the softmax." in tests[0]["output"]
    assert [t["number"] for t in tests[:3]] == ["1", "1.1", "1.2"]


def test_hidden_checks_are_a_title_and_never_of_the_visibility_that_hides_the_total() -> None:
    tests = results(2)["tests"]
    secret = next(t for t in tests if "nothing allowed" in t["name"])
    assert secret["output"] == "Error.\nThis is a hidden check: its input isn't shown."
    assert {t["visibility"] for t in tests} == {"visible"}
    assert SECRET not in json.dumps(results(2))
    assert SECRET in json.dumps(results(2, hidden=()))  # the fixture does try


def test_junit_is_legal_xml_whose_counts_are_right() -> None:
    text = junit_xml(class_grades())
    assert LEGAL.fullmatch(text)
    root = ElementTree.fromstring(text.encode())
    assert root.tag == "testsuites"
    for suite in root:
        tags = [child.tag for case in suite for child in case]
        assert suite.get("tests") == str(len(suite))
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert suite.get(name) == str(tags.count(tag))
        assert all(case.get("name") and case.get("classname") for case in suite)
        assert "time" not in suite.attrib
    assert len(root) == 2 * len(NAMES)
    assert root.get("tests") == str(sum(len(suite) for suite in root))


def test_junit_calls_students_by_pseudonym_unless_names_are_wanted() -> None:
    assert "Lovelace" not in junit_xml(class_grades())
    assert "student 000000: rope" in junit_xml(class_grades())
    assert "Lovelace" in junit_xml(class_grades(), names=True)
    assert SECRET not in junit_xml(class_grades())


def test_a_fault_of_the_grader_is_an_error_and_nothing_handed_in_is_skipped() -> None:
    root = ElementTree.fromstring(junit_xml(class_grades()).encode())
    suites = {suite.get("name"): suite for suite in root}
    fault = suites["student 000003: attention-masks"]
    assert [child.tag for case in fault for child in case] == ["error"]
    missing = suites["student 000004: attention-masks"]
    assert [child.tag for case in missing for child in case] == ["skipped"]


def test_the_same_bytes_twice() -> None:
    for one, two in pairwise([junit_xml(class_grades()) for _ in range(2)]):
        assert one == two
