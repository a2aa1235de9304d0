"""`interview` as a person meets it: in real terminals, killed, resumed, piped, and afterwards."""

import json
import os
import re
import select
import signal
import sqlite3
import termios
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from browser import needs_browser, opened
from command import TINY, Shell
from terminal import WITHIN_S, Terminal

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.interview.plan import plan_interview
from tfmdrill.model.interview import Setting
from tfmdrill.model.pack import Difficulty, Framework, Topic

SHELLS = termios.ECHO | termios.ICANON | termios.ISIG  # what a shell has, and no full screen
TAG = "# tfmdrill: double-it (numpy)\n"
RIGHT = TAG + "def double_it(x, *, offset=0.0):\n    return x + x + offset  # (B, n)\n"
SQUARED = TAG + "def double_it(x, *, offset=0.0):\n    print(x)\n    return x * x + offset\n"
# Right but for large values, which only the edge case of the problem has.
CLIPPED = TAG + (
    "import numpy as np\n"
    "def double_it(x, *, offset=0.0):\n    return 2 * np.clip(x, -1e3, 1e3) + offset\n"
)


def seed_of_double_it() -> int:
    """A seed whose interview begins with the problem of the fixture pack."""
    problems = all_summaries(active_packs([TINY]))
    for seed in range(1000):
        setting = Setting(15, seed, Difficulty.EASY, (Topic.BLOCKS,), Framework.NUMPY)
        if plan_interview(setting, problems).problems[0].slug == "double-it":
            return seed
    raise AssertionError("no seed begins with double-it")


SEED = seed_of_double_it()
WORDS = f"interview --minutes 15 --level easy --topics blocks --framework numpy --seed {SEED}"


@pytest.fixture
def terminal(shell: Shell) -> Iterator[Terminal]:
    with Terminal(shell, *WORDS.split()) as here:
        here.until("Enter to begin")
        here.press("\r", "Twice the values(.|\n)*leave")
        yield here


def answer_file(shell: Shell) -> Path:
    return shell.folder / "interview-1" / "double_it.py"


def notes_of(shell: Shell) -> str:
    with sqlite3.connect(shell.home / "data" / "tfmdrill" / "progress.db") as database:
        rows = database.execute("SELECT body FROM interview_events WHERE kind = 'notes'").fetchall()
    return str(rows[-1:])


def answer_all(terminal: Terminal) -> None:
    """Skips the follow-ups that are open, whatever they are, until another problem is set."""
    text = terminal.until(r"Question 1 of 3")
    for number in (1, 2, 3):
        text = terminal.until(rf"Question {number} of 3(.|\n)*(Esc skips|Esc when you have)")
        if "Esc skips" in text:
            terminal.press("\x1b", "Enter goes on")
            terminal.press("\r", rf"Question {number + 1} of|Problem 2")
        else:
            terminal.press("\x1b", "a all; Esc when you are done")
            terminal.press("1", r"\[x\] 1")
            terminal.press("\x1b", rf"Question {number + 1} of|Problem 2")


def test_a_whole_interview_on_the_full_screen(shell: Shell, terminal: Terminal) -> None:
    terminal.until("1 task")  # 80 columns: one pane at a time
    answer_file(shell).write_text(SQUARED)
    text = terminal.until("WRONG(.|\n)*Edge cases that fail")
    assert "Large values stay right" in text
    terminal.press("n", r"\[3 notes\]")
    terminal.press("minus one?", "minus one")
    terminal.press("\x1b", r"\[1 task\]")
    terminal.press("h", "Hint 1 of 3 \\(idea\\) costs 5 of this problem's 100")
    terminal.press("y", "Multiplying by two is adding a value to itself")
    answer_file(shell).write_text(RIGHT)
    answer_all(terminal)
    terminal.until(r"\d+:\d\d left")
    terminal.press("e", "End the interview now")
    text = terminal.press("y", "As a page: tfmdrill interview show 1")
    assert terminal.ended() == 0
    assert re.search(r"Interview 1: 15 minutes, easy, blocks, NumPy, seed \d+", text)
    assert "Twice the values (double-it): solved" in text
    assert "First run: wrong" in text
    assert "The values are squared instead of doubled." in text
    assert "Hint 1, the idea: 5 points" in text
    assert "Run 2: passed" in text
    assert "1 right, 0 wrong, 0 lines without one" in text
    assert "minus one?" in text


def test_edge_cases_stay_hidden_until_the_scorecard(shell: Shell, terminal: Terminal) -> None:
    answer_file(shell).write_text(CLIPPED)
    text = terminal.until("WRONG(.|\n)*Edge cases that fail(.|\n)*Large values stay right")
    screen = text[text.rindex("WRONG") :]
    assert "double_it(" not in screen
    assert "expected" not in screen
    terminal.press("e", "End the interview now")
    text = terminal.press("y", "As a page")
    assert re.search("edge cases(.|\n)*Large values stay right: the result is", text)


def test_killed_and_resumed_nothing_is_lost_and_the_clock_ran_on(
    shell: Shell, terminal: Terminal
) -> None:
    answer_file(shell).write_text(SQUARED)
    terminal.until("WRONG")
    terminal.press("n", r"\[3 notes\]")
    terminal.press("kept", "kept")
    terminal.until_true(lambda: "kept" in notes_of(shell), "notes on disk")
    terminal.kill(signal.SIGKILL)
    terminal.until("code 137")
    # As if two minutes lay between kill and resume: the interview began earlier by as much.
    with sqlite3.connect(shell.home / "data" / "tfmdrill" / "progress.db") as database:
        (began,) = database.execute("SELECT began_at FROM interviews").fetchone()
        earlier = datetime.fromisoformat(began) - timedelta(minutes=2)
        database.execute("UPDATE interviews SET began_at = ?", (earlier.isoformat(),))
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    listed = json.loads(shell.succeed("interview", "list", "--json"))["interviews"]
    assert [card["finished"] for card in listed] == [False]
    with Terminal(shell, "interview", columns=140, lines=40) as again:
        again.until(r"Interview 1 isn't over: (1[0-2]|\d):\d\d left")
        text = again.press("r\r", "WRONG(.|\n)*kept")
        assert "Twice the values" in text
        answer_file(shell).write_text(RIGHT)
        again.until("Question 1 of 3")
        again.kill(signal.SIGKILL)
        again.until("code 137")
    with Terminal(shell, "interview", "resume", columns=140, lines=40) as third:
        answer_all(third)
        third.press("\x11", "There is no pause")
        third.press("y", "its clock runs on")
        assert third.ended() == 0
    card = json.loads(shell.succeed("interview", "show", "1", "--json"))["interview"]
    kinds = [moment["kind"] for moment in card["problems"][0]["timeline"]]
    assert kinds == ["set", "failed", "back", "passed"]
    assert card["notes"] == "kept"
    assert len(card["problems"][0]["answers"]) == 3


def test_watch_beside_an_interview(shell: Shell, terminal: Terminal) -> None:
    with Terminal(shell, "watch", "interview-1/double_it.py", lines=50) as watch:
        watch.until("double_it.py")
        answer_file(shell).write_text(SQUARED)
        watch.until("WRONG(.|\n)*The values are squared")
        terminal.until("WRONG")
        answer_file(shell).write_text(RIGHT)
        watch.until("PASSED")
        terminal.until("Question 1 of 3")
        watch.process.send("q")
        assert watch.ended() == 0


@pytest.mark.parametrize(
    ("end", "code"),
    [("\x03", 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
)
def test_left_the_terminal_is_as_it_was_and_the_way_back_is_named(
    terminal: Terminal, end: str | signal.Signals, code: int
) -> None:
    if isinstance(end, signal.Signals):
        terminal.kill(end)
    else:
        terminal.process.send(end)
    terminal.until(r"its clock runs on(.|\n)*tfmdrill\s+interview resume")
    assert terminal.ended() == code


@pytest.mark.parametrize(("end", "code"), [("\x03", 130), ("\x04", 0), ("q\r", 0)])
def test_left_line_by_line(shell: Shell, end: str, code: int) -> None:
    with Terminal(shell, *WORDS.split(), "--plain") as terminal:
        terminal.until("Enter to begin")
        terminal.press("\r", "q leave")
        answer_file(shell).write_text(SQUARED)
        terminal.until("Wrong, score 0 %(.|\n)*The mistake: The values are squared")
        terminal.process.send(end)
        terminal.until(r"its clock runs on(.|\n)*tfmdrill\s+interview resume")
        assert terminal.ended() == code


def test_ctrl_z_gives_the_terminal_back_until_fg(shell: Shell, terminal: Terminal) -> None:
    def settings() -> int:
        return int(termios.tcgetattr(terminal.process.child_fd)[3]) & SHELLS

    def stopped() -> bool:
        return " T " in Path(f"/proc/{terminal.pid()}/stat").read_text()

    assert settings() == 0
    terminal.process.send("\x1a")
    terminal.until_true(stopped, "a stopped process")
    assert settings() == SHELLS
    terminal.clear()
    terminal.kill(signal.SIGCONT)
    terminal.until("Twice the values(.|\n)*h hint")
    answer_file(shell).write_text(SQUARED)
    terminal.until("WRONG(.|\n)*Edge cases that fail")
    assert settings() == 0
    terminal.press("e", "End the interview now")
    terminal.press("y", "First run: wrong(.|\n)*As a page")
    assert terminal.ended() == 0


def test_left_before_the_start_nothing_has_begun(shell: Shell) -> None:
    for end, code in (("q\r", 0), ("\x03", 130)):
        with Terminal(shell, *WORDS.split()) as terminal:
            terminal.until("Enter to begin")
            terminal.process.send(end)
            assert terminal.ended() == code
    assert "No interview yet" in shell.succeed("interview", "list")


def test_a_terminal_that_was_closed(shell: Shell, terminal: Terminal) -> None:
    answer_file(shell).write_text(SQUARED)
    terminal.until("WRONG")
    process = os.pidfd_open(terminal.pid())
    terminal.process.close(force=True)
    assert select.select([process], [], [], WITHIN_S)[0]  # it is told, and ends by itself
    os.close(process)
    assert shell.failures() == []
    done = shell.run("interview", "resume", typed="e\ny\n")
    assert "First run: wrong" in done.stdout
    assert "Back after the screen was closed" in done.stdout


def test_only_one_interview_at_a_time(shell: Shell, terminal: Terminal) -> None:
    assert "open in another terminal" in shell.fail("interview", "resume")
    assert "open in another terminal" in shell.fail("interview", "--plain")


def test_wide_terminals_show_task_result_and_notes_together(shell: Shell) -> None:
    with Terminal(shell, *WORDS.split(), columns=140, lines=40) as wide:
        wide.until("Enter to begin")
        wide.press("\r", "No verdict yet")
        wide.until("Nothing raises")
        text = wide.until(r"Notes \(n\); Esc leaves them")
        assert "1 task" not in text


def test_line_by_line_to_its_end_from_a_pipe(shell: Shell) -> None:
    done = shell.run(*WORDS.split(), typed="\nn remember\nh\ny\nx\nm\ny\n" + "\n" * 6 + "e\ny\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    for words in (
        "Problem 1: Twice the values (double-it)",
        "Hint 1 of 3 (idea) costs 5 of this problem's 100 points. Take it?",
        "Multiplying by two",
        "x is no command",
        "Question 3 of 3",
        "Problem 2:",
        "Not yet at easy: no problem solved.",
        "Hints: partly, 1 of 3 taken (-5 points).",
    ):
        assert words in done.stdout
    assert "remember" in shell.succeed("interview", "show", "1")


def test_input_that_ends_leaves_the_interview_to_be_resumed(shell: Shell) -> None:
    done = shell.run(*WORDS.split(), typed="\n")
    assert done.returncode == 0
    assert "its clock runs on" in done.stdout
    assert "not over" in shell.succeed("interview", "list")
    done = shell.run("interview", typed="e\n\n")
    assert "Its scorecard: tfmdrill interview show 1" in done.stdout
    assert (shell.folder / "interview-2").is_dir()


def test_the_files_of_a_folder_that_is_there_already_are_left_alone(shell: Shell) -> None:
    (shell.folder / "interview-1").mkdir()
    kept = shell.write("interview-1/double_it.py", "mine")
    done = shell.run(*WORDS.split(), typed="\n")
    assert re.search("Your file: .*/interview-1-2/double_it.py", done.stdout)
    assert kept.read_text() == "mine"


def test_what_cannot_be_is_said_before_the_clock_starts(shell: Shell) -> None:
    words = shell.fail("interview", "--minutes", "15", "--level", "medium")
    assert re.search("15 minutes are too few .* --minutes 30", words)
    assert "no topic; there are attention" in shell.run("interview", "--topics", "x").stderr
    assert "no interview is open" in shell.fail("interview", "resume")
    assert "there is no interview 7" in shell.fail("interview", "show", "7")
    assert "there is no interview 9" in shell.fail("interview", "show", "9" * 30)
    assert "No interview yet" in shell.succeed("interview", "list")
    assert "standard input ended" in shell.run(*WORDS.split(), typed="").stderr
    assert list(shell.folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_begins_no_interview(shell: Shell) -> None:
    shell.folder = Path("/proc")
    done = shell.run(*WORDS.split(), typed="\n")
    assert done.returncode == 2
    assert "can't be written" in done.stderr
    assert "No interview yet" in shell.succeed("interview", "list")


@needs_browser
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_is_one_file_and_readable_at_400_pixels(shell: Shell, dark: bool) -> None:
    shell.run(*WORDS.split(), typed="\nn <b>bold</b>\nm\ny\n" + "\n" * 6 + "e\ny\n")
    shell.succeed("interview", "show", "1", "--html", "card.html")
    assert "is here already" in shell.fail("interview", "show", "1", "--html", "card.html")
    shell.succeed("interview", "show", "1", "--html", "card.html", "--force")
    assert (shell.folder / "card.html.bak1").exists()
    for width in (400, 1000):
        with opened(shell.folder / "card.html", width=width, dark=dark) as seen:
            assert (seen.complaints, seen.requests) == ([], [])
            assert seen.fits
            text = seen.page.inner_text("body")
            assert "Timeline" in text
            assert "<b>bold</b>" in text


def test_the_same_seed_is_the_same_interview_for_another_person(tmp_path: Path) -> None:
    outputs = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        done = Shell(tmp_path / name).run(*WORDS.split(), typed="\nm\ny\n\n\n\n\n\n\n")
        text = re.sub(r"\S*/interview-1|\d+:\d\d left", "", done.stdout)
        outputs.append(text)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("Question") == 3
