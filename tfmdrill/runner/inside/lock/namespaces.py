"""A fork into namespaces of its own: the child sees no other process, network or IPC object."""

import ctypes
import os
import signal

from .syscalls import call

_NEW_IPC = 0x08000000
_NEW_USER = 0x10000000
_NEW_PID = 0x20000000
_NEW_NET = 0x40000000


def clone() -> int:
    """What `os.fork` gives, the child being in new pid, network and IPC namespaces.

    One call instead of `unshare` and a second fork: a fork of a process with torch takes
    milliseconds. An ordinary user gets a user namespace too, which is what allows the others; it
    has no uid map, since the child needs none to read its files. Raises: OSError, in the parent.
    """
    flags = _NEW_PID | _NEW_NET | _NEW_IPC | signal.SIGCHLD
    if os.geteuid() != 0:
        flags |= _NEW_USER
    python = ctypes.pythonapi
    python.PyOS_BeforeFork()
    try:
        pid = call("clone", flags, 0, 0, 0, 0)
    except OSError:
        python.PyOS_AfterFork_Parent()
        raise
    if pid == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return pid
