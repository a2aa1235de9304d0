"""The child's tie to the zygote: a session of its own, and death when the zygote dies."""

import os
import signal
from pathlib import Path

from .syscalls import prctl

_PR_SET_PDEATHSIG = 1


def own_session() -> None:
    """Leave the zygote's session and its terminal. Raises: OSError."""
    if os.getsid(0) != os.getpid():
        os.setsid()


def own_pid() -> int:
    """This process's pid as /proc counts; 0 where /proc can't be read."""
    return _pids()[0]


def parent_pid() -> int:
    """The parent's pid as /proc counts; 0 where /proc can't be read.

    `os.getppid` is no help in a pid namespace: the first process there has 0 for a parent.
    """
    return _pids()[1]


def die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent ends; end now if that isn't `parent`.

    A change of uid undoes it. `parent` is a pid as /proc counts, read while the parent was known
    to live. Raises: OSError.
    """
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent_pid() != parent:
        os._exit(1)  # the parent ended before the line above: nobody waits for this process


def _pids() -> tuple[int, int]:
    """(own, parent's) pid from /proc/self/stat: `pid (command, maybe with brackets) state ppid`."""
    try:
        text = Path("/proc/self/stat").read_text()
    except OSError:
        return 0, 0
    own, _, rest = text.partition(" ")
    return int(own), int(rest.rpartition(")")[2].split()[1])
