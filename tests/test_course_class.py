"""A whole class through the installed command: scores known in advance, kills, the same bytes."""

import csv
import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from command import COMMAND, Shell
from made_class import SLUGS, MadeClass, Oracle, make_class

from tfmdrill.errors import ExitCode
from tfmdrill.grading import Grader
from tfmdrill.model.report import Outcome

FEW = ("softmax", "bpe-decode")
NOT_COMPARED = ("timings.csv", "course.sqlite", "course.sqlite-wal", "course.sqlite-shm", ".lock")
NAMED = 0.8  # of the wrong ones, at least


def grades_of(out: Path) -> dict[tuple[str, str], dict[str, str]]:
    """What grades.csv says, by student and problem."""
    found = {}
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            cells = [(*name.rpartition(" "), value) for name, value in row.items()]
            for slug in {slug for slug, _, column, _ in cells if column == "final"}:
                found[row["id"], slug] = {c: value for s, _, c, value in cells if s == slug}
    return found


def outputs(out: Path) -> dict[str, bytes]:
    """The bytes of every output that must be the same in each run."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in NOT_COMPARED
    }


def grade(shell: Shell, made: MadeClass, out: Path, *options: str) -> None:
    done = shell.run(
        "course", "grade", str(made.submissions), "--course", str(made.course), "-o", str(out),
        *options,
    )  # fmt: skip
    # Files of nobody are in every made class: one of them may be what somebody is missing.
    expected = ExitCode.FAILED if made.unplaced or made.missing else ExitCode.PASSED
    assert (done.returncode, done.stderr) == (expected, ""), done


def assert_scores(made: MadeClass, out: Path, oracle: Oracle) -> None:
    rows = grades_of(out)
    assert set(rows) == set(made.due) | made.missing | made.unplaced
    for key, due in made.due.items():
        report = oracle.report(due)
        if due.answer.expects == "right":
            assert (report.outcome, report.score) == (Outcome.PASSED, 1.0), key
        else:
            assert report.outcome is not Outcome.PASSED, key
            assert report.score is not None
            assert report.score < 1, key
        if due.answer.score is not None:
            assert report.score == due.answer.score
        assert rows[key]["status"] == "ok", rows[key]
        assert float(rows[key]["final"]) == oracle.final(due), (rows[key], due.percent_off)
    for key in made.missing:
        assert (rows[key]["status"], float(rows[key]["final"])) == ("missing", 0.0)
    for key in made.unplaced:
        assert (rows[key]["status"], rows[key]["final"]) == ("unmatched", "unmatched")


def assert_named(made: MadeClass, oracle: Oracle) -> None:
    wrong = [due for due in made.due.values() if due.answer.expects == "wrong"]
    named = [
        due for due in wrong
        if due.answer.bug in {d.bug for d in oracle.report(due).diagnoses}
    ]  # fmt: skip
    assert len(named) >= NAMED * len(wrong)


def killed_at(
    shell: Shell, made: MadeClass, out: Path, verdicts: int, wait_s: float
) -> tuple[int, int]:
    """(verdicts kept, exit code) of a run that is killed a moment after so many are kept."""
    process = subprocess.Popen(
        [COMMAND, "course", "grade", str(made.submissions), "--course", str(made.course),
         "-o", str(out), "--jobs", "2"],
        cwd=shell.folder, env=shell.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while process.poll() is None and kept(out) < verdicts:
        time.sleep(0.01)
    time.sleep(wait_s)
    process.send_signal(signal.SIGKILL)
    return kept(out), process.wait()


def kept(out: Path) -> int:
    try:
        with sqlite3.connect(f"file:{out / 'course.sqlite'}?mode=ro", uri=True) as db:
            return int(db.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def verdicts_of(out: Path) -> dict[str, str]:
    """When each verdict was given, by its key."""
    with sqlite3.connect(out / "course.sqlite") as db:
        return dict(db.execute("SELECT key, timing FROM timings"))


def test_every_score_of_a_small_class_is_as_known(
    shell: Shell, tmp_path: Path, grader: Grader
) -> None:
    made = make_class(tmp_path / "class", 24, FEW)
    oracle = Oracle(grader)
    grade(shell, made, tmp_path / "out", "--jobs", "2")
    assert_scores(made, tmp_path / "out", oracle)
    assert_named(made, oracle)

    once = verdicts_of(tmp_path / "out")
    before = outputs(tmp_path / "out")
    grade(shell, made, tmp_path / "out")
    assert verdicts_of(tmp_path / "out") == once, "nothing is graded twice"
    assert outputs(tmp_path / "out") == before


def test_a_killed_run_goes_on_to_the_same_bytes(shell: Shell, tmp_path: Path) -> None:
    made = make_class(tmp_path / "class", 16, ("bpe-decode",), each=1)
    grade(shell, made, tmp_path / "whole", "--jobs", "1")
    out = tmp_path / "killed"
    before, code = killed_at(shell, made, out, 5, 0.0)
    assert code == -signal.SIGKILL
    assert before >= 5
    first = verdicts_of(out)
    grade(shell, made, out)
    assert {key: verdicts_of(out)[key] for key in first} == first, "nothing is graded twice"
    assert outputs(out) == outputs(tmp_path / "whole")


@pytest.mark.slow
def test_four_hundred_files_and_ten_kills(shell: Shell, tmp_path: Path, grader: Grader) -> None:
    made = make_class(tmp_path / "class", 400, SLUGS, each=3)
    assert made.files >= 400
    oracle = Oracle(grader)
    whole = tmp_path / "whole"
    grade(shell, made, whole, "--jobs", "2")
    assert_scores(made, whole, oracle)
    assert_named(made, oracle)

    total = kept(whole)
    out = tmp_path / "killed"
    draw = random.Random(4)
    for share in range(10):
        verdicts = draw.randint(share * total // 10, (share + 1) * total // 10 - 1)
        before = verdicts_of(out) if (out / "course.sqlite").exists() else {}
        _, code = killed_at(shell, made, out, verdicts, draw.uniform(0, 0.3))
        assert code in (-signal.SIGKILL, 0)
        after = verdicts_of(out)
        assert {key: after[key] for key in before} == before, "nothing is graded twice"
    grade(shell, made, out)
    assert outputs(out) == outputs(whole)
