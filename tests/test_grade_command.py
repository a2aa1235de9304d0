"""`grade` as a person types it: which files, which exit code, and what is remembered."""

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from command import TINY, Shell

TAG = "# tfmdrill: double-it (numpy)\n"
RIGHT = TAG + "def double_it(x, *, offset=0.0):\n    return x + x + offset\n"
SQUARED = TAG + "def double_it(x, *, offset=0.0):\n    return x * x + offset\n"
NO_OFFSET = TAG + "def double_it(x, *, offset=0.0):\n    return 2 * x\n"


def reports(shell: Shell, *arguments: str, code: int) -> list[dict[str, Any]]:
    """The reports of `grade --json`, which must be alone on standard output."""
    done = shell.run("grade", "--json", *arguments)
    assert (done.returncode, done.stderr) == (code, ""), done
    document = json.loads(done.stdout)
    assert document["schema"] == 1
    found: list[dict[str, Any]] = document["reports"]
    return found


def test_a_right_file_passes_with_0(shell: Shell) -> None:
    shell.write("mine.py", RIGHT)
    text = shell.succeed("grade")
    assert "PASSED" in text
    assert "score 100 %" in text


def test_a_wrong_file_fails_with_1_and_its_mistake_is_named(shell: Shell) -> None:
    shell.write("mine.py", SQUARED)
    done = shell.run("grade", "mine.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert "The values are squared instead of doubled." in done.stdout
    (report,) = reports(shell, "mine.py", code=1)
    assert [d["bug"] for d in report["diagnoses"]] == ["squared"]
    assert (report["outcome"], report["problem"], report["file"]) == (
        "wrong",
        "double-it",
        "mine.py",
    )


def test_the_stub_scores_exactly_0(shell: Shell) -> None:
    shell.succeed("new", "double-it", "--framework", "numpy")
    (report,) = reports(shell, code=1)
    assert report["score"] == 0


def test_without_a_file_every_answer_in_the_folder_is_graded(shell: Shell) -> None:
    shell.write("a.py", RIGHT)
    shell.write("b.py", SQUARED)
    shell.write("notes.py", "x = 1\n")
    graded = reports(shell, code=1)
    assert [(r["file"], r["outcome"]) for r in graded] == [("a.py", "passed"), ("b.py", "wrong")]
    assert "1 of 2 files passed." in shell.run("grade").stdout


def test_without_any_file_it_says_how_to_start(shell: Shell) -> None:
    assert "start one: tfmdrill new SLUG" in shell.fail("grade")
    text = shell.fail("grade", "--problem", "double-it")
    assert "no file in this folder answers double-it" in text


def test_problem_serves_a_file_that_does_not_say_it(shell: Shell) -> None:
    shell.write("mine.py", RIGHT.removeprefix(TAG))
    assert "doesn't say which problem it answers" in shell.fail("grade", "mine.py")
    (report,) = reports(shell, "mine.py", "--problem", "double-it", code=0)
    assert report["framework"] == "numpy"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("missing.py",), "There is no file missing.py"),
        ((".",), ". is a folder"),
        (("mine.py", "--problem", "duoble-it"), "did you mean double-it"),
        (("mine.py", "--framework", "text"), "isn't set in text; it is in torch and numpy"),
        (("mine.py", "--seed", "-1"), "-1 is not in the range"),
        (("mine.py", "--limit-scale", "0"), "0 is not in the range"),
        (("mine.py", "--pack", "nowhere"), "nowhere: isn't there; a pack is"),
        (("mine.py", "--only", "no-such-check"), "no-such-check"),
        (("mine.py", "--require-isolation", "much"), "'much' is not one of"),
    ],
)
def test_bad_words_are_one_sentence_and_2(shell: Shell, words: tuple[str, ...], says: str) -> None:
    shell.write("mine.py", RIGHT)
    assert says in shell.fail("grade", *words)


def test_an_answer_to_a_problem_that_no_pack_has_is_told(shell: Shell) -> None:
    shell.write("mine.py", RIGHT.replace("double-it", "double-them"))
    says = "Error: mine.py: no problem is called 'double-them'; did you mean double-it?\n"
    assert shell.fail("grade") == says


def test_the_seed_decides_the_cases(shell: Shell) -> None:
    shell.write("mine.py", SQUARED)
    first, second = (reports(shell, "--seed", "7", code=1)[0] for _ in range(2))
    assert first["seed"] == second["seed"] == 7
    assert [c["where"] for c in first["checks"]] == [c["where"] for c in second["checks"]]


def test_after_a_failure_the_same_seed_comes_first_and_a_fresh_one_once_it_passes(
    shell: Shell,
) -> None:
    shell.write("mine.py", SQUARED)
    failed = reports(shell, code=1)[0]["seed"]
    shell.write("mine.py", NO_OFFSET)
    assert reports(shell, code=1)[0]["seed"] == failed
    shell.write("mine.py", RIGHT)
    assert reports(shell, code=0)[0]["seed"] != failed
    assert reports(shell, code=0)[0]["seed"] != failed


def status(shell: Shell) -> str:
    document = json.loads(shell.succeed("list", "--json"))
    return str(next(p["status"] for p in document["problems"] if p["slug"] == "double-it"))


def test_a_pass_is_remembered_and_opens_the_solution(shell: Shell) -> None:
    shell.write("mine.py", SQUARED)
    shell.run("grade")
    assert status(shell) == "started"
    shell.write("mine.py", RIGHT)
    shell.succeed("grade")
    assert status(shell) == "passed"
    assert "Model answer" in shell.succeed("solution", "double-it")


def test_a_part_of_the_checks_is_no_pass(shell: Shell) -> None:
    shell.write("mine.py", NO_OFFSET)
    (report,) = reports(shell, "--only", "values-plain", code=0)
    assert [c["id"] for c in report["checks"] if c["kind"] == "value"] == ["values-plain"]
    assert status(shell) == "new"


def test_repro_writes_a_script_that_makes_the_failing_call(shell: Shell) -> None:
    import subprocess
    import sys

    shell.write("mine.py", SQUARED + "    # told apart by this line\n")
    assert "Wrote repro_double_it.py" in shell.run("grade", "--repro").stdout
    (shell.folder / "elsewhere").mkdir()
    done = subprocess.run(
        [sys.executable, shell.folder / "repro_double_it.py"],
        cwd=shell.folder / "elsewhere", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "got:" in done.stdout
    assert "expected:" in done.stdout
    shell.run("grade", "--repro")
    assert (shell.folder / "repro_double_it_2.py").is_file()
    assert len(reports(shell, code=1)) == 1  # no script was taken for an answer


def test_repro_after_a_pass_says_that_there_is_none(shell: Shell) -> None:
    shell.write("mine.py", RIGHT)
    assert "No script was written" in shell.succeed("grade", "--repro")


def test_all_and_plain_show_every_failure_in_sentences(shell: Shell) -> None:
    shell.write("mine.py", NO_OFFSET)
    text = shell.run("grade", "--all", "--plain").stdout
    assert "Check values-with-an-offset: wrong." in text
    assert "Next: tfmdrill grade mine.py" in text


def test_files_that_are_not_python_are_failures_not_usage_errors(shell: Shell) -> None:
    (shell.folder / "double_it.py").write_bytes(b"")
    (report,) = reports(shell, "double_it.py", code=1)
    assert (report["outcome"], report["score"]) == ("error", 0)


def test_a_notebook_is_graded(shell: Shell) -> None:
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": s}
        for s in ("%matplotlib inline\n", RIGHT)
    ]
    content = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}
    shell.write("mine.ipynb", json.dumps(content))
    assert "PASSED" in shell.succeed("grade")


def test_compare_shows_both_sources_after_a_pass(shell: Shell) -> None:
    shell.write("mine.py", RIGHT)
    (report,) = reports(shell, "--compare", code=0)
    assert report["beside"]["user_source"] == RIGHT
    assert "return 2 * x + offset" in report["beside"]["model_source"]
    assert "model answer" in shell.succeed("grade", "--compare")


def test_a_name_with_spaces_and_signs_is_a_file_like_any(shell: Shell) -> None:
    shell.write("my [bold]answer; -x.py", RIGHT)
    assert "my [bold]answer; -x.py" in shell.succeed("grade")


def test_dispute_holds_source_seed_versions_tier_and_the_failing_case(shell: Shell) -> None:
    fenced = SQUARED + '"""\n```\nnot the end of the block\n```\n"""\n'
    shell.write("mine.py", fenced)
    (report,) = reports(shell, code=1)
    text = shell.succeed("dispute", "mine.py", "--says", "Squares double too.")
    name = f"dispute_double_it_{report['seed']}.md"
    assert name in text
    written = (shell.folder / name).read_text()
    assert "Squares double too." in written
    assert f"- isolation: {report['isolation']}" in written
    assert "- values-plain (wrong) in double_it(x)" in written
    assert "numpy 2" in written
    source = written.split("````python\n")[1].split("\n````")[0]
    assert source == fenced.rstrip()
    document = json.loads(written.split("````json\n")[1].split("\n````")[0])
    assert document["reports"][0]["seed"] == report["seed"]


def test_dispute_without_a_file_or_with_several_is_told(shell: Shell) -> None:
    assert "start one" in shell.fail("dispute")
    shell.write("a.py", RIGHT)
    shell.write("b.py", RIGHT)
    assert "name one: a.py, b.py" in shell.fail("dispute")


def test_nothing_is_written_beside_the_users_files(shell: Shell) -> None:
    shell.write("mine.py", RIGHT)
    shell.succeed("grade")
    assert [p.name for p in Path(shell.folder).iterdir()] == ["mine.py"]


def test_where_tfmdrill_fails_on_one_file_the_others_are_graded(shell: Shell) -> None:
    pack = shell.home / "pack"
    shutil.copytree(TINY, pack)
    checks = pack / "graders/double-it/checks.py"
    text = checks.read_text()
    checks.write_text(text.replace("    for offset in", "    1 / 0\n    for offset in"))
    assert checks.read_text() != text
    shell.env["TFMDRILL_PACKS"] = str(pack)
    shell.env["TMPDIR"] = str(shell.home)  # `shell.failures` doesn't look there
    shell.write("a.py", RIGHT)
    shell.write("b.py", "# tfmdrill: softmax (numpy)\n")
    done = shell.run("grade", "--json")
    assert (done.returncode, done.stderr) == (3, "")
    first, second = json.loads(done.stdout)["reports"]
    assert (first["outcome"], first["score"]) == ("grader-fault", None)
    assert (second["outcome"], second["score"]) == ("error", 0.0)
    (log,) = shell.home.glob("tfmdrill-*.log")
    assert str(log) in first["checks"][0]["message"]
    assert "ZeroDivisionError" in log.read_text()
    assert "ZeroDivisionError" in shell.run("--debug", "grade", "a.py").stderr


@pytest.mark.parametrize("body", [RIGHT, SQUARED])
def test_the_commands_to_type_next_work_as_they_are_printed(shell: Shell, body: str) -> None:
    # Nothing but the options says which problem it is, and where.
    del shell.env["TFMDRILL_PACKS"]
    shell.env["COLUMNS"] = "400"
    shell.write("-my file.py", body.removeprefix(TAG))
    words = ["./-my file.py", "--problem", "double-it", "--framework", "numpy"]
    said = shell.run("grade", *words, "--pack", str(TINY), "--plain").stdout
    commands = re.findall(r"^Next: (tfmdrill .*) \(.*\)$", said, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        done = shell.run(*shlex.split(command)[1:])
        assert done.returncode in (0, 1), done
    assert (shell.folder / "repro_double_it.py").exists() == (body == SQUARED)
