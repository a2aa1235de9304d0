"""Whole downloads read: who gets which file for which problem, and why."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from made_class import notebook

from tfmdrill.config import ArchiveLimits
from tfmdrill.course.handed_in import read_class
from tfmdrill.course.settings import read_course
from tfmdrill.course.starting import write_course
from tfmdrill.course.store import HandedIn, open_store
from tfmdrill.errors import UsageError
from tfmdrill.model.course import How

ROPE = b"# tfmdrill: rope (numpy)\ndef apply_rope(x, positions):\n    return x\n"
SOFTMAX = b"# tfmdrill: softmax (numpy)\ndef softmax(x):\n    return x\n"
NAMELESS = b"def apply_rope(x, positions):\n    return x\n"


def read(folder: Path, files: dict[str, bytes], *, course: str = "", roster: str = "") -> HandedIn:
    """What a course of rope and softmax makes of these files; `course` goes before its [late]."""
    file = write_course(["rope", "softmax"], folder, name="c", packs=[], force=True).path
    text = file.read_text()
    if roster:
        (folder / "roster.csv").write_text(roster)
        course = f'roster = "roster.csv"\n{course}'
    head, late, rest = text.partition("[late]")
    file.write_text(f"{head}{course}\n{late}{rest}")
    for name, data in files.items():
        path = folder / "subs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "subs").mkdir(exist_ok=True)
    with open_store(folder / "out", create=True) as store:
        return read_class(read_course(file), folder / "subs", store)


def matched(handed_in: HandedIn) -> dict[tuple[tuple[str, ...], str], tuple[str, How]]:
    return {(m.students, m.problem): (m.file.path, m.how) for m in handed_in.matches}


def reasons(handed_in: HandedIn) -> dict[str, str]:
    return {u.path: u.reason for u in handed_in.unmatched}


def test_one_file_may_answer_several_problems(tmp_path: Path) -> None:
    both = notebook((ROPE + SOFTMAX).decode())
    found = matched(read(tmp_path, {"ada/hw.ipynb": both, "bob/hw.py": NAMELESS + SOFTMAX[28:]}))
    assert found == {
        (("ada",), "rope"): ("ada/hw.ipynb", How.HEADER),
        (("ada",), "softmax"): ("ada/hw.ipynb", How.HEADER),
        (("bob",), "rope"): ("bob/hw.py", How.ENTRIES),
        (("bob",), "softmax"): ("bob/hw.py", How.ENTRIES),
    }


def test_the_header_comes_before_the_name_and_the_difference_is_said(tmp_path: Path) -> None:
    (match,) = read(tmp_path, {"ada/softmax.py": ROPE}).matches
    assert (match.problem, match.how) == ("rope", How.HEADER)
    assert "though its name is that of softmax" in match.says


def test_names_of_the_stub_in_any_spelling_and_those_of_the_course(tmp_path: Path) -> None:
    files = {"ada/RoPE-1.py": b"x = 1\n", "bob/hw2 final.py": b"x = 2\n", "eve/softmax (2).py": b""}
    handed_in = read(tmp_path, files)
    assert matched(handed_in) == {
        (("ada",), "rope"): ("ada/RoPE-1.py", How.NAME),
        (("eve",), "softmax"): ("eve/softmax (2).py", How.NAME),
    }
    assert "map it in course.toml" in reasons(handed_in)["bob/hw2 final.py"]


def test_the_instructors_word_comes_first(tmp_path: Path) -> None:
    word = '[[map]]\nfile = "odd/*.py"\nstudent = "ada"\nproblem = "softmax"\n'
    handed_in = read(tmp_path, {"odd/x.py": ROPE}, course=word)
    assert matched(handed_in) == {(("ada",), "softmax"): ("odd/x.py", How.MAPPING)}
    two = word + '[[map]]\nfile = "odd/x.py"\nstudent = "bob"\n'
    with pytest.raises(UsageError, match="mapped to several students: ada, bob"):
        read(tmp_path, {}, course=two)


CANVAS_CLASS = 'Student,ID,SIS Login ID,Section\n"B, Bob",777,b,A\n"{name}",111,m,A\n'


@pytest.mark.parametrize("roster", [True, False])
@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("x_777_99999_y", "softmax.py"),  # a name that Canvas leaves as it is
        ("malory", "b_777_99999_softmax.py"),  # the student's own name of the file
    ],
)
def test_a_name_that_looks_like_anothers_id_takes_nothing_from_them(
    tmp_path: Path, name: str, file: str, roster: bool
) -> None:
    files = {"bobb_777_888_softmax.py": SOFTMAX, f"{name}_111_900_{file}": SOFTMAX + b"# mine\n"}
    text = CANVAS_CLASS.format(name=name) if roster else ""
    handed_in = read(tmp_path, files, roster=text)
    bob = "777" if roster else "canvas-777"
    theirs = [m.file.path for m in handed_in.matches if bob in m.students]
    assert theirs == ["bobb_777_888_softmax.py"]
    assert "several students" in reasons(handed_in)[f"{name}_111_900_{file}"]


NAMES_ALONE = 'id,name\nbob,"B, Bob"\nmal,Malory\n'


@pytest.mark.parametrize(
    ("roster", "bob", "maybe"),
    [
        (CANVAS_CLASS.format(name="bobb_777_99999_y"), "777", {"777", "111"}),
        (CANVAS_CLASS.format(name="Malory"), "777", {"777", "111"}),  # the name is a new one
        (NAMES_ALONE, "bob", {"bob"}),
        ("", "canvas-777", {"canvas-777"}),
    ],
    ids=["both names", "an earlier name", "no ids", "no roster"],
)
@pytest.mark.parametrize("theirs", ["softmax.py", "hw_1_2_softmax.py"])
def test_a_name_with_name_and_id_of_another_takes_nothing_from_them(
    tmp_path: Path, roster: str, bob: str, maybe: set[str], theirs: str
) -> None:
    mine = "bobb_777_99999_y_111_900_softmax.py"
    files = {f"bobb_777_888_{theirs}": SOFTMAX, mine: SOFTMAX + b"# mine\n"}
    handed_in = read(tmp_path, files, roster=roster)
    listed = {u.path: set(u.students) for u in handed_in.unmatched}
    if theirs == "softmax.py":
        assert matched(handed_in) == {((bob,), "softmax"): ("bobb_777_888_softmax.py", How.HEADER)}
        assert listed == {mine: maybe}, "nobody whose it may be is said to be missing"
    else:  # a name that can be read in two ways, too
        assert mine in listed
        assert not any(m.file.path == mine for m in handed_in.matches)


def test_a_folder_that_is_too_full_is_its_students_and_no_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = partial(ArchiveLimits, nested_files=3)
    monkeypatch.setattr("tfmdrill.course.reading.download.ArchiveLimits", few)
    folder = "Bob_777_assignsubmission_file"
    files = {f"{folder}/env/{i}.py": ROPE for i in range(4)}
    files["Ada_778_assignsubmission_file/rope.py"] = ROPE
    handed_in = read(tmp_path, files)
    (unmatched,) = handed_in.unmatched
    assert (unmatched.path, unmatched.students) == (f"{folder}/", ("moodle-777",))
    assert set(matched(handed_in)) == {(("moodle-778",), "rope")}


@pytest.mark.parametrize("roster", [CANVAS_CLASS.format(name="mal_111_5_x"), ""])
def test_no_name_hides_that_a_file_is_late(tmp_path: Path, roster: str) -> None:
    files = {"mal_111_5_x_LATE_111_900_softmax.py": SOFTMAX}
    (match,) = read(tmp_path, files, roster=roster).matches
    assert match.file.marked_late
    assert match.students in {("111",), ("canvas-111",)}


def test_two_of_one_name_are_two_people(tmp_path: Path) -> None:
    files = {"kimmin_1_900_rope.py": ROPE, "kimmin_2_901_rope.py": ROPE + b"# mine\n"}
    found = matched(read(tmp_path, files))
    assert set(found) == {(("canvas-1",), "rope"), (("canvas-2",), "rope")}


def test_who_takes_the_name_of_another_takes_nothing_else_from_them(tmp_path: Path) -> None:
    files = {"bobb_777_888_rope.py": ROPE, "bobb_111_900_rope.py": ROPE + b"# mine\n"}
    known = read(tmp_path, files, roster='id,name,canvas_id\nbob,"B, Bob",777\n')
    assert matched(known) == {(("bob",), "rope"): ("bobb_777_888_rope.py", How.HEADER)}
    assert "another id" in reasons(known)["bobb_111_900_rope.py"]
    unknown = read(tmp_path, {}, roster=NAMES_ALONE)
    assert not unknown.matches, "nothing says which of the two is Bob"
    assert {u.path: u.students for u in unknown.unmatched} == dict.fromkeys(files, ("bob",))
    word = '[[map]]\nfile = "bobb_111*"\nstudent = "mal"\n'
    settled = matched(read(tmp_path, {}, roster=NAMES_ALONE, course=word))
    assert set(settled) == {(("bob",), "rope"), (("mal",), "rope")}


def test_groups_of_a_class_without_a_roster_are_of_those_who_hand_in(tmp_path: Path) -> None:
    files = {"ada_47_900_rope.py": ROPE, "bab_48_901_softmax.py": SOFTMAX}
    handed_in = read(tmp_path, files, course='[groups]\n"Team 7" = ["47", "48"]\n')
    team = ("canvas-47", "canvas-48")
    assert set(matched(handed_in)) == {(team, "rope"), (team, "softmax")}
    assert [s.key for s in handed_in.students] == list(team)


def test_who_takes_the_name_of_a_group_takes_nothing_from_it(tmp_path: Path) -> None:
    files = {"Ada_47_assignsubmission_file_rope.py": ROPE}
    files |= {"Team 7_66_assignsubmission_file_rope.py": ROPE + b"# mine\n"}
    handed_in = read(tmp_path, files, course='[groups]\n"Team 7" = ["47", "48"]\n')
    (match,) = handed_in.matches
    assert match.file.path == "Ada_47_assignsubmission_file_rope.py"
    assert "another id" in reasons(handed_in)["Team 7_66_assignsubmission_file_rope.py"]


def test_folders_of_other_names_are_other_people(tmp_path: Path) -> None:
    names = ("1-23", "12-3", "Kim Min", "Min Kim")
    handed_in = read(tmp_path, {f"{name}/rope.py": ROPE for name in names})
    assert sorted(m.students for m in handed_in.matches) == [(name,) for name in names]


def test_one_name_spelled_in_two_ways_is_one_person(tmp_path: Path) -> None:
    files = {"Ada Lovelace_rope.py": ROPE, "ada-lovelace_softmax.py": SOFTMAX}
    assert len(read(tmp_path, files).students) == 1


def test_a_file_of_one_of_two_with_one_name_may_be_either_ones(tmp_path: Path) -> None:
    handed_in = read(tmp_path, {"Kim Min/rope.py": ROPE}, roster="id,name\n1,Kim Min\n2,Kim Min\n")
    (unmatched,) = handed_in.unmatched
    assert (unmatched.students, handed_in.matches) == (("1", "2"), ())
    assert "fits several" in unmatched.reason


def test_a_name_that_several_of_the_roster_fit_is_said_and_can_be_mapped(tmp_path: Path) -> None:
    files = {"x_777_99_y_111_900_softmax.py": SOFTMAX}
    roster = CANVAS_CLASS.format(name="Malory")  # has another name by now
    (reason,) = reasons(read(tmp_path, files, roster=roster)).values()
    assert reason == "its name reads as that of several students; map it in course.toml"
    word = '[[map]]\nfile = "x_777_99_y_111_900_softmax.py"\nstudent = "111"\n'
    found = matched(read(tmp_path, files, roster=roster, course=word))
    assert set(found) == {(("111",), "softmax")}


def test_a_name_with_numbers_in_it_is_read_as_the_lms_writes_it(tmp_path: Path) -> None:
    files = {"bobb_777_888_hw_1_2_softmax.py": SOFTMAX}
    for roster in ("", CANVAS_CLASS.format(name="Malory"), CANVAS_CLASS.replace("B, Bob", "Bert")):
        ((students, _),) = matched(read(tmp_path, files, roster=roster))
        assert students in {("777",), ("canvas-777",)}


def test_a_moodle_file_named_like_a_mark_of_moodle_stays_with_who_handed_it_in(
    tmp_path: Path,
) -> None:
    own = "Mal_111_assignsubmission_file_x_777_assignsubmission"
    files = {
        "Bob_777_assignsubmission_file_softmax.py": SOFTMAX,
        f"{own}_file_softmax-9.py": SOFTMAX + b"# mine\n",
        f"{own}_onlinetext.py": ROPE,
    }
    handed_in = read(tmp_path, files)
    assert {(m.students, m.file.path, m.problem) for m in handed_in.matches} == {
        (("moodle-777",), "Bob_777_assignsubmission_file_softmax.py", "softmax"),
        (("moodle-111",), f"{own}_file_softmax-9.py", "softmax"),
        (("moodle-111",), f"{own}_onlinetext.py", "rope"),
    }


def test_a_mapping_to_a_student_goes_by_the_path_not_by_a_name_anybody_can_give(
    tmp_path: Path,
) -> None:
    word = '[[map]]\nfile = "hw[1].py"\nstudent = "ada"\nproblem = "softmax"\n'
    files = {"hw[1].py": b"x = 1\n", "mal/hw[1].py": b"x = 2\n"}
    handed_in = read(tmp_path, files, course=word)
    assert matched(handed_in) == {
        (("ada",), "softmax"): ("hw[1].py", How.MAPPING),
        (("mal",), "softmax"): ("mal/hw[1].py", How.MAPPING),
    }


def test_a_gradescope_export_with_a_group_and_its_time(tmp_path: Path) -> None:
    metadata = b"""---
submission_7:
  :submitters:
  - :name: Ada
    :sid: '007'
    :email: ada@example.org
  - :name: Bob
    :email: bob@example.org
  :created_at: 2026-10-12 21:30:00 Z
submission_8:
  :submitters:
  - :name: Stranger
    :email: s@example.org
submission_10:
  :submitters:
  - :name: Stranger
    :email: s@example.org
  - :name: Bob
    :email: bob@example.org
"""
    folder = "assignment_9_export"
    handed_in = read(
        tmp_path,
        {
            f"{folder}/submission_metadata.yml": metadata,
            f"{folder}/submission_7/rope.py": ROPE,
            f"{folder}/submission_7/deep/softmax.py": SOFTMAX,
            f"{folder}/submission_8/rope.py": ROPE,
            f"{folder}/submission_9/rope.py": ROPE,
            f"{folder}/submission_10/rope.py": ROPE + b"# ours\n",
        },
        roster="id,name,email,sid\na,Ada,ada@example.org,007\nb,Bob,bob@example.org,\n",
        course='layout = "gradescope"',
    )
    assert set(matched(handed_in)) == {
        (("a", "b"), "rope"),
        (("a", "b"), "softmax"),
        (("b",), "rope"),
    }
    assert {m.file.submitted for m in handed_in.matches if "a" in m.students} == {
        datetime(2026, 10, 12, 21, 30, tzinfo=UTC)
    }
    (rest,) = [m for m in handed_in.matches if m.students == ("b",)]
    assert "Stranger" in rest.whose, "who has left takes nothing from the rest of a group"
    reason = reasons(handed_in)[f"{folder}/submission_8/rope.py"]
    assert "nobody in the roster" in reason
    assert "Stranger" not in reason, "reasons are shown where names aren't"
    assert "no submission that the metadata" in reasons(handed_in)[f"{folder}/submission_9/rope.py"]


def test_a_moodle_download_against_its_worksheet(tmp_path: Path) -> None:
    handed_in = read(
        tmp_path,
        {
            "Ada Lovelace_815_assignsubmission_file/rope.py": ROPE,
            "Bob_816_assignsubmission_onlinetext/onlinetext.html": b"<p>",
            "Participant_817_assignsubmission_file/softmax.py": SOFTMAX,
        },
        roster="Identifier,Full name,Email address\nParticipant 815,Ada Lovelace,a@example.org\n"
        "Participant 816,Bob,b@example.org\nParticipant 817,Eve,e@example.org\n",
    )
    assert set(matched(handed_in)) == {(("815",), "rope"), (("817",), "softmax")}
    assert [s.name for s in handed_in.students] == ["Ada Lovelace", "Bob", "Eve"]
    (reason,) = reasons(handed_in).values()
    assert "neither Python" in reason


def test_files_in_plain_sight_are_named_after_students(tmp_path: Path) -> None:
    handed_in = read(tmp_path, {"ada_rope.py": b"x = 1\n", "softmax-bob.py": b"", "rope.py": ROPE})
    assert matched(handed_in) == {
        (("ada",), "rope"): ("ada_rope.py", How.NAME),
        (("bob",), "softmax"): ("softmax-bob.py", How.NAME),
    }
    assert reasons(handed_in) == {"rope.py": "nothing says whose it is"}


@pytest.mark.parametrize(
    "code",
    [
        b"(" * 10**6, b"\0" * 1000, b"# tfmdrill: rope (numpy)" * 10**4, b"def " * 10**5,
        b"a" * 10**6 + b" = 1", b"a:" * 10**5, "ä\n".encode("utf-16"),
        b"# tfmdrill: ../x (numpy)\n",
    ],
    ids=range(8),
)  # fmt: skip
def test_no_file_brings_the_reading_down(tmp_path: Path, code: bytes) -> None:
    handed_in = read(tmp_path, {"ada/mine.py": code, "ada/rope.py": ROPE})
    assert matched(handed_in) == {(("ada",), "rope"): ("ada/rope.py", How.HEADER)}
    assert list(reasons(handed_in)) == ["ada/mine.py"]


@pytest.mark.parametrize(("code", "says"), [(ROPE + b"\0", "NUL"), (ROPE + b"\xff", "utf-8")])
def test_a_file_that_cannot_be_read_and_placed_says_both(
    tmp_path: Path, code: bytes, says: str
) -> None:
    reason = reasons(read(tmp_path, {"ada/x.py": code, "ada/y.txt": b""}))["ada/x.py"]
    assert "map it in course.toml" in reason
    assert says in reason
    assert "x.py" not in reason, "students name files after themselves"
