"""`next`, `progress` and reviews as a person types them."""

import json
import re
import sqlite3
import subprocess
import sys

import pytest
from command import COMMAND, Shell

TAG = "# tfmdrill: double-it (numpy)\n"
RIGHT = TAG + "def double_it(x, *, offset=0.0):\n    return x + x + offset\n"
SQUARED = TAG + "def double_it(x, *, offset=0.0):\n    return x * x + offset\n"


def database(shell: Shell) -> sqlite3.Connection:
    return sqlite3.connect(shell.home / "data" / "tfmdrill" / "progress.db")


def graded(shell: Shell, code: str) -> None:
    shell.write("double_it.py", code)
    assert shell.run("grade").stderr == ""


def test_without_words_there_is_the_plan_and_help_is_help(shell: Shell) -> None:
    assert shell.succeed().startswith("Welcome.")
    assert shell.succeed() == shell.succeed("next")
    assert "Usage: tfmdrill" in shell.succeed("--help")
    assert {path.name for path in shell.home.rglob("*")} == {"work", "tmp"}, "it left something"


def test_next_starts_what_it_names(shell: Shell) -> None:
    text = shell.succeed("next", "--start", "--framework", "numpy")
    assert text.startswith("Wrote softmax.py.")
    assert "go on with it" in shell.fail("next", "--start")
    plan = json.loads(shell.succeed("next", "--json"))
    assert (plan["fresh"]["why"], plan["fresh"]["command"]) == ("started", "tfmdrill grade")
    assert "Begun:" in shell.succeed("next", "--plain")


def test_a_whole_way_from_new_to_the_review(shell: Shell) -> None:
    shell.succeed("new", "double-it", "--framework", "numpy")
    graded(shell, SQUARED)
    shell.succeed("hint")
    graded(shell, RIGHT)
    document = json.loads(shell.succeed("progress", "--json"))
    (problem,) = document["problems"]
    assert (problem["name"], problem["status"], problem["grades"], problem["hints"]) == (
        "double-it",
        "passed",
        2,
        1,
    )
    assert [(m["bug"], m["times"], m["says"]) for m in document["mistakes"]] == [
        ("squared", 1, "The values are squared instead of doubled.")
    ]
    rating = database(shell).execute("SELECT card, rating FROM reviews").fetchall()
    assert rating == [("problem:double-it", 2)]  # with a hint: hard
    text = shell.succeed("new", "double-it", "--review")
    backup = re.search(r"The old file is now (double_it\.py\.\d{4}-\d\d-\d\d\.bak)\.", text)
    assert backup is not None
    assert (shell.folder / backup[1]).read_text() == RIGHT
    assert (shell.folder / "double_it.py").read_text().startswith(TAG)
    assert "squared: 1 time (double-it)" in shell.succeed("progress", "--plain")
    rows = shell.succeed("progress", "--csv").splitlines()
    assert len(rows) == 3
    assert rows[1].startswith("double-it,,numpy,")
    assert "squared" in rows[1]


def test_grades_of_a_part_of_the_checks_are_not_kept(shell: Shell) -> None:
    shell.write("double_it.py", SQUARED)
    assert shell.run("grade", "--only", "values-small").returncode in (1, 2)
    assert (
        not (shell.home / "data").exists()
        or not database(shell).execute("SELECT 1 FROM attempts").fetchall()
    )


def test_the_page_replaces_its_own_and_nobody_elses(shell: Shell) -> None:
    graded(shell, SQUARED)
    assert shell.succeed("progress", "--html", "p.html") == "Wrote p.html.\n"
    assert shell.succeed("progress", "--html", "p.html") == "Wrote p.html.\n"
    shell.write("mine.html", "mine")
    assert "is here already and stays as it is" in shell.fail("progress", "--html", "mine.html")
    text = shell.succeed("progress", "--html", "mine.html", "--force")
    assert "The old file is now mine.html.bak1." in text
    assert (shell.folder / "mine.html.bak1").read_text() == "mine"
    assert "is a folder" in shell.fail("progress", "--html", ".")
    assert "can't be written" in shell.fail("progress", "--html", "gone/p.html")
    assert "exclude each other" in shell.fail("progress", "--html", "p.html", "--json")


def test_from_one_machine_to_another(shell: Shell) -> None:
    graded(shell, SQUARED)
    text = shell.succeed("progress", "export", "laptop.json")
    assert "tfmdrill progress import laptop.json" in text
    assert "is here already" in shell.fail("progress", "export", "laptop.json")
    before = shell.succeed("progress")
    assert shell.succeed("progress", "import", "laptop.json") == "Nothing in it was new.\n"
    shell.env["XDG_DATA_HOME"] = str(shell.home / "other")
    assert "New here: 1 grade, " in shell.succeed("progress", "import", "laptop.json")
    assert shell.succeed("progress") == before
    shell.write("bad.json", "{}")
    assert "isn't an export of tfmdrill" in shell.fail("progress", "import", "bad.json")


def test_a_damaged_database_is_told_once_after_the_verdict_and_stays(shell: Shell) -> None:
    shell.succeed("new", "double-it")
    path = shell.home / "data" / "tfmdrill" / "progress.db"
    path.write_bytes(b"not a database" * 1000)
    shell.write("double_it.py", RIGHT)
    shell.write("second.py", SQUARED)
    done = shell.run("grade")
    assert done.returncode == 1
    assert "PASSED" in done.stdout
    assert re.fullmatch(r"Note: .*progress\.db isn't a database of tfmdrill; .*\n", done.stderr)
    assert path.read_bytes() == b"not a database" * 1000


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("progress export all.json", "nothing is exported"),
        ("interview show 1", "there is no interview 1"),
        ("interview resume", "no interview is open"),
    ],
)
def test_what_is_not_there_may_be_in_a_damaged_database(
    shell: Shell, command: str, says: str
) -> None:
    shell.succeed("new", "double-it")
    path = shell.home / "data" / "tfmdrill" / "progress.db"
    path.write_bytes(b"not a database" * 1000)
    note, error = shell.fail(*command.split()).splitlines()
    assert re.match(r"Note: .*progress\.db isn't a database of tfmdrill", note)
    assert says in error
    assert not (shell.folder / "all.json").exists()


FULL_DISK = """
import resource, sys
from tfmdrill.__main__ import main
size = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
main()
"""


def test_a_full_disk_is_told_once_and_every_file_is_graded(shell: Shell) -> None:
    for number in range(40):  # more than the database's free pages take
        shell.write(f"answer_{number}.py", SQUARED)
    graded(shell, SQUARED)
    size = (shell.home / "data" / "tfmdrill" / "progress.db").stat().st_size
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(size), "grade", "--json"],
        cwd=shell.folder, env=shell.env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    reports = json.loads(done.stdout)["reports"]
    assert {report["outcome"] for report in reports} == {"wrong"}
    assert len(reports) == 41
    assert re.fullmatch(r"Note: .*can't be written \(the disk is full.*\n", done.stderr)
    assert done.returncode == 1
    assert database(shell).execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_two_commands_at_once_lose_nothing(shell: Shell) -> None:
    """Both make the database, too: neither finds it half made."""
    shell.write("double_it.py", SQUARED)
    both = [
        subprocess.Popen([COMMAND, "hint", "double-it"], cwd=shell.folder, env=shell.env,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(6)
    ]  # fmt: skip
    assert [process.communicate()[1] for process in both] == [""] * 6
    assert database(shell).execute("SELECT count(*) FROM steps").fetchone() == (6,)


@pytest.mark.parametrize("words", [("next", "--pack", "."), ("progress", "--pack", ".")])
def test_a_pack_that_is_none_is_one_sentence(shell: Shell, words: tuple[str, ...]) -> None:
    assert "has no folder problems/" in shell.fail(*words)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("progress --json export p.json", "--json"),
        ("progress --force export p.json", "--force"),
        ("interview --plain list", "--plain"),
        ("interview --minutes 30 resume", "--minutes"),
        ("interview --seed 7 show 1", "--seed"),
    ],
)
def test_an_option_before_the_command_is_not_passed_over(
    shell: Shell, words: str, option: str
) -> None:
    said = shell.fail(*words.split())
    name = next(w for w in words.split()[1:] if w in ("export", "list", "resume", "show"))
    assert f"{option} does nothing before {name}" in said
    assert not (shell.folder / "p.json").exists()
