"""The autograder, unpacked as Gradescope does it, set up by its own setup.sh, run on submissions.

pip gets no index and installs no dependencies here; those of this environment are lent to the
virtual environment that setup.sh makes. Everything else is as in the container.
"""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import jsonschema
import pytest
import yaml
from command import TINY, Shell
from gradescope_schema import RESULTS

from tfmdrill.course.autograder import running
from tfmdrill.course.autograder.bundle import course_for, github_zip, gradescope_zip
from tfmdrill.course.autograder.pins import constraints
from tfmdrill.course.autograder.wheel import wheel_of_this
from tfmdrill.course.jobs import Grading
from tfmdrill.errors import ExitCode, UsageError
from tfmdrill.model.course import Course

RIGHT = """\
# tfmdrill: double-it (numpy)
def double_it(x, *, offset=0.0):
    return x * 2 + offset
"""
WRONG = RIGHT.replace("x * 2", "x * x")
ENCODE = Path(__file__).parent / "variants" / "bpe-encode" / "right"
ATTACK = """\
# tfmdrill: double-it (numpy)
import os, glob, signal
seen = []
for root in ("ROOT", "/"):
    for pattern in ("source/private/**/*", "results/*", "submission/*", "submission_metadata.json"):
        for path in glob.glob(os.path.join(root, pattern), recursive=True):
            try:
                seen.append(open(path).read()[:200])
            except OSError:
                pass
for path in ("ROOT/results/results.json", "/autograder/results/results.json"):
    try:
        open(path, "w").write('{"score": 20}')
    except OSError:
        pass
try:
    os.kill(os.getppid(), signal.SIGKILL)
except OSError:
    pass
print("LOOT", seen)
def double_it(x, *, offset=0.0):
    raise ValueError(f"LOOT {seen} {x.tolist()}")
"""


def unpacked(data: bytes, folder: Path) -> None:
    """With the modes that the zip has, as unzip does it."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        for info in file.infolist():
            path = Path(file.extract(info, folder))
            path.chmod(info.external_attr >> 16 & 0o777)


def course(folder: Path) -> Course:
    return course_for(folder / "course.toml", ("double-it", "bpe-encode"), [TINY])


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """/autograder, after setup.sh."""
    folder = Path(tempfile.mkdtemp(prefix="tfmdrill-test-"))
    folder.chmod(0o755)
    unpacked(gradescope_zip(course(folder)), folder / "source")
    env = os.environ | {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        [folder / "source" / "setup.sh", folder], env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (site,) = (folder / "source" / "venv" / "lib").glob("python3*/site-packages")
    lent = [path for path in sys.path if path.endswith("site-packages")]
    (site / "lent.pth").write_text("\n".join(lent))
    yield folder
    shutil.rmtree(folder)


def graded(root: Path, files: dict[str, bytes | str], *arguments: str) -> tuple[dict, int]:
    """results.json and the exit code of run_autograder."""
    shutil.rmtree(root / "submission", ignore_errors=True)
    shutil.rmtree(root / "results", ignore_errors=True)
    (root / "submission").mkdir()
    for name, text in files.items():
        data = text.encode() if isinstance(text, str) else text
        (root / "submission" / name).write_bytes(data)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TFMDRILL"))}
    done = subprocess.run(
        [root / "source" / "run_autograder", root, *arguments],
        env=env, capture_output=True, text=True,
    )  # fmt: skip
    results = json.loads((root / "results" / "results.json").read_text())
    jsonschema.validate(results, RESULTS)
    return results, done.returncode


def test_tfmdrill_in_there_is_the_wheel_of_the_zip(root: Path) -> None:
    code = "import tfmdrill, pathlib; print(pathlib.Path(tfmdrill.__file__).parent)"
    python = root / "source" / "venv" / "bin" / "python"
    place = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True).stdout
    assert place.startswith(str(root))
    installed = Path(place.strip())
    assert (installed / "graders" / "bpe-encode" / "reference.py").is_file()
    assert not (installed / "graders" / "rope").exists()
    for closed in (installed / "graders", root / "source" / "private"):
        assert closed.stat().st_mode & 0o077 == 0
        assert all(p.stat().st_mode & 0o077 == 0 for p in closed.rglob("*"))


def test_a_right_submission_gets_all_points(root: Path) -> None:
    answer = sorted(ENCODE.glob("*.py"))[0].read_bytes()
    results, code = graded(root, {"anything.py": RIGHT, "bpe_encode.py": answer}, "strict")
    assert (results["score"], code) == (20.0, 0)
    assert {t.get("status") for t in results["tests"]} <= {"passed", None}


def test_a_wrong_one_is_told_its_mistake_and_gets_part(root: Path) -> None:
    results, code = graded(root, {"double_it.py": WRONG}, "strict")
    assert code == 1
    assert 0 <= results["score"] < 10
    first, missing = [t for t in results["tests"] if "max_score" in t]
    assert "The values are squared instead of doubled." in first["output"]
    assert (missing["score"], missing["max_score"]) == (0.0, 10.0)
    assert graded(root, {"double_it.py": WRONG})[1] == 0  # Gradescope wants results, not a code
    assert "# tfmdrill" in (root / "results" / "feedback.md").read_text()


def test_an_attack_reads_nothing_writes_nothing_and_gets_nothing(root: Path) -> None:
    (root / "submission_metadata.json").write_text('{"id": "SECRET-OF-ANOTHER"}')
    (root / "submission_metadata.json").chmod(0o600)
    attack = ATTACK.replace("ROOT", str(root))
    results, _ = graded(root, {"double_it.py": attack})
    assert results["score"] == 0.0
    assert "LOOT" not in json.dumps(results)  # some checks are hidden: its words aren't repeated
    settings = root / "source" / "private" / "course.toml"
    kept = settings.read_text()
    settings.write_text(kept.replace('hidden = ["property-*"]', "hidden = []"))
    try:
        results, _ = graded(root, {"double_it.py": attack})
    finally:
        settings.write_text(kept)
    assert results["score"] == 0.0
    assert "LOOT []" in json.dumps(results)  # what it could read: nothing


def test_two_files_for_one_problem_are_no_guess_and_no_zero(root: Path) -> None:
    results, _ = graded(root, {"a.py": RIGHT, "b.py": WRONG, "notes.txt": "x"})
    assert "score" not in results
    assert "notes.txt wasn't graded: neither Python" in results["output"]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"double_it.py": b"\x00\xff"},
        {"double_it.py": b""},
        {"double_it.py": "def double_it(:\n"},
        {"x" * 200 + ".py": RIGHT},
        {"a.zip": b"PK\x03\x04 no zip"},
    ],
)
def test_whatever_is_handed_in_there_are_results(root: Path, files: dict) -> None:
    graded(root, files)


def test_results_are_there_without_a_number_when_the_autograder_is_broken(root: Path) -> None:
    settings = root / "source" / "private" / "course.toml"
    kept = settings.read_bytes()
    settings.write_text("schema = ")
    try:
        results, code = graded(root, {"double_it.py": RIGHT}, "strict")
    finally:
        settings.write_bytes(kept)
    assert code == 3
    assert "score" not in results
    assert "no fault of your code" in results["output"]


def test_what_was_graded_before_a_crash_stays(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two problems takes the whole process down."""
    unpacked(gradescope_zip(course(place)), place / "source")
    (place / "submission").mkdir()
    (place / "submission" / "double_it.py").write_text(RIGHT)
    shutil.copy(sorted(ENCODE.glob("*.py"))[0], place / "submission" / "bpe_encode.py")
    true_grade = Grading.grade_job

    def dies_on_the_second(self, job):
        if job.problem == "bpe-encode":
            raise KeyboardInterrupt
        return true_grade(self, job)

    monkeypatch.setattr(Grading, "grade_job", dies_on_the_second)
    with pytest.raises(KeyboardInterrupt):
        running.grade_submission(place)
    results = json.loads((place / "results" / "results.json").read_text())
    assert [t.get("score") for t in results["tests"] if "max_score" in t] == [10.0, None]
    assert "score" not in results


def test_a_fault_of_the_grader_is_no_zero(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked(gradescope_zip(course(place)), place / "source")
    (place / "submission").mkdir()
    (place / "submission" / "double_it.py").write_text(RIGHT)

    def fails(self, job):
        raise RuntimeError("ours")

    monkeypatch.setattr(Grading, "report", fails)
    assert running.grade_submission(place) is ExitCode.GRADER_FAULT
    results = json.loads((place / "results" / "results.json").read_text())
    assert "score" not in results


def test_the_zip_is_the_same_bytes_twice_and_holds_no_roster_or_key(shell: Shell) -> None:
    shell.write("roster.csv", "id,name\n1,Ada Lovelace\n")
    shell.succeed("course", "init", "bpe-encode")
    toml = shell.folder / "course.toml"
    key = next(line for line in toml.read_text().splitlines() if line.startswith("pseudonym_key"))
    toml.write_text(toml.read_text().replace('# roster = "gradebook.csv"', 'roster = "roster.csv"'))
    text = shell.succeed("course", "autograder", "one.zip")
    assert "Upload it to Gradescope" in text
    shell.succeed("course", "autograder", "two.zip")
    one, two = ((shell.folder / name).read_bytes() for name in ("one.zip", "two.zip"))
    assert one == two
    with zipfile.ZipFile(io.BytesIO(one)) as file:
        whole = b"".join(file.read(name) for name in file.namelist())
    assert b"Lovelace" not in whole
    assert key.split('"')[1].encode() not in whole
    assert "stays as it is" in shell.fail("course", "autograder", "one.zip")
    assert "one.zip.bak1" in shell.succeed("course", "autograder", "one.zip", "--force")


def test_without_a_course_the_problems_are_named(shell: Shell) -> None:
    assert "name the problems" in shell.fail("course", "autograder", "out.zip")
    text = shell.succeed("course", "autograder", "out.zip", "--problems", "rope")
    assert "rope" in text
    assert "did you mean rope" in shell.fail("course", "autograder", "o.zip", "--problems", "ropee")


def test_a_course_that_does_not_set_the_problem_says_so(shell: Shell) -> None:
    shell.succeed("course", "init", "rope")
    said = shell.fail("course", "autograder", "out.zip", "--problems", "softmax")
    assert "doesn't set softmax" in said
    said = shell.fail("course", "autograder", "out.zip", "--pack", str(TINY))
    assert "names its packs itself" in said


def test_the_github_zip_has_a_workflow_for_students_and_a_grader_apart(tmp_path: Path) -> None:
    unpacked(github_zip(course(tmp_path)), tmp_path)
    workflow = yaml.safe_load(
        (tmp_path / "for-students" / ".github" / "workflows" / "tfmdrill.yml").read_text()
    )
    steps = workflow["jobs"]["grade"]["steps"]
    assert steps[1]["with"]["repository"] == "${{ vars.TFMDRILL_GRADER }}"
    assert workflow["permissions"] == {"contents": "read"}
    students = [p.name for p in (tmp_path / "for-students").rglob("*") if p.is_file()]
    assert students == ["tfmdrill.yml"]
    assert (tmp_path / "grader" / "setup.sh").stat().st_mode & 0o111
    assert "can make it print the key" in (tmp_path / "README.md").read_text()


def test_scripts_are_bash_that_parses(tmp_path: Path) -> None:
    unpacked(gradescope_zip(course(tmp_path)), tmp_path)
    for name in ("setup.sh", "run_autograder"):
        subprocess.run(["bash", "-n", tmp_path / name], check=True)


def test_pins_are_the_versions_here() -> None:
    pins = dict(line.split("==") for line in constraints(("torch",)).splitlines())
    assert pins["numpy"] == metadata.version("numpy")
    assert pins["torch"] == metadata.version("torch").partition("+")[0]
    assert "pytest" not in pins
    assert "torch" not in dict(line.split("==") for line in constraints(()).splitlines())


def test_the_wheel_names_every_file_with_its_hash() -> None:
    with zipfile.ZipFile(io.BytesIO(wheel_of_this(["rope"]).data)) as file:
        names = set(file.namelist())
        (record,) = (name for name in names if name.endswith("RECORD"))
        listed = {line.split(",")[0] for line in file.read(record).decode().splitlines()}
    assert listed == names
    assert "tfmdrill/graders/rope/reference.py" in names
    assert not [name for name in names if "graders/softmax" in name or name.endswith(".pyc")]


def test_a_tfmdrill_that_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "distributions", lambda name: [])
    with pytest.raises(UsageError, match="isn't installed"):
        wheel_of_this([])
