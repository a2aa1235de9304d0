"""What other commands tell of the problem of an interview that is running, in a folder of its own.

The secrets are what `grade` says of the same file before the interview begins.
"""

import json
import subprocess
import sys
from datetime import datetime, timedelta

import pytest
from command import Shell
from terminal import Terminal
from test_interview_command import CLIPPED, RIGHT, SQUARED, WORDS

from tfmdrill.interview.beside import running
from tfmdrill.model.interview import Running
from tfmdrill.progress.database import Database

TITLE = "Large values stay right"
EDGE = "edge-large-values-stay-right"
FILE = "interview-1/double_it.py"


@pytest.fixture
def interview(shell: Shell) -> Shell:
    """An interview that was begun and left a moment ago, its file wrong for large values alone."""
    shell.run(*WORDS.split(), typed="\n")
    shell.write(FILE, CLIPPED)
    return shell


def database_of(shell: Shell) -> Database:
    return Database(shell.home / "data" / "tfmdrill")


def end(shell: Shell) -> None:
    shell.run("interview", typed="e\nq\n")


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("words", [[], ["--plain"], ["--all"], ["--only", EDGE], ["--json"]])
def test_grade_tells_the_title_of_an_edge_case_and_no_more(
    interview: Shell, words: list[str]
) -> None:
    done = interview.run("grade", FILE, *words)
    assert done.returncode == 1
    assert "interview 1 is running" in flat(done.stdout)
    assert EDGE in done.stdout
    for secret in ("the result", "float32 (", "expected  ", "tfmdrill hint"):
        assert secret not in done.stdout
    end(interview)
    assert "the result" in interview.run("grade", FILE, *words).stdout


def test_grade_names_what_the_interview_names_without_the_nudge(interview: Shell) -> None:
    interview.write(FILE, SQUARED)
    said = flat(interview.run("grade", FILE).stdout)
    assert "The values are squared instead of doubled." in said
    assert "Your code printed" not in said
    assert "Look at what happens to -1" not in said
    assert "tfmdrill interview resume" in said


def test_a_copy_elsewhere_and_a_script_tell_no_more(interview: Shell) -> None:
    copy = interview.write("copy.py", CLIPPED)
    done = interview.run("grade", copy.name, "--repro")
    assert "interview 1 is running" in flat(done.stdout)
    assert sorted(path.name for path in interview.folder.iterdir()) == ["copy.py", "interview-1"]


def test_another_problem_is_graded_as_ever(interview: Shell) -> None:
    interview.write("softmax.py", "# tfmdrill: softmax (numpy)\ndef softmax(x): return x\n")
    done = interview.run("grade", "softmax.py")
    assert "interview 1" not in done.stdout
    assert "tfmdrill hint softmax" in done.stdout


@pytest.mark.parametrize("command", ["hint", "solution --give-up", "dispute"])
def test_help_is_to_be_had_in_the_interview_alone(interview: Shell, command: str) -> None:
    word, *rest = command.split()
    argument = FILE if word == "dispute" else "double-it"
    said = interview.fail(word, argument, *rest)
    assert "double-it is in interview 1, which is running" in said
    end(interview)
    assert interview.run(word, argument, *rest).returncode == 0


def test_the_scorecard_hides_it_until_the_interview_is_over(interview: Shell) -> None:
    interview.run("interview", "resume", "--plain", typed="g\n")
    open_card = interview.succeed("interview", "show", "1", "--json")
    assert TITLE in open_card
    assert "the result" not in open_card
    assert json.loads(open_card)["interview"]["unseen"] == []
    assert "It isn't over, and hides" in flat(interview.succeed("interview", "show", "1"))
    end(interview)
    assert f"{TITLE}: the result" in flat(interview.succeed("interview", "show", "1"))


def test_progress_names_no_mistake_of_it(interview: Shell) -> None:
    interview.write(FILE, SQUARED)
    interview.run("grade", FILE)
    before = [interview.succeed("progress", way) for way in ("--json", "--csv", "--plain")]
    assert not any("squared" in text for text in before)
    end(interview)
    after = [interview.succeed("progress", way) for way in ("--json", "--csv", "--plain")]
    assert all("squared" in text for text in after)


def test_watch_beside_it_shows_no_more_and_gives_no_hint(interview: Shell) -> None:
    with Terminal(interview, "watch", FILE, lines=50) as watch:
        text = watch.until("WRONG(.|\n)*quit")
        assert "interview 1 is running" in flat(text)
        assert "the result" not in text
        watch.press("h", "which is running")
        watch.process.send("q")
        assert watch.ended() == 0


def test_pytest_beside_it_shows_no_more(interview: Shell) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--rootdir=.", FILE],
        cwd=interview.folder,
        env={**interview.env, "PYTEST_ADDOPTS": ""},
        text=True,
        capture_output=True,
        check=False,
    )
    assert TITLE in done.stdout
    assert "the result" not in done.stdout


def test_it_is_running_until_its_time_is_up_or_the_problem_is_over(interview: Shell) -> None:
    with database_of(interview) as database:
        now = datetime.now().astimezone()
        found = running(database, now)
        assert isinstance(found, Running)
        assert (found.interview, found.slug) == (1, "double-it")
        assert running(database, now + timedelta(minutes=16)) is None
    interview.write(FILE, RIGHT)
    interview.run("interview", "resume", "--plain", typed="g\n")
    with database_of(interview) as database:
        assert running(database, now) is None  # its follow-ups are left
    assert "Try" not in interview.run("grade", FILE).stdout
    assert interview.run("hint", "double-it").returncode == 0


def test_an_interview_that_cannot_be_understood_hides_nothing(interview: Shell) -> None:
    with database_of(interview) as database, database.connection() as connection:
        connection.execute("UPDATE interviews SET plan = 'nonsense'")
    with database_of(interview) as database:
        assert running(database, datetime.now().astimezone()) is None
    assert "the result" in interview.run("grade", FILE).stdout
