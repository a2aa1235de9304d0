"""Feedback and the class page: what they tell, what they never tell, and how they look."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import needs_browser, opened
from classes import NAMES, SECRET, attempt, class_grades
from command import Shell
from reports import check, report

from tfmdrill.course.outputs import write_outputs
from tfmdrill.course.outputs.cells import file_name
from tfmdrill.course.outputs.class_rows import class_rows
from tfmdrill.course.outputs.shown import feedback_for
from tfmdrill.errors import UsageError
from tfmdrill.model.course import ClassGrades, Course, CourseProblem, Lms
from tfmdrill.model.report import Outcome
from tfmdrill.render.class_page import class_page
from tfmdrill.render.feedback import feedback_markdown, feedback_page, markdown

ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        assert not [name for name, _ in attrs if name.startswith("on")]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    write_outputs(class_grades(), folder)
    return folder


def for_students(folder: Path) -> list[Path]:
    return [path for part in ("feedback", "gradescope") for path in (folder / part).iterdir()]


def feedback(number: int, grades: ClassGrades | None = None) -> str:
    grades = grades or class_grades()
    return feedback_markdown(feedback_for(grades.students[number], grades))


def test_each_student_has_a_page_a_markdown_and_a_gradescope_file(out: Path) -> None:
    for i, name in enumerate(NAMES):
        stem = file_name(name, f"k{i:02}")
        for place in (f"feedback/{stem}.html", f"feedback/{stem}.md", f"gradescope/{stem}.json"):
            assert (out / place).is_file(), place
    assert len(for_students(out)) == 3 * len(NAMES)


def test_no_trace_of_a_hidden_input_is_in_anything_that_a_student_gets(out: Path) -> None:
    """The submission of the fixture prints, returns and raises it, from visible checks too."""
    for path in for_students(out):
        assert SECRET not in path.read_text(encoding="utf-8"), path
    assert SECRET in feedback(2, class_grades(hidden=()))


def test_feedback_says_what_passed_what_did_not_and_why_it_matters() -> None:
    text = feedback(1)
    assert "3.36 of 8 points (4.96 less 1.6 for lateness)" in text
    assert "Handed in 2 days late: 20 % off." in text
    assert "this one counts of 2 attempts" in text
    assert "**The mask is applied after the softmax.**" in text
    assert "Because: The rows no longer sum to one" in text
    assert "- No mask at all" in text
    assert "handed in 2026-11-03 23:30 CET" in text  # by the course's clock, not by UTC


def test_a_hidden_check_is_its_title_and_how_it_ended() -> None:
    text = feedback(2)
    line = next(line for line in text.splitlines() if "nothing allowed" in line)
    assert line == "**A row with nothing allowed**: error (a hidden check: its input isn't shown)"
    assert "Expected: 0.125" in text  # of a visible one the right answer stays
    assert "isn't repeated here" in text


def test_a_fault_of_the_grader_is_said_to_be_no_zero() -> None:
    text = feedback(3)
    assert "No points yet" in text
    assert "the grader failed, not your code" in text


def test_the_instructors_own_score_comes_with_the_reason() -> None:
    assert "7.5 of 8 points, set by the instructor" in feedback(5)
    assert "=a &lt;b&gt;fair&lt;/b&gt; reason" in feedback(5)


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_text_of_others_is_text_on_every_page(number: int) -> None:
    grades = class_grades()
    html = feedback_page(feedback_for(grades.students[number], grades))
    seen = _Tags(html)
    assert not seen.tags & {"script", "img", "iframe", "form", "a"}
    assert not ACTING.search(html)
    assert not ACTING.search(feedback(number))


def test_code_that_prints_a_fence_stays_in_its_block() -> None:
    grades = class_grades(hidden=())
    first = grades.grades[0]
    hostile = replace(report(Outcome.WRONG, check("a", Outcome.WRONG)), prints="```\n# out\n````\n")
    counted = attempt("k00", hostile)
    changed = (replace(first, counted=counted, attempts=(counted,)), *grades.grades[1:])
    text = feedback(0, replace(grades, grades=changed))
    assert "`````text\n```\n# out\n````\n`````" in text


@pytest.mark.parametrize(
    "text",
    ["# head", "- item", "+ item", "1. item", "2) item", "===", "---", "*a*", "_a_", "`a`",
     "[a](b)", "![a](b)", "<b>a</b>", "&amp;", "a | b", "~~a~~", "***", "\\*a*", "> quote"],
)  # fmt: skip
def test_markdown_of_others_is_one_paragraph_of_text(text: str) -> None:
    """The oracle is another's reader of CommonMark."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    paragraph, inline, end = reader.parse(markdown(text))
    assert (paragraph.type, end.type) == ("paragraph_open", "paragraph_close")
    assert {child.type for child in inline.children or ()} <= {"text", "text_special"}
    assert "".join(child.content for child in inline.children or ()) == text


def item(outcomes: str, id: str = "item") -> list:
    words = {"p": Outcome.PASSED, "w": Outcome.WRONG, "s": Outcome.SKIPPED}
    return [check(id, words[letter]) for letter in outcomes]


def test_difficulty_and_discrimination_are_those_of_a_hand_computed_class() -> None:
    """Five students; the item against the score on the others: NumPy's corrcoef is the oracle."""
    import numpy as np

    easy, hard = item("ppppw", "easy"), item("pwpww", "hard")
    third = item("ppwww", "third")
    grades = class_grades()
    people = grades.students[:5]
    own = []
    for student, checks in zip(people, zip(easy, hard, third, strict=True), strict=True):
        one = attempt(student.key, report(Outcome.WRONG, *checks))
        own.append(replace(grades.grades[0], student=student.key, counted=one, attempts=(one,)))
    course = replace(grades.course, problems=(grades.course.problems[0],))
    page = class_rows(ClassGrades(course, people, tuple(own)), names=False)
    rows = {row.id: row for row in page.problems[0].items}
    assert rows["hard"].difficulty == pytest.approx(2 / 5)
    rest = [1.0, 1.0, 0.5, 0.5, 0.0]  # easy and third, of two
    expected = np.corrcoef([1, 0, 1, 0, 0], rest)[0, 1]
    assert rows["hard"].discrimination == pytest.approx(expected)


def test_mistakes_stand_by_number_of_students_with_who() -> None:
    page = class_rows(class_grades(), names=False)
    (row,) = page.problems[0].mistakes
    assert row.bug == "mask-after-softmax"
    assert len(row.who) == 8
    assert row.who[0] == "student 000001"
    assert len(page.problems[0].unnamed) == 4


def test_equal_files_of_different_students_are_shown_as_evidence_groups_are_not() -> None:
    grades = class_grades()
    first, other = grades.grades[0], grades.grades[12]
    assert first.counted is not None
    shared = replace(first.counted, match=replace(first.counted.match, students=("k00", "k06")))
    of_group = tuple(
        replace(g, counted=shared) if g in (first, other) else g for g in grades.grades
    )
    assert class_rows(replace(grades, grades=of_group), names=False).suspects == ()
    assert other.counted is not None
    copied = replace(
        other.counted,
        match=replace(
            other.counted.match,
            file=replace(other.counted.match.file, sha256=first.counted.match.file.sha256),
        ),
    )
    with_copy = tuple(replace(g, counted=copied) if g is other else g for g in grades.grades)
    (suspect,) = class_rows(replace(grades, grades=with_copy), names=False).suspects
    assert suspect.who == ("student 000000", "student 000006")


def test_the_class_page_names_no_one_unless_asked_and_tells_no_time() -> None:
    text = class_page(class_rows(class_grades(), names=False))
    for name in NAMES[:2]:
        assert name.split(",")[0] not in text
    assert "=1+1.py" not in text  # a path can hold a name
    assert '<a href="timings.csv">' in text
    assert "0.4" not in re.sub(r"<style>.*</style>|\d+\.\d+%", "", text, flags=re.DOTALL)
    assert "Müller, Jürgen" in class_page(class_rows(class_grades(), names=True))


def test_an_empty_class_and_one_without_points_make_a_page() -> None:
    course = Course("c", Path(), (CourseProblem("rope", "Rope", 0.0),), 1, "k")
    assert "0 students" in class_page(class_rows(ClassGrades(course, (), ()), names=False))


def test_the_same_bytes_twice_in_everything(out: Path, tmp_path: Path) -> None:
    write_outputs(class_grades(), tmp_path)
    places = sorted(str(p.relative_to(out)) for p in out.rglob("*") if p.is_file())
    again = sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file())
    assert places == again
    for place in places:
        assert (out / place).read_bytes() == (tmp_path / place).read_bytes(), place


def test_a_folder_that_cannot_be_written_to_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "feedback").write_text("a file of somebody's")
    with pytest.raises(UsageError, match="can't be written"):
        write_outputs(class_grades(), tmp_path)


def test_a_moodle_course_gets_its_worksheet_filled_in(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_bytes("\ufeffIdentifier,Grade\r\nParticipant 500,\r\n".encode())
    grades = class_grades()
    course = replace(grades.course, lms=Lms.MOODLE, roster=sheet)
    write_outputs(replace(grades, course=course), tmp_path / "out")
    filled = (tmp_path / "out" / "moodle.csv").read_bytes()
    assert filled == "\ufeffIdentifier,Grade\r\nParticipant 500,10.00\r\n".encode()


@needs_browser
@pytest.mark.parametrize("width", [400, 1000])
def test_pages_open_in_a_browser_with_hostile_names_as_text(out: Path, width: int) -> None:
    number = next(i for i, name in enumerate(NAMES) if "onerror" in name)
    page = out / "feedback" / f"{file_name(NAMES[number], f'k{number:02}')}.html"
    with opened(page, width=width) as seen:
        assert NAMES[number] in seen.page.inner_text("body")
        assert (seen.complaints, seen.requests, seen.fits) == ([], [], True)
    with opened(out / "class.html", width=width, dark=True) as seen:
        assert "student 000001" in seen.page.inner_text("body")
        assert (seen.complaints, seen.requests, seen.fits) == ([], [], True)


def test_the_graded_class_is_shown_by_name_where_names_are_wanted(shell: Shell) -> None:
    for who, answer in (("ada", "2 * x + offset"), ("blaise", "x * x + offset")):
        folder = shell.folder / "subs" / who
        folder.mkdir(parents=True)
        text = f"def double_it(x, *, offset=0.0):\n    return {answer}\n"
        (folder / "double_it.py").write_text(f"# tfmdrill: double-it (numpy)\n{text}")
    shell.succeed("course", "init", "double-it")
    shell.run("course", "grade", "subs", "-o", "out", "--jobs", "1")
    page = shell.folder / "out" / "class.html"
    assert "The values are squared instead of doubled." in page.read_text()
    assert "blaise" not in page.read_text()
    shell.run("course", "grade", "subs", "-o", "out", "--jobs", "1", "--names")
    assert "blaise" in page.read_text()
    (feedback,) = (shell.folder / "out" / "feedback").glob("blaise-*.md")
    assert "Look at what happens to -1." in feedback.read_text()


LEAKING = """\
# tfmdrill: double-it (numpy)
import numpy as np
seen = []
def double_it(x, *, offset=0.0):
    seen.append(x)
    print("LEAK", seen)
    if len(seen) % 3 == 0:
        raise type(f"LEAK{len(seen)}", (ValueError,), {})(f"LEAK {seen}")
    return np.full_like(x, 31337.25)
"""


def test_a_real_submission_that_tells_all_it_saw_tells_students_nothing(shell: Shell) -> None:
    folder = shell.folder / "subs" / "ada"
    folder.mkdir(parents=True)
    (folder / "double_it.py").write_text(LEAKING)
    shell.succeed("course", "init", "double-it")
    toml = shell.folder / "course.toml"
    told = {}
    for hidden in ('["edge-*"]', "[]"):
        text = re.sub(r"^hidden = .*$", f"hidden = {hidden}", toml.read_text(), flags=re.MULTILINE)
        toml.write_text(text)
        shell.run("course", "grade", "subs", "-o", "out", "--jobs", "1")
        out = shell.folder / "out"
        told[hidden] = "".join(p.read_text() for p in for_students(out))
    # Not digits in the middle of another number: inputs are drawn anew in each run.
    for trace in ("LEAK", r"(?<![\d.])31337", "seen"):
        assert re.search(trace, told["[]"])
        assert not re.search(trace, told['["edge-*"]'])
    assert "raised ValueError at line 8" in told['["edge-*"]']
