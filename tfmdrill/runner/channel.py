"""The grader's end of a child's pipes: one poll loop with deadlines, caps and no trust."""

import contextlib
import fcntl
import mmap
import os
import select
import time
from enum import Enum
from typing import Any

from tfmdrill.config import Limits
from tfmdrill.runner.encoding import incoming
from tfmdrill.runner.inside import wire

PIPE_BYTES = 2**20  # the most that an ordinary user may ask for on Linux
LEAST_AHEAD_PAGES = 4  # of a pipe: it fills page by page, and each may be half read
READ_BYTES = 2**16
LONGEST_POLL_S = 0.25
SHORTEST_POLL_S = 0.005
MAX_BUFFERS = 64  # of one writev; the rest follows


class End(Enum):
    """Why nothing more can be asked of a child."""

    CLOSED = "closed"  # it ended, or closed its pipe
    TIMEOUT = "timeout"
    OUTPUT_FLOOD = "output-flood"
    BROKEN_PROTOCOL = "broken-protocol"


class Ended(Exception):
    """The conversation is over; `says` completes the reason where one is known."""

    def __init__(self, end: End, says: str = "") -> None:
        super().__init__(end.value, says)
        self.end = end
        self.says = says


class CpuClock:
    """The CPU time of another process, all its threads together, read from outside."""

    def __init__(self, pid: int) -> None:
        self._id = ((~pid) << 3) | 2  # CPUCLOCK_SCHED of a process, see clock_gettime(2)
        self._last_s = 0.0

    def read_s(self) -> float:
        """Seconds of CPU; the last known value after the process is gone, 0.0 on macOS."""
        try:
            self._last_s = time.clock_gettime(self._id)
        except (OSError, OverflowError):
            return self._last_s
        return self._last_s


class Deadline:
    """How long one request may take: CPU seconds of the child, wall seconds as a backstop.

    Wall seconds leave out the grader's own work in between; `last_s` seconds count all.
    """

    def __init__(self, clock: CpuClock, cpu_s: float, wall_s: float, last_s: float) -> None:
        self._clock = clock
        self._cpu_s = cpu_s
        self._start_cpu_s = clock.read_s()
        self._end_wall_s = time.monotonic() + min(wall_s, last_s)
        self._last_wall_s = time.monotonic() + last_s

    def check(self) -> float:
        """Seconds to wait for at most until the next check. Raises Ended."""
        cpu_left = self._cpu_s - (self._clock.read_s() - self._start_cpu_s)
        wall_left = self._end_wall_s - time.monotonic()
        if cpu_left <= 0:
            raise Ended(End.TIMEOUT, f"more than {self._cpu_s:.3g} s of CPU time")
        if wall_left <= 0:
            raise Ended(End.TIMEOUT, "too long, most of it waiting")
        # Several threads can use up CPU seconds faster than the wall clock goes.
        return min(max(cpu_left / 2, SHORTEST_POLL_S), wall_left, LONGEST_POLL_S)

    def pause(self, seconds: float) -> None:
        """The grader itself worked for so long: that isn't the child's time."""
        self._end_wall_s = min(self._end_wall_s + seconds, self._last_wall_s)


class Channel:
    """Command pipe, result pipe and output pipe of one child, and its pidfd where there is one."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._caps = wire.Caps(
            limits.header_bytes, limits.payload_bytes, limits.value_nodes, limits.value_depth
        )
        self.output = bytearray()
        self._output_open = True
        self.pidfd: int | None = None
        self._fds: list[int] = []
        self._poll = select.poll()
        theirs_in, self._commands = self._pipe()
        self._results, theirs_results = self._pipe()
        self._output, theirs_output = self._pipe()
        self.theirs = (theirs_in, theirs_results, theirs_output)
        for fd in (self._commands, self._results, self._output):
            os.set_blocking(fd, False)
        self._poll.register(self._results, select.POLLIN)
        self._poll.register(self._output, select.POLLIN)

    def _pipe(self) -> tuple[int, int]:
        read, write = os.pipe()
        self._fds += [read, write]
        if hasattr(fcntl, "F_SETPIPE_SZ"):
            with contextlib.suppress(OSError):  # beyond the user's quota: slower, not wrong
                fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        return read, write

    def attach(self, pid: int) -> None:
        """The child has its own copies: close ours, and watch it by pidfd where possible."""
        for fd in self.theirs:
            os.close(fd)
            self._fds.remove(fd)
        if hasattr(os, "pidfd_open"):
            try:
                self.pidfd = os.pidfd_open(pid)
            except OSError:  # an old kernel, or a container that denies it
                return
            self._fds.append(self.pidfd)
            self._poll.register(self.pidfd, select.POLLIN)

    def close(self) -> None:
        """Close every descriptor; may be called twice."""
        while self._fds:
            os.close(self._fds.pop())

    def pack(self, op: str, turn: int, value: Any, adapt: Any) -> list[wire.Buffer]:
        """A frame for `send`. Raises WireLimit, GraderFault."""
        return wire.pack(wire.Message(op, turn, value), self._caps, adapt)

    def send(self, buffers: list[wire.Buffer], deadline: Deadline) -> None:
        """Write a frame to a child that has answered all before. Raises Ended."""
        events = self._ready(self._results, 0.0)
        if events & select.POLLIN:
            raise Ended(End.BROKEN_PROTOCOL, "an answer that nobody asked for")
        if events:
            raise Ended(End.CLOSED)
        views = [memoryview(b).cast("B") for b in buffers]
        self._poll.register(self._commands, select.POLLOUT)
        try:
            while views:
                self._write(views)
                if views and self._wait(deadline.check()) & select.POLLIN:
                    raise Ended(End.BROKEN_PROTOCOL, "an answer before the question")
        finally:
            self._poll.unregister(self._commands)

    @property
    def ahead_bytes(self) -> int:
        """How much may lie in the command pipe unread, so that a write of it never has to wait.

        The child may have made the pipe smaller. 0 where the system doesn't tell.
        """
        try:
            size: int = fcntl.fcntl(self._commands, fcntl.F_GETPIPE_SZ)
        except (AttributeError, OSError):
            return 0
        return size // 4 if size >= LEAST_AHEAD_PAGES * mmap.PAGESIZE else 0

    def send_ahead(self, buffers: list[wire.Buffer]) -> bool:
        """Write frames while earlier ones are being answered; the pipe has room for `ahead_bytes`
        in all. False where it can't be: the child is gone, and its answers will say so."""
        views = [memoryview(b"".join(buffers))] if buffers else []
        if views:
            with contextlib.suppress(Ended):
                self._write(views)
        return not views

    def receive(self, deadline: Deadline) -> wire.Message:
        """The next message of the child. Raises Ended, and WireError for a frame that isn't one."""
        prefix = self._read(wire.PREFIX.size, deadline)
        header_bytes, payload_bytes = wire.lengths(prefix, self._caps)
        header = self._read(header_bytes, deadline)
        payload = self._read(payload_bytes, deadline)
        self.drain()
        return wire.unpack(header, payload, self._caps, incoming)

    def drain(self) -> None:
        """Take what the child printed. Raises Ended where it is too much."""
        while self._output_open:
            try:
                part = os.read(self._output, READ_BYTES)
            except BlockingIOError:
                return
            if not part:
                self._output_open = False
                self._poll.unregister(self._output)
                return
            self.output += part
            if len(self.output) > self._limits.output_bytes:
                raise Ended(End.OUTPUT_FLOOD)

    @property
    def quiet(self) -> bool:
        """Whether the child has neither said anything that is unread nor ended."""
        return not self._ready(self._results, 0.0)

    def wait_for_exit(self, seconds: float) -> None:
        """Wait until the child has ended, or the time is over, or nothing tells."""
        if self.pidfd is not None:
            self._ready(self.pidfd, seconds)

    def _read(self, count: int, deadline: Deadline) -> bytearray:
        data = bytearray(count)
        at = 0
        while at < count:
            try:
                got = os.readv(self._results, [memoryview(data)[at:]])
            except BlockingIOError:
                self._wait(deadline.check())
                continue
            if not got:
                raise Ended(End.CLOSED)
            at += got
        return data

    def _write(self, views: list[memoryview]) -> None:
        try:
            written = os.writev(self._commands, views[:MAX_BUFFERS])
        except BlockingIOError:
            return
        except BrokenPipeError:
            raise Ended(End.CLOSED) from None
        while views and written >= len(views[0]):
            written -= len(views.pop(0))
        if views and written:
            views[0] = views[0][written:]

    def _wait(self, seconds: float) -> int:
        """Until a descriptor is ready; prints are taken, an end is noticed. Events of results."""
        ready = dict(self._poll.poll(int(seconds * 1000) + 1))
        if self._output in ready:
            self.drain()
        if self.pidfd in ready and self._results not in ready:
            raise Ended(End.CLOSED)
        return ready.get(self._results, 0)

    @staticmethod
    def _ready(fd: int, seconds: float) -> int:
        """The events of one descriptor, 0 where nothing happened in that time."""
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        return sum(events for _, events in poll.poll(int(seconds * 1000)))
