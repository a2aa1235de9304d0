"""The process that imports the framework once and forks a locked child for each submission.

It serves the grader that started it, and ends with it; or, where it was given a listening socket,
every grader of the same user that connects, until nobody came for a while.
"""

import gc
import os
import select
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Any

from . import framing, lock, warming, wire
from .grader import Grader

LOOK_AGAIN_S = 30.0  # whether the socket's file is still this server's
REAP_AGAIN_S = 0.05
_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid of a peer


def serve(channel: socket.socket, listener: socket.socket | None) -> None:
    """Set up as the first message says, then serve graders until there is no need to.

    listener: where other graders connect; a zygote without one ends with its grader.
    """
    opening = framing.receive_with_fds(channel)
    if opening is None:
        return
    start = opening[1]
    sys.path += [entry for entry in start["python_path"] if entry not in sys.path]
    probed = lock.probe()  # before the imports: it forks
    sys.modules["tfmdrill"] = None  # type: ignore[assignment]  # an import says it isn't there
    versions, missing = warming.import_framework(start["framework"])
    if start["single_use"] and not probed["namespaces"]:
        probed["namespaces"] = "a worker that serves once is not forked into namespaces of its own"
    gc.collect()
    gc.freeze()
    door = None if listener is None or missing else Door(listener, start["idle_s"])
    hello = {
        "probe": probed,
        "tier": lock.tier(probed),
        "versions": versions,
        "missing": missing,
        "framework": start["framework"],
        "pid": os.getpid(),
        "since": time.time(),
        "idle_s": start["idle_s"],
    }
    zygote = _Zygote(hello, door, single_use=start["single_use"])
    try:
        zygote.serve(Grader(channel))
    finally:
        zygote.close()


class Door:
    """The listening socket of a zygote that is kept, and how long it stays open for nobody."""

    def __init__(self, listener: socket.socket, idle_s: float) -> None:
        listener.setblocking(False)
        self.listener = listener
        self._idle_s = idle_s
        self._path = Path(os.fsdecode(listener.getsockname()))
        self._file = self._identity()
        self._last_used = time.monotonic()

    def used(self) -> None:
        """Somebody was served until now: the idle time starts again."""
        self._last_used = time.monotonic()

    def left_s(self) -> float:
        """Seconds until nobody can come any more; 0 where the socket's file is another's."""
        if self._file is None or self._identity() != self._file:
            return 0.0
        return max(self._idle_s - (time.monotonic() - self._last_used), 0.0)

    def accept(self) -> socket.socket | None:
        """The next grader's connection, if it is one of this user."""
        try:
            channel, _ = self.listener.accept()
        except OSError:
            return None
        size = _CREDENTIALS.size
        _, uid, _ = _CREDENTIALS.unpack(
            channel.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        )
        if uid != os.geteuid():
            channel.close()
            return None
        return channel

    def close(self) -> None:
        """Nobody can connect after this; the file goes, if it is still this server's."""
        if self._file is not None and self._identity() == self._file:
            self._path.unlink(missing_ok=True)
        self.listener.close()

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self._path.lstat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


class _Zygote:
    def __init__(self, hello: dict[str, Any], door: Door | None, *, single_use: bool) -> None:
        self._hello = hello
        self._door = door
        self._single_use = single_use
        self._graders: dict[int, Grader] = {}
        self._leaving: list[Grader] = []  # gone, with children that haven't ended yet
        self._poll = select.poll()
        self._stopped = False

    def serve(self, first: Grader) -> None:
        self._welcome(first)
        if self._door is not None:
            self._poll.register(self._door.listener, select.POLLIN)
        while (wait_s := self._wait_s()) is not None:
            for fd, _ in self._poll.poll(None if wait_s < 0 else int(wait_s * 1000) + 1):
                self._attend(fd)
            self._reap_ended()

    def close(self) -> None:
        if self._door is not None:
            self._door.close()
        for grader in self._graders.values():
            grader.close()

    def _wait_s(self) -> float | None:
        """How long to wait for a request at most (below 0: for ever), None when all is done."""
        if self._stopped or (self._door is None and not self._graders):
            return None
        if any(grader.ending for grader in (*self._graders.values(), *self._leaving)):
            return REAP_AGAIN_S
        if self._door is None or self._graders:
            return -1.0
        left_s = self._door.left_s()
        return min(left_s, LOOK_AGAIN_S) if left_s > 0 else None

    def _welcome(self, grader: Grader) -> None:
        fd = grader.channel.fileno()
        self._graders[fd] = grader
        self._poll.register(fd, select.POLLIN)

    def _attend(self, fd: int) -> None:
        if self._door is not None and fd == self._door.listener.fileno():
            channel = self._door.accept()
            if channel is not None:
                self._welcome(Grader(channel))
            return
        grader = self._graders[fd]
        try:
            request = framing.receive_with_fds(grader.channel)
            if request is not None:
                self._answer(grader, *request)
                return
        except (OSError, wire.WireError, KeyError, TypeError, ValueError):
            pass  # a grader that is gone, stalls or talks nonsense is not served any more
        self._part(fd)

    def _answer(self, grader: Grader, op: str, value: Any, fds: list[int]) -> None:
        match op:
            case "fork":
                grader.fork(value, fds, single_use=self._single_use)
            case "reap":
                grader.reap(value)
            case "end":
                grader.end(value)
            case "open":
                grader.open(value, self._hello["framework"], self._hello["probe"])
                framing.send_with_fds(grader.channel, "hello", self._hello)
            case "status":
                framing.send_with_fds(grader.channel, "hello", self._hello)
            case "stop":
                self._stopped = True
                if self._door is not None:
                    self._door.close()
                    self._door = None
                framing.send_with_fds(grader.channel, "stopping", self._hello)
            case _:
                raise ValueError(op)

    def _part(self, fd: int) -> None:
        grader = self._graders.pop(fd)
        self._poll.unregister(fd)
        grader.close()
        if self._door is not None and grader.served:
            self._door.used()
        self._leaving.append(grader)

    def _reap_ended(self) -> None:
        for grader in (*self._graders.values(), *self._leaving):
            grader.reap_ended()
        self._leaving = [grader for grader in self._leaving if grader.ending]
