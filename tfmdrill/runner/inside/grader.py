"""One grader as its zygote sees it: the lock that it asked for, and the children it was given."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import child, framing, lock, warming, wire

STALLED_S = 5.0  # a frame is written at once; who stops in the middle of one is not waited for


class Grader:
    """A connection to one grader. It opens with the policy for its children, then forks them."""

    def __init__(self, channel: socket.socket) -> None:
        channel.settimeout(STALLED_S)
        self.channel = channel
        self._setup: child.Setup | None = None
        self._children: set[int] = set()
        self._ending: set[int] = set()  # killed, not reaped yet
        self.served = False  # more than a child in advance, which nobody needed in the end

    @property
    def ending(self) -> bool:
        """Whether children that were killed are still to be reaped."""
        return bool(self._ending)

    def open(self, value: Mapping[str, Any], framework: str, probed: Mapping[str, str]) -> None:
        """Take this grader's limits, and the folders that its children may not read."""
        package = Path(__file__).resolve().parents[2]
        prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
        deny = [str(package), *value["deny"]]
        policy = lock.Policy(
            readable=lock.readable_paths(sys.path, sorted(prefixes), deny),
            memory_bytes=value["memory_bytes"],
            cpu_s=value["cpu_s"],
            open_files=value["open_files"],
            layers=frozenset(layer for layer, why in probed.items() if not why),
        )
        self._setup = child.Setup(framework, policy, wire.Caps(*value["caps"]))

    def fork(self, value: Mapping[str, Any], fds: list[int], *, single_use: bool) -> None:
        """A locked child on the three descriptors, or with `single_use` this process itself.

        Never returns in the child. Raises: OSError where the grader is gone.
        """
        self.served |= not value["rehearsed"]
        setup = self._setup
        if setup is None or len(fds) != 3:
            _close(fds)
            framing.send_with_fds(self.channel, "refused", "not opened, or not three descriptors")
            return
        if value["lazy_torch"]:
            warming.import_lazy_torch()
        setup = setup.suited(value["memory_bytes"], rehearsed=value["rehearsed"])
        if single_use:
            framing.send_with_fds(self.channel, "forked", os.getpid())
            child.run(setup, *fds)
        try:
            pid = lock.fork(setup.policy)
        except (lock.LockFailed, OSError) as error:
            _close(fds)
            framing.send_with_fds(self.channel, "refused", str(error))
            return
        if pid == 0:
            child.run(setup, *fds)
        self._children.add(pid)
        _close(fds)
        framing.send_with_fds(self.channel, "forked", pid)

    def reap(self, pid: int) -> None:
        """Tell the wait status of a child of this grader, or None where it hasn't ended."""
        status = None
        self.served = True
        if pid in self._children:
            reaped, found = os.waitpid(pid, os.WNOHANG)
            if reaped:
                self._children.discard(pid)
                status = found
        framing.send_with_fds(self.channel, "reaped", status)

    def end(self, pid: int) -> None:
        """Kill a child of this grader, which doesn't want to know how it ended."""
        self.served = True
        if pid in self._children:
            self._kill(pid)

    def reap_ended(self) -> None:
        """Reap the killed children that have ended by now."""
        self._ending = {pid for pid in self._ending if not os.waitpid(pid, os.WNOHANG)[0]}

    def close(self) -> None:
        """Kill every child and close the connection."""
        for pid in list(self._children):
            self._kill(pid)
        with contextlib.suppress(OSError):
            self.channel.close()

    def _kill(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)  # an unreaped child keeps its pid
        self._children.discard(pid)
        self._ending.add(pid)


def _close(fds: list[int]) -> None:
    for fd in fds:
        os.close(fd)
