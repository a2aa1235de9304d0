"""Single keys from a terminal, whose settings are as they were however the program ends."""

import os
import re
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

LOST = ""  # what `read` gives when the terminal is gone
IGNORED = "\x1b"
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*.|O.|.)?")


class Ended(BaseException):
    """SIGTERM or SIGHUP: everything is to be put back, and the process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number  # as a shell tells it


class Keyboard:
    """Keys without Enter and without echo. A context manager that restores the terminal.

    fd: to wait for a key; None where standard input is no terminal and there are no keys.
    """

    def __init__(self) -> None:
        self.fd: int | None = sys.stdin.fileno() if _is_terminal() else None
        self._before: list[Any] | None = None

    def __enter__(self) -> "Keyboard":
        if self.fd is not None:
            self._before = termios.tcgetattr(self.fd)
            self.take()
        return self

    def __exit__(self, *_: object) -> None:
        self.give_back()

    def take(self) -> None:
        """Single keys from here on; Ctrl-C and Ctrl-Z still do what they do."""
        if self.fd is not None:
            with suppress(termios.error):
                tty.setcbreak(self.fd, termios.TCSANOW)

    def give_back(self) -> None:
        """The terminal as it was."""
        if self.fd is not None and self._before is not None:
            with suppress(termios.error):  # it may be gone by now
                termios.tcsetattr(self.fd, termios.TCSANOW, self._before)

    def read(self) -> str:
        """What was typed since, or LOST. Arrows and the like are left out."""
        if self.fd is None:
            return LOST
        try:
            typed = os.read(self.fd, 1024).decode("utf-8", "replace")
        except OSError:
            return LOST
        return _ESCAPES.sub("", typed) or (IGNORED if typed else LOST)


@contextmanager
def signals_as_exceptions(keyboard: Keyboard) -> Iterator[None]:
    """SIGTERM and SIGHUP raise Ended here; Ctrl-Z gives the terminal back while it lasts."""

    def end(number: int, _: FrameType | None) -> None:
        raise Ended(number)

    def stop(_number: int, _: FrameType | None) -> None:
        keyboard.give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        keyboard.take()  # continued in the foreground, or this waits until it is

    handlers = {signal.SIGTERM: end, signal.SIGHUP: end, signal.SIGTSTP: stop}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_terminal() -> bool:
    try:
        return os.isatty(sys.stdin.fileno())
    except (OSError, ValueError, AttributeError):  # closed, or not a file
        return False
