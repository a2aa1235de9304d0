"""`tfmdrill shapes` as a person types it: the listing, the exit codes, JSON, and bad input."""

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from command import Shell

TAG = "# tfmdrill: attention (numpy)\n"
RIGHT = TAG + (
    "def attention(q, k, v):\n"
    "    scores = q @ k.swapaxes(-1, -2)  # (n, m)\n"
    "    return scores @ v  # (n, d_v)\n"
)
WRONG = RIGHT.replace("# (n, m)", "# (m, n)")
MISSING = RIGHT.replace("  # (n, m)", "")


def document(shell: Shell, *arguments: str, code: int) -> dict[str, Any]:
    """The document of `shapes --json`, which must be alone on standard output."""
    done = shell.run("shapes", "--json", *arguments)
    assert (done.returncode, done.stderr) == (code, ""), done
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["schema"] == 1
    return found


def test_right_comments_end_with_0(shell: Shell) -> None:
    shell.write("mine.py", RIGHT)
    text = shell.succeed("shapes", "mine.py")
    assert "Every shape comment is there and right (2)." in text
    assert shell.succeed("shapes") == text  # the one file in this folder


def test_a_wrong_comment_ends_with_1_and_is_pointed_at(shell: Shell) -> None:
    shell.write("mine.py", WRONG)
    done = shell.run("shapes", "mine.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert "✗ line 3: you wrote (m, n), it is (n, m) = (" in done.stdout
    found = document(shell, "mine.py", code=1)
    line = found["lines"][2]
    sizes = found["examples"][0]["sizes"]
    assert (line["number"], line["verdict"], line["comment"]) == (3, "wrong", "(m, n)")
    assert line["held"] == [
        {
            "name": "scores",
            "kind": "assigned",
            "values": [
                {
                    "arrays": [{"shape": [sizes["n"], sizes["m"]], "dtype": "float32"}],
                    "container": "",
                    "count": 1,
                    "words": "",
                }
            ],
            "more": False,
        }
    ]
    assert (found["right"], found["wrong"], found["missing"]) == (1, 1, 0)


def test_a_missing_comment_ends_with_1_and_is_proposed(shell: Shell) -> None:
    shell.write("mine.py", MISSING)
    done = shell.run("shapes", "mine.py", "--plain")
    assert (done.returncode, done.stderr) == (1, "")
    assert "Missing: no shape comment; scores: (n, m)." in done.stdout


def test_code_that_raises_is_shown_up_to_there(shell: Shell) -> None:
    shell.write("mine.py", RIGHT.replace("scores @ v", "v @ scores"))
    done = shell.run("shapes", "mine.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert "Your code raised; the listing goes up to there:" in done.stdout
    assert "line 4, in attention" in done.stdout
    assert document(shell, "mine.py", code=1)["exception"]["type"] == "ValueError"


def test_a_syntax_error_shows_where(shell: Shell) -> None:
    shell.write("mine.py", TAG + "def attention(q, k, v:\n")
    done = shell.run("shapes", "mine.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert "SyntaxError" in done.stdout
    assert "Nothing was checked." in done.stdout


def test_a_problem_about_text_says_that_there_is_nothing(shell: Shell) -> None:
    shell.write("mine.py", "raise SystemExit\n")
    text = shell.succeed("shapes", "mine.py", "--problem", "bpe-encode")
    assert "there are no tensors in it" in text
    assert document(shell, "mine.py", "--problem", "bpe-encode", code=0)["isolation"] is None


def test_a_notebook_is_read_by_its_cells(shell: Shell) -> None:
    notebook = nbformat.v4.new_notebook()
    cells = ["import numpy as np", WRONG.removeprefix(TAG)]
    notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    nbformat.write(notebook, shell.folder / "mine.ipynb")
    done = shell.run("shapes", "mine.ipynb", "--problem", "attention")
    assert (done.returncode, done.stderr) == (1, "")
    assert "✗ cell 2, line 2: you wrote (m, n)" in done.stdout


@pytest.mark.parametrize("data", [b"", b"x = '\0'\n", b"\xff\xfe\xff", b"\x80 = 1"])
def test_a_file_that_is_no_python_is_one_sentence(shell: Shell, data: bytes) -> None:
    (shell.folder / "mine.py").write_bytes(data)
    done = shell.run("shapes", "mine.py", "--problem", "attention")
    assert (done.returncode, done.stderr) == (1, "")
    assert "mine.py" in done.stdout
    assert "Traceback" not in done.stdout


def test_bad_arguments_are_one_sentence_with_2(shell: Shell) -> None:
    assert "There is no file gone.py" in shell.fail("shapes", "gone.py")
    assert "no file in this folder" in shell.fail("shapes")
    (shell.folder / "folder.py").mkdir()
    assert "is a folder" in shell.fail("shapes", "folder.py")
    shell.write("a.py", RIGHT)
    assert "attention" in shell.fail("shapes", "a.py", "--problem", "attentoin")
    assert "isn't set in text" in shell.fail("shapes", "a.py", "--framework", "text")
    shell.write("b.py", RIGHT)
    assert "name one" in shell.fail("shapes")
    shell.write("c.py", "x = 1\n")
    assert "--problem" in shell.fail("shapes", "c.py")


def test_the_help_has_an_example(shell: Shell) -> None:
    text = shell.succeed("shapes", "--help")
    assert "tfmdrill shapes attention_masks.py" in text


def test_nothing_is_written(shell: Shell) -> None:
    path = shell.write("mine.py", MISSING)
    shell.run("shapes", "mine.py")
    assert path.read_text() == MISSING
    assert [p.name for p in Path(shell.folder).iterdir()] == ["mine.py"]
