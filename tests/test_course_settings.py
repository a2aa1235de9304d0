"""course.toml: what init writes is read, what is wrong in it is said exactly, pins hold."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from command import TINY

from tfmdrill.course.checking import check_course, repin_file
from tfmdrill.course.pins import engine_id, problem_hash
from tfmdrill.course.settings import course_problems, demand_pins, read_course
from tfmdrill.course.starting import write_course
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Counted, Course, LatePolicy, LateUnit, Lms
from tfmdrill.model.report import Tier


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the fixture pack, which a test may change."""
    return Path(shutil.copytree(TINY, tmp_path / "pack"))


@pytest.fixture
def file(tmp_path: Path, pack: Path) -> Path:
    """A course.toml as init writes it."""
    return write_course(["double-it"], tmp_path, name='A "course"', packs=[pack], force=False).path


def changed(file: Path, old: str, new: str) -> Path:
    text = file.read_text("utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), "utf-8")
    return file


def test_what_init_writes_is_read_and_has_every_default(file: Path, pack: Path) -> None:
    course = read_course(file)
    assert (course.name, course.packs, course.file) == ('A "course"', (pack,), file)
    assert (course.counted, course.tier, course.lms) == (Counted.LATEST, Tier.PARTIAL, Lms.NONE)
    assert course.late == LatePolicy(percent=0)
    (problem,) = course.problems
    assert (problem.slug, problem.title, problem.points) == ("double-it", "Twice the values", 10)
    assert problem.pin == problem_hash(course_problems(course)["double-it"])
    demand_pins(course)


def test_what_init_leaves_commented_out_is_valid_too(file: Path) -> None:
    """Each example that the file explains itself with can be uncommented as it stands."""
    (file.parent / "gradebook.csv").write_text("id,name\na,Ada\n")
    (file.parent / "times.csv").write_text("student,submitted\na,2026-10-12T23:59:00\n")
    lines = []
    for line in file.read_text("utf-8").splitlines():
        bare = line.removeprefix("# ")
        sets_a_key = bare.split(" ")[0].isidentifier() and bare.split(" ")[1:2] == ["="]
        is_example = line.startswith("# ") and (
            sets_a_key or bare.startswith(("[[", "[g", '"Team'))
        )
        lines.append(bare if is_example else line)
    text = "\n".join(line for line in lines if not line.startswith("packs = []"))
    file.write_text(text, "utf-8")
    course = read_course(file)
    assert course.roster == file.parent / "gradebook.csv"
    assert course.lms is Lms.CANVAS
    assert [e.hours for e in course.extensions] == [48]
    assert [m.file for m in course.mappings] == ["*/final FINAL.py"]
    assert course.groups[0][0] == "Team 7"
    assert course.problems[0].due == datetime(2026, 10, 12, 23, 59, tzinfo=UTC)


def test_due_dates_are_local_times(file: Path) -> None:
    changed(file, 'time_zone = "UTC"', 'time_zone = "Europe/Berlin"')
    changed(file, "# due =", "due =")
    due = read_course(file).problems[0].due
    assert due == datetime(2026, 10, 12, 21, 59, tzinfo=UTC)
    assert due is not None
    assert due.tzinfo == ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("schema = 1", "schema = 2", "schema: is 2, wanted 1"),
        ("schema = 1", "", "schema: is missing"),
        ('attempts = "latest"', 'attempts = "last"', "attempts: is 'last', wanted one of"),
        ('attempts = "latest"', 'attempt = "latest"', "did you mean 'attempts'?"),
        ("points = 10", 'points = "ten"', "problem[0].points: is 'ten', wanted float"),
        ("points = 10", "points = -1", "problem[0].points: is -1.0, wanted a number from 0"),
        ("percent = 0\n", "percent = nan\n", "late.percent: is nan"),
        ('per = "day"', 'per = "week"', "late.per: is 'week', wanted one of"),
        ('time_zone = "UTC"', 'time_zone = "Mars"', "time_zone: is 'Mars', wanted a name"),
        ('time_zone = "UTC"', 'time_zone = "../etc"', "time_zone: is '../etc', wanted a name"),
        ('slug = "double-it"', 'slug = "double"', "no problem is called 'double'"),
        ('pseudonym_key = "', 'pseudonym_key = "x" # ', "pseudonym_key: is 'x'"),
        ('tier = "partial"', 'tier = "partial"\nroster = "x.csv"', "roster: there is no file"),
        ("[late]", '[[map]]\nfile = "x"\n[late]', "map[0]: is 'x', wanted a student or a problem"),
        (
            "[late]", '[[extension]]\nstudent = "x"\nhours = 1\nproblem = "y"\n[late]',
            "extension[0].problem: is 'y', wanted one of double-it",
        ),
        ("schema = 1", "schema = ", "not TOML"),
        ("# due = 2026-10-12T23:59:00", "due = 2026-10-12", "due: is datetime.date(2026, 10, 12)"),
        ("# due = 2026-10-12T23:59:00", "due = 9999-12-31T23:59:00", "wanted a year from 1970"),
        ("# due = 2026-10-12T23:59:00", 'due = "noon"', "wanted a date and a time without quotes"),
        ("[late]", '[groups]\nT = ["a"]\nU = "b"\n[late]', "groups.U: is 'b', wanted array"),
        ("[late]", '[groups]\nT = ["a"]\nU = [7]\n[late]', "groups.U[0]: is 7, wanted str"),
        (
            "[late]", '[groups]\nT = ["a", "b"]\nU = ["B"]\n[late]',
            "groups.U: is 'B', wanted nobody of group 'T' too",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_file_key_and_what_is_wanted(
    file: Path, old: str, new: str, says: str
) -> None:
    changed(file, old, new)
    with pytest.raises(UsageError) as caught:
        read_course(file)
    assert str(file) in str(caught.value)
    assert says in str(caught.value)


def test_a_course_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="tfmdrill course init"):
        read_course(tmp_path / "course.toml")


def test_a_changed_problem_is_refused_until_it_is_pinned_again(file: Path, pack: Path) -> None:
    statement = pack / "problems/double-it/statement.md"
    statement.write_text(statement.read_text() + "\nMore.\n")
    with pytest.raises(UsageError, match=r"isn't the problem that this course pins.*--repin"):
        demand_pins(read_course(file))
    before = file.read_text()
    assert repin_file(read_course(file)) == ("double-it",)
    demand_pins(read_course(file))
    after = file.read_text().splitlines()
    differing = [line for line in after if line not in before.splitlines()]
    assert [line.partition(" = ")[0] for line in differing] == ["pin"]
    assert (file.parent / "course.toml.bak1").read_text() == before
    assert repin_file(read_course(file)) == ()


@pytest.mark.parametrize("half", ["problems/double-it/statement.md", "graders/double-it/checks.py"])
def test_a_pin_is_of_every_file_and_name(pack: Path, file: Path, half: str) -> None:
    def pin() -> str:
        return problem_hash(course_problems(read_course(file))["double-it"])

    first = pin()
    path = pack / half
    (path.parent / "__pycache__").mkdir()
    (path.parent / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert pin() == first, "what Python leaves is no part of it"
    path.write_bytes(path.read_bytes() + b"\n")
    second = pin()
    (path.parent / "another.txt").write_bytes(b"")
    assert len({first, second, pin()}) == 3


def test_the_engine_is_a_version_and_a_hash() -> None:
    assert engine_id() == engine_id()
    version, _, digest = engine_id().partition("+")
    assert version
    assert len(digest) == 16


def test_init_keeps_what_is_there(file: Path, pack: Path) -> None:
    with pytest.raises(UsageError, match="stays as it is"):
        write_course(["double-it"], file.parent, name="", packs=[pack], force=False)
    before = file.read_bytes()
    written = write_course(["double-it"], file.parent, name="", packs=[pack], force=True)
    assert written.backup is not None
    assert written.backup.read_bytes() == before
    with pytest.raises(UsageError, match="name the problems"):
        write_course([], file.parent, name="", packs=[], force=True)


def test_check_finds_model_answers_right_stubs_wrong_and_loops_stopped(file: Path) -> None:
    changed(file, "hidden = []", 'hidden = ["shape", "no-such-*"]')
    found = check_course(file, repin=False)
    results = {(c.what, str(c.outcome), c.score, c.right) for c in found.checked}
    assert ("model answer (numpy)", "passed", 1.0, True) in results
    assert ("a file that never ends", "timeout", 0.0, True) in results
    assert all(c.right for c in found.checked)
    assert len(found.checked) == 5
    assert [c.partition(";")[0] for c in found.complaints] == [
        "double-it: hidden: no check fits 'no-such-*'"
    ]
    assert not found.ready


def test_check_names_who_is_not_in_the_roster(file: Path) -> None:
    (file.parent / "roster.csv").write_text("id,name\na,Ada\n")
    changed(file, 'tier = "partial"', 'tier = "partial"\nroster = "roster.csv"')
    with file.open("a") as text:
        text.write('\n[[extension]]\nstudent = "bob"\nhours = 1\n')
    found = check_course(file, repin=False)
    assert found.students == 1
    assert any("extension: nobody in the roster is 'bob'" in c for c in found.complaints)


def test_late_units_and_problems_are_found_by_name() -> None:
    course = Course("c", Path("c"), (), 1, "k")
    assert course.late.per is LateUnit.DAY
    with pytest.raises(KeyError):
        course.problem("rope")
