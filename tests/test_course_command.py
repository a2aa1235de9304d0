"""The commands of a course as an instructor types them: what they say, write and return."""

import csv
import fcntl
import json
import re
import shutil
import sqlite3
import stat
import zlib

import pexpect
import pytest
from command import COMMAND, Shell

from tfmdrill.cli.course import COMMANDS

HEADER = "# tfmdrill: double-it (numpy)\n"
RIGHT = HEADER + "def double_it(x, *, offset=0.0):\n    return 2 * x + offset\n"
WRONG = HEADER + "def double_it(x, *, offset=0.0):\n    return 2 * x\n"
SQUARED = HEADER + "def double_it(x, *, offset=0.0):\n    return x * x + offset\n"


@pytest.fixture
def course(shell: Shell) -> Shell:
    """A folder with a course of one problem and the submissions of four."""
    shell.succeed("course", "init", "double-it", "--name", "Doubling")
    for name, code in (("ada", RIGHT), ("bob", WRONG), ("eve", SQUARED)):
        hand_in(shell, name, code)
    (shell.folder / "roster.csv").write_text(
        "id,name,email\nada,Ada Lovelace,ada@example.org\nbob,Bob,bob@example.org\n"
        "eve,Eve,eve@example.org\ndan,Dan,dan@example.org\n"
    )
    edit(shell, '# roster = "gradebook.csv"', 'roster = "roster.csv"')
    return shell


def hand_in(shell: Shell, name: str, code: str, file: str = "double_it.py") -> None:
    folder = shell.folder / "subs" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(code)


def edit(shell: Shell, old: str, new: str) -> None:
    path = shell.folder / "course.toml"
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))


def finals(shell: Shell) -> dict[str, str]:
    with (shell.folder / "grades" / "grades.csv").open(newline="") as file:
        return {row["id"]: row["double-it final"] for row in csv.DictReader(file)}


def document(shell: Shell, *options: str) -> dict[str, dict[str, object]]:
    text = shell.succeed("course", "grade", "subs", "--json", "--names", *options)
    return {grade["student"]: grade for grade in json.loads(text)["grades"]}


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    whole = shell.succeed("course", "--help")
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\w", whole, re.MULTILINE)
        text = shell.succeed("course", name, "--help")
        assert re.search(rf"Example:\n +tfmdrill course {name}", text), text
    assert "did you mean grade?" in shell.fail("course", "grde")


def test_a_class_from_init_to_its_grades(course: Shell) -> None:
    (course.folder / "grades").mkdir(mode=0o755)
    text = course.succeed("course", "grade", "subs")
    assert "Doubling: 4 students" in text
    assert re.search(r"double-it +3 +0 +1 +0 ", text), text
    assert "Matched to a problem: 3 by header" in text
    assert "Ada" not in text
    assert "@" not in text
    found = finals(course)
    assert (found["ada"], found["dan"]) == ("10.00", "0.00")
    assert 0 < float(found["bob"]) < 10
    paths = list((course.folder / "grades").rglob("*"))
    modes = {stat.S_IMODE(path.stat().st_mode) for path in paths}
    assert modes == {0o600, 0o700}, "also where grades/ was there, open to everyone"
    names = {path.name for path in paths}
    assert {"grades.csv", "matches.csv", "unmatched.csv", "timings.csv", "class.html"} <= names


def test_the_document_has_names_only_if_they_are_asked_for(course: Shell) -> None:
    grades = document(course)
    assert {k: g["status"] for k, g in grades.items()} == {
        "ada": "ok", "bob": "ok", "eve": "ok", "dan": "missing",
    }  # fmt: skip
    assert grades["bob"]["diagnoses"] == ["offset-ignored"]
    assert (grades["ada"]["how"], grades["ada"]["path"]) == ("header", "ada/double_it.py")
    text = course.succeed("course", "grade", "subs", "--json")
    assert not re.search("ada|bob|eve|dan", text)
    assert json.loads(text)["schema"] == 1


def test_what_is_graded_already_is_not_graded_again(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    before = timings(course)
    hand_in(course, "dan", RIGHT + "# dan\n")
    course.succeed("course", "grade", "subs")
    after = timings(course)
    assert {key: after[key] for key in before} == before
    assert len(after) == len(before) + 1
    assert finals(course)["dan"] == "10.00"


def timings(shell: Shell) -> dict[str, str]:
    with sqlite3.connect(shell.folder / "grades/course.sqlite") as db:
        return dict(db.execute("SELECT key, timing FROM timings"))


def test_only_what_changed_or_is_late(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    hand_in(course, "bob", RIGHT + "# better\n")
    hand_in(course, "dan", RIGHT + "# dan\n")
    done = course.run("course", "grade", "subs", "--only", "changed")
    assert done.returncode == 3, "dan's is left without a number"
    assert finals(course) | {"eve": ""} == {
        "ada": "10.00", "bob": "10.00", "dan": "regrade", "eve": "",
    }  # fmt: skip
    (course.folder / "times.csv").write_text("student,submitted\ndan,2026-10-13T00:10:00\n")
    edit(course, '# times = "times.csv"', 'times = "times.csv"')
    edit(course, "# due = 2026-10-12T23:59:00", "due = 2026-10-12T23:59:00")
    edit(course, "percent = 0\n", "percent = 25\n")
    course.succeed("course", "grade", "subs", "--only", "late")
    assert finals(course)["dan"] == "7.50"


def test_an_override_stays_through_a_regrade_and_can_be_taken_back(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    before = finals(course)
    text = course.succeed("course", "override", "Bob", "double-it", "9.5", "--reason", "in the lab")
    assert "9.5 of 10 points" in text
    assert finals(course)["bob"] == "9.50"
    course.succeed("course", "regrade", "--waive", "shape", "--yes")
    course.succeed("course", "grade", "subs")
    assert finals(course)["bob"] == "9.50"
    course.succeed("course", "regrade", "--count", "shape", "--yes")
    course.succeed("course", "override", "bob@example.org", "double-it", "--drop")
    assert finals(course) == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nobody", "double-it", "3", "--reason", "x"), "no student of this class is 'nobody'"),
        (("ada", "rope", "3", "--reason", "x"), "this course doesn't set 'rope'"),
        (("ada", "double-it", "3"), "say why with --reason"),
        (("ada", "double-it", "nan", "--reason", "x"), "a number of points"),
        (("ada", "double-it", "-1", "--reason", "x"), ""),
        (("ada", "double-it"), "give a score, or --drop"),
        (("ada", "double-it", "--drop"), "has no override"),
    ],
)
def test_a_word_on_a_score_that_makes_no_sense_is_said(
    course: Shell, arguments: tuple[str, ...], says: str
) -> None:
    course.succeed("course", "grade", "subs")
    assert says in course.fail("course", "override", *arguments)


def test_a_regrade_shows_what_would_change_and_asks(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    before = finals(course)
    waived = json.loads(course.succeed("course", "replay", "bob", "--json"))["reports"][0]
    failed = [c["id"] for c in waived["checks"] if c["outcome"] == "wrong"]
    arguments = ["course", "regrade", *(f"--waive={id}" for id in failed), "--names"]
    terminal = pexpect.spawn(
        str(COMMAND), arguments, cwd=str(course.folder), env=course.env, encoding="utf-8",
        timeout=120, dimensions=(40, 200),
    )  # fmt: skip
    terminal.expect(r"\d scores? would change")
    terminal.expect(r"Bob \(bob\), double-it: [\d.]+ to 10 of 10 \(.*wrong > waived")
    terminal.expect("Change these scores")
    terminal.sendline("n")
    terminal.expect("Nothing was changed")
    terminal.expect(pexpect.EOF)
    assert finals(course) == before
    course.succeed(*arguments, "--yes")
    assert finals(course)["bob"] == "10.00"
    assert "No score would change" in course.succeed("course", "regrade")
    assert "did you mean shape?" in course.fail("course", "regrade", "--waive", "shap")


def test_checks_are_waived_by_pattern_and_those_near_a_wrong_name_are_said(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    waive = ("course", "regrade", "--waive")
    assert "did you mean double-it:shape" in course.fail(*waive, "doubleit:shape")
    assert "there are none" in course.fail("course", "regrade", "--count", "shape")
    changed = json.loads(course.succeed(*waive, "double-it:values-*", "--json", "--yes"))
    (checks,) = {tuple(c["check"] for c in each["checks"]) for each in changed["changes"]}
    assert len(checks) > 1
    assert all(check.startswith("values-") for check in checks)
    course.succeed("course", "regrade", "--count", "values-*", "--yes")
    assert "No score would change" in course.succeed("course", "regrade")


def test_a_regrade_and_an_override_as_documents(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    asked = course.run("course", "regrade", "--waive", "values-with-an-offset", "--json", typed="")
    assert asked.returncode == 1
    assert "Nobody is here to ask: --yes makes the change." in asked.stderr
    found = json.loads(asked.stdout)
    assert (found["schema"], found["changed"]) == (1, False)
    assert not re.search("ada|bob|eve", asked.stdout + asked.stderr)
    text = course.succeed(
        "course", "regrade", "--waive", "values-with-an-offset", "--json", "--names", "--yes"
    )
    (bob, *_) = json.loads(text)["changes"]
    assert (bob["student"], bob["points"], bob["after"]) == (
        "bob",
        10,
        float(finals(course)["bob"]),
    )
    waived = {"check": "values-with-an-offset", "before": "wrong", "after": "waived"}
    assert waived in bob["checks"]
    word = ("override", "bob", "double-it", "3", "--reason", "why", "--json", "--names")
    found = json.loads(course.succeed("course", *word))
    assert (found["student"], found["override"]) == ("bob", {"score": 3.0, "reason": "why"})
    found = json.loads(course.succeed("course", "override", "bob", "double-it", "--drop", "--json"))
    assert found["override"] is None
    assert found["student"].startswith("student ")


def test_the_class_page_keeps_its_names_through_every_word_on_it(course: Shell) -> None:
    page = course.folder / "grades/class.html"
    course.succeed("course", "grade", "subs", "--names")
    course.succeed("course", "override", "bob", "double-it", "3", "--reason", "why")
    assert "Bob" in page.read_text()
    course.succeed("course", "regrade", "--waive", "shape", "--yes")
    assert "Bob" in page.read_text()
    course.succeed("course", "forget", "ada", "--yes")
    assert "Bob" in page.read_text()
    course.succeed("course", "grade", "subs")
    course.succeed("course", "override", "bob", "double-it", "4", "--reason", "why", "--names")
    assert "Bob" not in page.read_text()


@pytest.mark.parametrize("command", [("grade", "subs"), ("regrade", "--yes")])
def test_where_tfmdrill_failed_the_same_command_tries_again(
    course: Shell, command: tuple[str, ...]
) -> None:
    course.succeed("course", "grade", "subs")
    before = finals(course)
    key = fail(course, "offset-ignored")
    assert finals(course)["bob"] == "regrade"
    once = timings(course)
    course.succeed("course", *command)
    assert finals(course) == before
    assert [k for k, timing in timings(course).items() if timing != once[k]] == [key]


def fail(shell: Shell, mistake: str) -> str:
    """As if tfmdrill had failed on the file with this mistake; gives the key of its verdict."""
    with sqlite3.connect(shell.folder / "grades/course.sqlite") as db:
        for key, packed in db.execute("SELECT key, report FROM results").fetchall():
            report = json.loads(zlib.decompress(packed))
            if mistake in [found["bug"] for found in report["diagnoses"]]:
                report |= {"outcome": "grader-fault", "score": None, "checks": []}
                data = zlib.compress(json.dumps(report).encode())
                text = "UPDATE results SET report = ?, fault = 1 WHERE key = ?"
                db.execute(text, (data, key))
                break
    done = shell.run("course", "grade", "subs", "--only", "late")
    assert done.returncode == 3
    assert "The same command grades what is to be graded" in done.stdout
    return str(key)


def test_another_seed_is_no_silent_change(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    seed = re.search(r"^seed = (\d+)$", (course.folder / "course.toml").read_text(), re.MULTILINE)
    assert seed is not None
    edit(course, seed[0], f"seed = {int(seed[1]) + 1}")
    for command in (("grade", "subs"), ("replay", "bob")):
        says = course.fail("course", *command)
        assert "another seed" in says
        assert "`tfmdrill course regrade` shows" in says
    course.succeed("course", "regrade", "--yes")
    course.succeed("course", "grade", "subs")


def test_a_replay_shows_hidden_checks_too_and_keeps_nothing(course: Shell) -> None:
    edit(course, "hidden = []", 'hidden = ["*"]')
    course.succeed("course", "grade", "subs")
    before = (course.folder / "grades/grades.json").read_bytes()
    text = course.succeed("course", "replay", "bob")
    assert "The same as what is kept." in text
    assert "offset" in text
    assert "double_it(" in text, "the input, though every check is hidden"
    assert "tfmdrill course override" in text
    assert not re.search("tfmdrill (grade|hint|next|solution)", text), "that is for students"
    assert (course.folder / "grades/grades.json").read_bytes() == before
    assert "nothing of dan was graded" in course.fail("course", "replay", "dan")


def test_nothing_of_a_student_stays(course: Shell) -> None:
    hand_in(course, "eve", RIGHT + "# evidence of eve\n")
    course.succeed("course", "grade", "subs")
    course.succeed("course", "override", "eve", "double-it", "3", "--reason", "evidence again")
    assert kept_anywhere(course, b"evidence again")
    done = course.run("course", "forget", "eve@example.org", typed="")
    assert (done.returncode, done.stdout.split("\n")[0]) == (
        1, "Nothing was deleted. Nobody is here to ask: --yes deletes.",
    )  # fmt: skip
    course.succeed("course", "forget", "eve@example.org", "--yes")
    left = [p for p in (course.folder / "grades").rglob("*") if p.is_file()]
    assert not kept_anywhere(course, b"eve@example.org", b"evidence again")
    assert not [path for path in left if "eve" in path.name]
    assert len(sources(course)) == 2
    assert set(finals(course)) == {"ada", "bob", "dan"}


def kept_anywhere(shell: Shell, *words: bytes) -> bool:
    files = [path for path in (shell.folder / "grades").rglob("*") if path.is_file()]
    return any(word in path.read_bytes() for path in files for word in words)


def sources(shell: Shell) -> list[str]:
    with sqlite3.connect(shell.folder / "grades/course.sqlite") as db:
        return [row[0] for row in db.execute("SELECT hash FROM sources")]


def test_check_says_whether_all_is_ready(course: Shell) -> None:
    text = course.succeed("course", "check")
    assert "Ready." in text
    assert "Roster: 4 students" in text
    edit(course, "hidden = []", 'hidden = ["nothing-*"]')
    done = course.run("course", "check", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["ready"], found["students"]) == (False, 4)
    assert "'nothing-*'" in found["complaints"][0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("grade", "subs", "--course", "no.toml"), "there is no such file"),
        (("grade", "nowhere"), "there is no folder or zip nowhere"),
        (("grade", "empty"), "empty holds no file"),
        (("grade", "course.toml"), "neither a folder nor a .zip"),
        (("grade", "subs", "-o", "course.toml"), "course.toml"),
        (("grade", "subs", "--jobs", "0"), "0"),
        (("grade", "subs", "--only", "good"), "'good'"),
        (("grade", "subs", "--scheduler", "nonsense://x"), "nonsense://x"),
        (("regrade",), "holds no graded class"),
        (("override", "ada", "double-it", "3", "--reason", "x"), "holds no graded class"),
        (("replay", "ada"), "holds no graded class"),
        (("forget", "ada", "--yes"), "holds no graded class"),
        (("check", "--course", "."), "there is no such file"),
        (("init", "double-it"), "stays as it is"),
        (("init", "doubl-it", "--force"), "did you mean double-it"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    course: Shell, arguments: tuple[str, ...], says: str
) -> None:
    (course.folder / "empty").mkdir()
    assert says in course.fail("course", *arguments)


def test_a_memory_that_is_none_is_said_and_left_alone(course: Shell) -> None:
    out = course.folder / "grades"
    out.mkdir()
    (out / "course.sqlite").write_bytes(
        b"no database at all, but long enough to be read as one" * 9
    )
    before = (out / "course.sqlite").read_bytes()
    assert "isn't what tfmdrill wrote" in course.fail("course", "grade", "subs")
    assert (out / "course.sqlite").read_bytes() == before


def test_two_at_once_do_not_mix(course: Shell) -> None:
    course.succeed("course", "grade", "subs")
    with (course.folder / "grades/.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another tfmdrill is working" in course.fail("course", "grade", "subs")


def test_ctrl_c_keeps_what_is_graded_and_says_so(course: Shell) -> None:
    for number in range(40):  # each of which takes its time, so that Ctrl-C comes before the end
        slow = f"{RIGHT}import time\ntime.sleep(0.3)  # {number}\n"
        hand_in(course, "ada", slow, f"double_it-{number + 1}.py")
    edit(course, 'attempts = "latest"', 'attempts = "best"\nmost_attempts = 100')
    terminal = pexpect.spawn(
        str(COMMAND), ["course", "grade", "subs", "--jobs", "1"], cwd=str(course.folder),
        env=course.env, encoding="utf-8", timeout=120, dimensions=(40, 120),
    )  # fmt: skip
    terminal.expect(r"Grading .*[1-9]\d*/43")
    terminal.sendintr()
    terminal.expect(r"Stopped\. (\d+) verdicts? of 43 kept")
    kept = int(terminal.match.group(1))
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert len(timings(course)) >= kept
    course.succeed("course", "grade", "subs")
    assert len(timings(course)) == 43


def test_a_file_that_cannot_be_placed_is_said_with_its_reason(course: Shell) -> None:
    hand_in(course, "dan", "x = 1\n", "mine.py")
    hand_in(course, "dan", "y = 1\n", "other.py")
    done = course.run("course", "grade", "subs", "--names")
    assert done.returncode == 1
    assert "dan/mine.py: neither its first line, its name nor what it defines" in done.stdout
    assert "Dan (dan), double-it: unmatched" in done.stdout
    hand_in(course, "stranger", RIGHT)
    mapping = '[[map]]\nfile = "dan/mine.py"\nproblem = "double-it"\n\n'
    edit(course, "# More time", f"{mapping}# More time")
    grades = document(course)
    assert grades["dan"]["how"] == "mapping"
    shutil.rmtree(course.folder / "subs/dan")
    done = course.run("course", "grade", "subs")
    assert done.returncode == 1, "dan's zero is wrong if the stranger's file is dan's"


def test_a_name_what_it_defines_and_a_sole_file_tell_the_problem(course: Shell) -> None:
    hand_in(course, "ada", RIGHT.removeprefix(HEADER))
    (course.folder / "subs/bob/double_it.py").unlink()
    hand_in(course, "bob", RIGHT.removeprefix(HEADER) + "# bob\n", "hw1.py")
    (course.folder / "subs/eve/double_it.py").unlink()
    hand_in(course, "eve", "import numpy\n", "hw1.py")
    ways = {name: grade["how"] for name, grade in document(course).items()}
    assert ways == {"ada": "name", "bob": "entries", "eve": "sole problem", "dan": None}
