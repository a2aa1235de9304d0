"""junit.xml: a test suite a graded file, a test case a check, for CI systems and their viewers.

The messages are the grader's own, hidden checks by their title alone, as students may see them.
No times are in it: it is the same bytes after every run.
"""

import xml.etree.ElementTree as ElementTree

from tfmdrill.course.outputs.shown import shown_problem
from tfmdrill.model.course import ClassGrades, Grade, GradeStatus, Student
from tfmdrill.model.feedback import ShownCheck, ShownProblem
from tfmdrill.model.report import Outcome
from tfmdrill.render.feedback import check_words
from tfmdrill.render.inert import visible

NOT_JUDGED = (Outcome.SKIPPED, Outcome.TOO_NOISY)


def junit_xml(grades: ClassGrades, *, names: bool = False) -> str:
    """The document's text. Students go by their pseudonyms unless `names`."""
    root = ElementTree.Element("testsuites", name=legal(grades.course.name))
    for student in grades.students:
        for grade in grades.of(student.key):
            shown = shown_problem(grade, grades.course)
            root.append(_suite(student, grade, shown, names=names))
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def legal(text: str) -> str:
    """The text without what XML 1.0 can't hold: acting characters as escapes."""
    return "".join(c if c not in "\ufffe\uffff" else f"\\u{ord(c):04x}" for c in visible(text))


def _suite(
    student: Student, grade: Grade, shown: ShownProblem, *, names: bool
) -> ElementTree.Element:
    who = student.name if names else student.pseudonym
    suite = ElementTree.Element("testsuite", name=legal(f"{who}: {grade.problem}"))
    cases = [_case(check, grade.problem, who) for check in shown.checks]
    if not cases:
        cases = [_unjudged(grade, who)]
    kinds = [child.tag for case in cases for child in case]
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(kinds.count("failure")))
    suite.set("errors", str(kinds.count("error")))
    suite.set("skipped", str(kinds.count("skipped")))
    suite.extend(cases)
    return suite


def _case(shown: ShownCheck, problem: str, who: str) -> ElementTree.Element:
    check = shown.check
    case = ElementTree.Element(
        "testcase", name=legal(check.id), classname=legal(f"{who}.{problem}")
    )
    if check.outcome is Outcome.PASSED:
        return case
    if check.outcome in NOT_JUDGED:
        ElementTree.SubElement(case, "skipped", message=legal(str(check.outcome)))
        return case
    tag = "failure" if check.outcome is Outcome.WRONG else "error"
    found = ElementTree.SubElement(
        case, tag, message=legal(check.message or check.title), type=str(check.outcome)
    )
    found.text = legal("\n".join(check_words(shown)))
    return case


def _unjudged(grade: Grade, who: str) -> ElementTree.Element:
    """A file that has no verdict: an error where tfmdrill failed, else skipped."""
    case = ElementTree.Element("testcase", name="graded", classname=legal(f"{who}.{grade.problem}"))
    tag = "error" if grade.status is GradeStatus.REGRADE else "skipped"
    found = ElementTree.SubElement(case, tag, message=legal(grade.reason or str(grade.status)))
    if tag == "error":
        found.set("type", str(grade.status))
    return case
