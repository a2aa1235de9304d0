"""A real terminal of a given size: a shell in it runs the command, and pyte tells what is seen."""

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte
from command import COMMAND, Shell

WITHIN_S = 60  # a backstop: what is waited for takes a second or two


class Terminal:
    """Runs `tfmdrill` with these arguments; close it, or use it in a `with`."""

    def __init__(self, shell: Shell, *arguments: str, columns: int = 80, lines: int = 24) -> None:
        self._screen = pyte.HistoryScreen(columns, lines, history=2000)
        self._stream = pyte.Stream(self._screen)
        self._folder = shell.folder
        command = " ".join((str(COMMAND), *arguments))
        script = f"trap : INT; stty -g >before; {command}; echo code $?; stty -g >after"
        env = {**shell.env, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(lines)}
        self.process = pexpect.spawn(
            "/bin/sh",
            ["-c", script],
            cwd=str(shell.folder),
            env=env,
            encoding="utf-8",
            dimensions=(lines, columns),
            # A job in the background ignores Ctrl-C, and hands that on to what it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.close(force=True)

    def text(self) -> str:
        """What is on the screen, with what was scrolled off it before."""
        history = [
            "".join(line[column].data for column in range(self._screen.columns)).rstrip()
            for line in self._screen.history.top
        ]
        return "\n".join([*history, *(line.rstrip() for line in self._screen.display)])

    def until(self, pattern: str) -> str:
        """The text as soon as it matches the pattern."""
        self.until_true(lambda: bool(re.search(pattern, self.text())), pattern)
        return self.text()

    def until_true(self, holds: Callable[[], bool], what: str) -> None:
        """Until something holds that the screen doesn't show; a clock on it is enough to go on."""
        end = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < end, f"no {what!r} with this on the screen:\n{self.text()}"
            try:
                self._stream.feed(self.process.read_nonblocking(65536, timeout=1))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert holds(), f"ended without {what!r}:\n{self.text()}"

    def press(self, keys: str, until: str) -> str:
        """The text after these keys, as soon as it matches."""
        self.process.send(keys)
        return self.until(until)

    def clear(self) -> None:
        """As another program does that has the terminal in between."""
        self._stream.feed("\x1b[2J")

    def pid(self) -> int:
        """That of `tfmdrill`, below the shell."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text().split()[0])

    def kill(self, number: signal.Signals) -> None:
        os.kill(self.pid(), number)

    def ended(self) -> int:
        """The exit code of `tfmdrill`; the terminal's settings must be as they were."""
        code = int(re.findall(r"code (\d+)", self.until(r"code \d+"))[-1])
        self.process.expect(pexpect.EOF, timeout=WITHIN_S)
        before, after = ((self._folder / name).read_text() for name in ("before", "after"))
        assert after == before
        return code
