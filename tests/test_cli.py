"""The commands around grading, as a person types them: what they say, write and return."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command import COMMAND, TINY, Shell

from tfmdrill.cli.app import COMMANDS


def test_help_names_every_command_and_each_has_an_example(shell: Shell) -> None:
    whole = shell.succeed("--help")
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\w", whole, re.MULTILINE)
        text = shell.succeed(name, "--help")
        assert f"Example:\n    tfmdrill {name}" in text


def test_the_version_is_the_packages(shell: Shell) -> None:
    from tfmdrill import __version__

    assert shell.succeed("--version") == f"tfmdrill {__version__}\n"


def test_an_unknown_command_is_answered_with_the_one_that_was_meant(shell: Shell) -> None:
    assert "no command 'grde'; did you mean grade?" in shell.fail("grde")
    assert "`tfmdrill --help` shows them all" in shell.fail("zzz")


def test_list_shows_every_problem(shell: Shell) -> None:
    text = shell.succeed("list")
    assert "double-it" in text
    assert "Twice the values" in text


def test_list_json_is_the_documented_document(shell: Shell) -> None:
    document = json.loads(shell.succeed("list", "--json", "--topic", "blocks"))
    assert document["schema"] == 1
    assert {
        "slug": "double-it",
        "title": "Twice the values",
        "topic": "blocks",
        "difficulty": "easy",
        "minutes": 2,
        "frameworks": ["torch", "numpy"],
        "status": "new",
        "variants": [],
    } in document["problems"]
    assert {p["topic"] for p in document["problems"]} == {"blocks"}


def test_list_by_status(shell: Shell) -> None:
    shell.succeed("solution", "double-it", "--give-up")
    document = json.loads(shell.succeed("list", "--json", "--status", "given-up"))
    assert [p["slug"] for p in document["problems"]] == ["double-it"]
    assert shell.succeed("list", "--status", "passed") == "No problem fits.\n"


def test_list_plain_is_a_sentence_a_problem(shell: Shell) -> None:
    lines = shell.succeed("list", "--plain", "--topic", "blocks").splitlines()
    assert "double-it: Twice the values, blocks, easy, 2 minutes, PyTorch or NumPy, new." in lines


def test_list_refuses_a_topic_that_there_is_not(shell: Shell) -> None:
    assert "'cooking' is not one of" in shell.fail("list", "--topic", "cooking")


def test_list_tells_a_broken_problem_by_file_and_key(shell: Shell) -> None:
    pack = shell.home / "broken"
    shutil.copytree(TINY, pack)
    path = pack / "problems/double-it/problem.toml"
    path.write_text(path.read_text().replace("minutes = 2", "minutes = []"))
    shell.env["TFMDRILL_PACKS"] = str(pack)
    done = shell.run("list")
    assert done.returncode == 3
    assert done.stderr == f"Error: {path}: minutes: is [], wanted int\n"


LIGHT = """
import os, sys
from tfmdrill.__main__ import main
os._exit = sys.exit
sys.argv = ["tfmdrill", *sys.argv[1:]]
try:
    main()
finally:
    heavy = {"torch", "numpy", "jinja2", "nbformat", "fsrs"} & set(sys.modules)
    print("loaded:", *sorted(heavy), file=sys.stderr)
"""


@pytest.mark.parametrize(
    "words", [("list",), ("list", "--json"), ("show", "double-it"), ("next",), ("--help",)]
)
def test_list_and_show_load_no_heavy_library(shell: Shell, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT, *words],
        cwd=shell.folder, env=shell.env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == "loaded:\n"


def test_show_gives_the_facts_and_the_statement(shell: Shell) -> None:
    text = shell.succeed("show", "double-it")
    assert "blocks, easy, 2 minutes, PyTorch or NumPy" in text
    assert "Nothing raises." in text
    assert "```python" in shell.succeed("show", "double-it", "--plain")


def test_show_of_an_unknown_problem_names_the_near_ones(shell: Shell) -> None:
    text = shell.fail("show", "doubel-it")
    assert text.startswith("Error: no problem is called 'doubel-it'; did you mean double-it")


def test_new_writes_a_stub_and_says_what_comes_next(shell: Shell) -> None:
    text = shell.succeed("new", "double-it", "--framework", "numpy")
    assert "Wrote double_it.py." in text
    assert "tfmdrill show double-it" in text
    first = (shell.folder / "double_it.py").read_text().split("\n")[0]
    assert first == "# tfmdrill: double-it (numpy)"


def test_new_never_overwrites_and_force_keeps_a_backup(shell: Shell) -> None:
    path = shell.write("double_it.py", "mine\n")
    assert "is here already" in shell.fail("new", "double-it")
    assert path.read_text() == "mine\n"
    assert "The old file is now double_it.py.bak1." in shell.succeed("new", "double-it", "--force")
    assert (shell.folder / "double_it.py.bak1").read_text() == "mine\n"


def test_new_refuses_a_framework_that_the_problem_is_not_set_in(shell: Shell) -> None:
    text = shell.fail("new", "double-it", "--framework", "text")
    assert "double-it isn't set in text; it is in torch and numpy" in text
    assert list(shell.folder.iterdir()) == []


def test_new_in_a_folder_that_is_gone_is_one_sentence(shell: Shell) -> None:
    gone = shell.folder / "gone"
    gone.mkdir()
    script = f"cd {gone} && rmdir {gone} && exec {COMMAND} new double-it"
    done = subprocess.run(
        ["sh", "-c", script], env=shell.env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "can't be written" in done.stderr


def test_reset_gives_the_stub_again_and_keeps_the_old_file(shell: Shell) -> None:
    shell.succeed("new", "double-it", "--framework", "numpy")
    path = shell.folder / "double_it.py"
    stub = path.read_text()
    path.write_text(stub.replace("raise", "return"))
    assert "The old file is now double_it.py.bak1." in shell.succeed("reset")
    assert path.read_text() == stub
    assert "return" in (shell.folder / "double_it.py.bak1").read_text()


def test_reset_without_a_file_says_how_to_start_one(shell: Shell) -> None:
    assert "start one: tfmdrill new double-it" in shell.fail("reset", "double-it")
    assert "name the problem" in shell.fail("reset")


def test_hints_come_one_after_the_other(shell: Shell) -> None:
    texts = [shell.succeed("hint", "double-it") for _ in range(4)]
    heads = [text.split("\n")[0] for text in texts]
    assert heads == [
        "Hint 1 of 3 for double-it: idea",
        "Hint 2 of 3 for double-it: shapes",
        "Hint 3 of 3 for double-it: steps",
        "Hint 3 of 3 for double-it: steps",
    ]
    assert "adding a value to itself" in texts[0]


def test_a_level_is_given_at_once_and_counted(shell: Shell) -> None:
    assert "Hint 2 of 3" in shell.succeed("hint", "double-it", "--level", "2", "--plain")
    assert "Hint 3 of 3" in shell.succeed("hint", "double-it")
    assert "4 is not in the range 1<=x<=3" in shell.fail("hint", "double-it", "--level", "4")


def test_hint_takes_the_problem_of_this_folder(shell: Shell) -> None:
    assert "name the problem" in shell.fail("hint")
    shell.succeed("new", "double-it")
    assert "for double-it" in shell.succeed("hint")


def test_the_solution_waits_for_a_pass_or_for_giving_up(shell: Shell) -> None:
    text = shell.fail("solution", "double-it")
    assert "isn't passed yet" in text
    assert "--give-up" in text
    shell.write("mine.py", "# tfmdrill: double-it (numpy)\n")
    shown = shell.succeed("solution", "double-it", "--give-up")
    solution = (TINY / "graders/double-it/solutions/in_numpy.py").read_text()
    assert solution in shown
    assert "return x * 2" in shell.succeed("solution", "double-it", "--framework", "torch")


def test_next_names_a_problem_and_the_command(shell: Shell) -> None:
    text = shell.succeed("next")
    assert re.search(r"^  tfmdrill new [a-z-]+ +begin with the first", text, re.MULTILINE)


def test_next_refuses_a_pack_that_is_none(shell: Shell) -> None:
    assert "has no folder problems/" in shell.fail("next", "--pack", str(shell.home))


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell: Shell, name: str) -> None:
    text = shell.succeed("completion", name)
    assert f"_TFMDRILL_COMPLETE={name}_complete" in text


def test_completion_refuses_other_shells(shell: Shell) -> None:
    assert "'csh' is not one of 'bash', 'zsh', 'fish'" in shell.fail("completion", "csh")


def completed(shell: Shell, words: str) -> list[str]:
    shell.env |= {
        "_TFMDRILL_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - (not words.endswith(" "))),
    }
    lines = shell.run().stdout.split()
    return [line.partition(",")[2] for line in lines]


def test_the_shell_completes_commands_problems_and_options(shell: Shell) -> None:
    assert completed(shell, "tfmdrill gr") == ["grade"]
    assert completed(shell, "tfmdrill show dou") == ["double-it"]
    assert "--seed" in completed(shell, "tfmdrill grade --se")


def test_an_unwritable_memory_is_told_once_and_stops_nothing(shell: Shell) -> None:
    shell.env["XDG_DATA_HOME"] = str(shell.write("in_the_way", ""))
    done = shell.run("hint", "double-it")
    assert done.returncode == 0
    assert "Hint 1 of 3" in done.stdout
    assert re.fullmatch(r"Note: .*progress\.db can't be written \(.*\n", done.stderr)


def test_colour_is_for_terminals_only(shell: Shell) -> None:
    for words in (("list",), ("show", "double-it"), ("--help",), ("hint", "double-it")):
        assert "\x1b" not in shell.succeed(*words)


def test_a_reader_that_goes_away_is_no_error(shell: Shell) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{COMMAND} list --json | true"],
        env=shell.env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_output_that_the_encoding_lacks_is_escaped(shell: Shell) -> None:
    pack = shell.home / "accents"
    shutil.copytree(TINY, pack)
    path = pack / "problems/double-it/problem.toml"
    path.write_text(path.read_text().replace("Twice the values", "Zweimal größer"), "utf-8")
    shell.env |= {"TFMDRILL_PACKS": str(pack), "PYTHONIOENCODING": "ascii"}
    assert "Zweimal gr\\xf6\\xdfer" in shell.succeed("list", "--topic", "blocks")


def test_paths_of_packs_may_be_relative(shell: Shell) -> None:
    shutil.copytree(TINY, shell.folder / "pack")
    del shell.env["TFMDRILL_PACKS"]
    assert "double-it" in shell.succeed("list", "--pack", "pack")
    assert Path(shell.folder / "pack").is_dir()
