"""Lines from standard input, waited for together with other things: a terminal's or a pipe's."""

import math
import os
import select
import sys
import termios
from collections.abc import Sequence
from contextlib import suppress


class Lines:
    """Whole lines as they come. `ended` once there will be none any more."""

    def __init__(self) -> None:
        self._buffer = b""
        self.ended = False
        try:
            self._fd = sys.stdin.fileno()
        except (OSError, ValueError, AttributeError):  # closed, or not a file
            self._fd = -1
            self.ended = True

    def wait(self, timeout_s: float | None, others: Sequence[int] = ()) -> bool:
        """Until a line may be there, one of `others` can be read, or the time has passed.

        Whether it was one of the others.
        """
        if self._complete():
            timeout_s = 0
        poll = select.poll()
        for fd in others:
            poll.register(fd, select.POLLIN)
        if not self.ended:
            poll.register(self._fd, select.POLLIN)
        wait_ms = None if timeout_s is None else math.ceil(timeout_s * 1000)
        ready = [fd for fd, _ in poll.poll(wait_ms)]
        if self._fd in ready:
            self._fill()
        return any(fd in ready for fd in others)

    def take(self) -> str | None:
        """The next line without its end; None where none is there yet, or no more will come."""
        if not self._complete():
            return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")

    def forget(self) -> None:
        """Drop what was typed on a terminal so far; what a pipe holds was meant to wait."""
        if os.isatty(self._fd):
            self._buffer = b""
            with suppress(termios.error):  # it may be gone by now
                termios.tcflush(self._fd, termios.TCIFLUSH)

    def _complete(self) -> bool:
        return b"\n" in self._buffer or (self.ended and bool(self._buffer))

    def _fill(self) -> None:
        try:
            read = os.read(self._fd, 65536)
        except OSError:  # the terminal is gone
            read = b""
        self._buffer += read
        self.ended = not read
