"""`watch` in a real terminal: what a person sees with each save and key, and what stays after."""

import os
import re
import signal
import subprocess
import termios
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pexpect
import pyte
import pytest
from command import COMMAND, Shell
from practised import practise

from tfmdrill.cli.keyboard import Keyboard
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records

TAG = "# tfmdrill: double-it (numpy)\n"
RIGHT = TAG + "def double_it(x, *, offset=0.0):\n    return x + x + offset\n"
SQUARED = TAG + "def double_it(x, *, offset=0.0):\n    return x * x + offset\n"
NO_OFFSET = TAG + "def double_it(x, *, offset=0.0):\n    return 2 * x\n"
WITHIN_S = 60  # a backstop: what is waited for takes a fraction of a second
COLUMNS, LINES = 90, 60


class Terminal:
    """A shell in a terminal that runs `watch`; pyte tells what is on the screen."""

    def __init__(self, shell: Shell, *arguments: str) -> None:
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.Stream(self._screen)
        watch = " ".join((str(COMMAND), "watch", *arguments))
        script = f"trap : INT; stty -g >before; {watch}; echo code $?; stty -g >after"
        self.process = pexpect.spawn(
            "/bin/sh",
            ["-c", script],
            cwd=str(shell.folder),
            env={**shell.env, "TERM": "xterm", "COLUMNS": str(COLUMNS), "LINES": str(LINES)},
            encoding="utf-8",
            dimensions=(LINES, COLUMNS),
            # A job in the background ignores Ctrl-C, and hands that on to what it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self._folder = shell.folder

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    def until(self, pattern: str, but: str = "") -> str:
        """The screen as soon as it matches the pattern, and not `but`."""
        end = time.monotonic() + WITHIN_S
        while True:
            text = self.text()
            if re.search(pattern, text) and not (but and re.search(but, text)):
                return text
            assert time.monotonic() < end, f"no {pattern!r} on the screen:\n{text}"
            try:
                self._stream.feed(self.process.read_nonblocking(65536, timeout=1))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                text = self.text()
                assert re.search(pattern, text), f"ended without {pattern!r}:\n{text}"
                return text

    def press(self, keys: str) -> None:
        self.process.send(keys)

    def pid(self) -> int:
        """That of `watch`, below the shell."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text().split()[0])

    def echoes(self) -> bool:
        """Whether the terminal shows what is typed, as a shell's does and a watch's doesn't."""
        flags = termios.tcgetattr(self.process.child_fd)[3]
        return bool(flags & termios.ECHO and flags & termios.ICANON)

    def ended(self) -> int:
        """The exit code of `watch`; the terminal's settings must be as they were."""
        code = int(re.findall(r"code (\d+)", self.until(r"code \d+"))[-1])
        self.process.expect(pexpect.EOF, timeout=WITHIN_S)
        before, after = ((self._folder / name).read_text() for name in ("before", "after"))
        assert after == before
        return code


@pytest.fixture
def terminal(shell: Shell) -> Iterator[Terminal]:
    shell.write("mine.py", NO_OFFSET)
    opened = Terminal(shell)
    yield opened
    opened.process.close(force=True)


def test_each_save_is_graded_and_the_screen_drawn_anew(shell: Shell, terminal: Terminal) -> None:
    assert "mine.py" in terminal.until("WRONG(.|\n)*q quit")
    shell.write("mine.py", SQUARED)
    text = terminal.until("The values are squared(.|\n)*q quit")
    assert text.count("WRONG") == 1
    shell.write("mine.py", RIGHT)
    text = terminal.until("PASSED(.|\n)*q quit")
    assert "WRONG" not in text
    assert "n next" in text
    terminal.press("q")
    assert terminal.ended() == 0


def test_editors_that_write_by_rename_and_files_that_go_and_come(
    shell: Shell, terminal: Terminal
) -> None:
    terminal.until("WRONG(.|\n)*q quit")
    shell.write("new.tmp", RIGHT).replace(shell.folder / "mine.py")
    terminal.until("PASSED(.|\n)*q quit")
    (shell.folder / "mine.py").unlink()
    assert "PASSED" not in terminal.until("mine.py is gone; it is graded once it is back")
    shell.write("mine.py", SQUARED)
    terminal.until("The values are squared(.|\n)*q quit")


def test_h_gives_hints_and_s_the_statement_and_l_the_list(terminal: Terminal) -> None:
    terminal.until("WRONG(.|\n)*q quit")
    terminal.press("h")
    assert "WRONG" not in terminal.until("Hint 1 of 3(.|\n)*q quit")
    terminal.press("h")
    terminal.until("Hint 2 of 3(.|\n)*q quit")
    terminal.press("s")
    assert "Hint" not in terminal.until("Twice the values(.|\n)*Your file: mine.py(.|\n)*q quit")
    terminal.press("l")
    assert "rope" in terminal.until("double-it(.|\n)*started(.|\n)*q quit")
    terminal.press("r")
    terminal.until("WRONG(.|\n)*q quit")


def test_n_goes_on_after_a_pass_and_nothing_does_by_itself(
    shell: Shell, terminal: Terminal
) -> None:
    terminal.until("WRONG(.|\n)*q quit")
    terminal.press("n")
    terminal.until("mine.py isn't passed yet")
    shell.write("mine.py", RIGHT)
    terminal.until("PASSED(.|\n)*n next")
    assert [p.name for p in shell.folder.glob("*.py")] == ["mine.py"]
    terminal.press("n")
    text = terminal.until("Your file: (.*).py(.|\n)*q quit")
    (stub,) = [p for p in shell.folder.glob("*.py") if p.name != "mine.py"]
    assert f"Your file: {stub.name}" in text
    terminal.press("h")
    terminal.until(f"Hint 1 of 3 for {stub.stem.replace('_', '-')}")


def test_several_files_stand_below_the_one_that_was_saved(shell: Shell) -> None:
    shell.write("a.py", RIGHT)
    shell.write("b.py", SQUARED)
    terminal = Terminal(shell)
    assert "a.py: passed" in terminal.until("squared(.|\n)*q quit")
    shell.write("c.py", RIGHT)
    text = terminal.until("c.py · NumPy(.|\n)*q quit")
    assert "b.py: wrong" in text
    assert "Watching a.py, b.py, c.py." in text
    shell.write("b.py", RIGHT)
    terminal.until("b.py · NumPy(.|\n)*c.py: passed")
    terminal.press("q")
    assert terminal.ended() == 0


def test_what_cannot_be_graded_is_said_and_the_next_save_is(
    shell: Shell, terminal: Terminal
) -> None:
    terminal.until("WRONG(.|\n)*q quit")
    shell.write("mine.py", "# tfmdrill: dubble-it (numpy)\n")
    terminal.until("no problem is called 'dubble-it'(.|\n)*q quit")
    shell.write("mine.py", TAG + "def double_it(:\n")
    terminal.until("SyntaxError(.|\n)*q quit")
    shell.write("mine.py", RIGHT)
    terminal.until("PASSED(.|\n)*q quit")


def test_an_empty_folder_is_watched_for_a_first_answer(shell: Shell) -> None:
    terminal = Terminal(shell)
    terminal.until("No file here answers a problem yet")
    terminal.press("h")
    terminal.until("no file is graded yet")
    shell.write("mine.py", RIGHT)
    terminal.until("PASSED(.|\n)*q quit")
    terminal.press("q")
    assert terminal.ended() == 0


def test_a_named_file_alone_is_watched(shell: Shell) -> None:
    shell.write("other.py", SQUARED)
    terminal = Terminal(shell, "mine.py", "--problem", "double-it")
    terminal.until("There is no file mine.py")
    shell.write("mine.py", RIGHT.removeprefix(TAG))
    assert "other.py" not in terminal.until("PASSED(.|\n)*q quit")
    terminal.process.close(force=True)


@pytest.mark.parametrize(
    ("end", "code"),
    [("q", 0), ("\x04", 0), ("\x03", 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
)
def test_the_terminal_is_as_it_was_however_it_ends(
    shell: Shell, terminal: Terminal, end: str | signal.Signals, code: int
) -> None:
    terminal.until("WRONG(.|\n)*q quit")
    assert not terminal.echoes()
    if isinstance(end, signal.Signals):
        os.kill(terminal.pid(), end)
    else:
        terminal.press(end)
    assert terminal.ended() == code
    assert terminal.echoes()


def test_stopped_the_terminal_is_the_shell_s_and_continued_it_is_watch_s(
    terminal: Terminal,
) -> None:
    terminal.until("WRONG(.|\n)*q quit")
    pid = terminal.pid()

    def state() -> str:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]

    def wait_for(wanted: str) -> None:
        end = time.monotonic() + WITHIN_S
        while (state() in "Tt") is not (wanted == "stopped"):
            assert time.monotonic() < end, state()

    os.kill(pid, signal.SIGTSTP)
    wait_for("stopped")
    assert terminal.echoes()
    os.kill(pid, signal.SIGCONT)
    wait_for("running")
    terminal.press("h")
    terminal.until("Hint 1 of 3")
    assert not terminal.echoes()


def test_an_exception_gives_the_terminal_back(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = os.openpty()
    with os.fdopen(slave) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        before = termios.tcgetattr(slave)
        during = []

        def crash() -> None:
            with Keyboard():
                during.append(termios.tcgetattr(slave))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            crash()
        assert during != [before]
        assert termios.tcgetattr(slave) == before
    os.close(master)


@pytest.mark.parametrize(
    ("typed", "read"), [("h", "h"), ("\x1b[A", "\x1b"), ("\x1b[Aq", "q"), ("é", "é"), ("", "")]
)
def test_arrows_are_no_letters(typed: str, read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = os.openpty()
    with os.fdopen(slave) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        with Keyboard() as keyboard:
            if typed:
                os.write(master, typed.encode())
            else:
                os.close(master)
            assert keyboard.read() == read
    if typed:
        os.close(master)


def test_without_a_terminal_verdicts_follow_one_another_and_there_are_no_keys(
    shell: Shell,
) -> None:
    shell.write("mine.py", SQUARED)
    watch = subprocess.Popen(
        [COMMAND, "watch"],
        cwd=shell.folder,
        env=shell.env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with watch:
        assert watch.stdout is not None
        assert watch.stderr is not None
        assert "there are no keys: Ctrl-C ends this" in watch.stdout.readline()
        lines: list[str] = []
        while "Watching mine.py" not in (line := watch.stdout.readline()):
            lines.append(line)
        shell.write("mine.py", RIGHT)
        while "Watching mine.py" not in (line := watch.stdout.readline()):
            lines.append(line)
        watch.send_signal(signal.SIGTERM)
        rest, errors = watch.communicate(timeout=WITHIN_S)
        text = "".join([*lines, rest])
    assert (watch.returncode, errors) == (143, "")
    assert text.index("WRONG") < text.index("PASSED")
    assert "\x1b" not in text
    assert "q quit" not in text


def test_a_wrong_slug_is_a_usage_error(shell: Shell) -> None:
    assert "unexpected" not in shell.fail("watch", "--pack", "no/such/folder")
    assert "Usage" in shell.run("watch", "--help").stdout


def test_n_begins_a_due_review_with_a_fresh_stub(shell: Shell, terminal: Terminal) -> None:
    """The plan comes before new problems, in `watch` too."""
    terminal.until("WRONG(.|\n)*q quit")
    records = Records(Database(shell.home / "data" / "tfmdrill"))
    practise(records, "softmax", datetime.now(UTC) - timedelta(days=30))
    shell.write("softmax.py", "# tfmdrill: softmax (numpy)\nmine = 1\n")
    terminal.until("softmax.py(.|\n)*q quit")
    shell.write("mine.py", RIGHT)
    terminal.until("PASSED(.|\n)*n next", but="Grading")
    terminal.press("n")
    terminal.until("Your file: softmax.py")
    assert "mine = 1" not in (shell.folder / "softmax.py").read_text()
    (backup,) = shell.folder.glob("softmax.py.*.bak")
    assert "mine = 1" in backup.read_text()
    terminal.press("q")
    assert terminal.ended() == 0
