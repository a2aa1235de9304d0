"""What a grade could leave behind on this machine, as the kernel lists it."""

import contextlib
import ctypes
import decimal
import locale
import os
import resource
import select
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tfmdrill.grading import Grader
from tfmdrill.runner.child_process import KILL_S
from tfmdrill.runner.process import MAIN

MARK = "tfmdrill-was-here"  # in the name of every file that an attack tries to make
PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
NOBODY = 65534
IPC = ("shm", "sem", "msg")
LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
SIGNALS = sorted(signal.valid_signals())


@dataclass(frozen=True)
class Remains:
    """Equal before and after, if nothing was left."""

    children: frozenset[int]  # of the zygotes
    orphans: frozenset[int]  # processes that came from a zygote and lost their parent
    descriptors: tuple[str, ...]  # of this process, by kind
    zygotes: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]
    files: frozenset[str]
    ipc: tuple[str, ...]
    settings: tuple[object, ...]


def remains(grader: Grader, folders: tuple[Path, ...]) -> Remains:
    """folders: where else than in the usual places files would have been left."""
    zygotes = sorted(_zygotes(grader))
    tree = _processes()
    return Remains(
        children=frozenset(
            pid for pid, (parent, _) in tree.items() if parent in zygotes and not _ends(pid)
        ),
        orphans=frozenset(_adopted(tree, zygotes)),
        descriptors=_descriptors(os.getpid()),
        zygotes=tuple((pid, _descriptors(pid), _process_settings(pid)) for pid in zygotes),
        files=frozenset(_files(folders)),
        ipc=tuple(line for kind in IPC for line in _made_by_nobody(kind)),
        settings=_own_settings(),
    )


def _ends(pid: int) -> bool:
    """Whether a process has ended, or does within the time that the kernel may take to kill it."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], KILL_S)[0])
    finally:
        os.close(descriptor)


def _zygotes(grader: Grader) -> Iterator[int]:
    for wall in grader._walls.values():
        if wall._zygote is not None:
            yield wall._zygote.hello().pid


def _processes() -> dict[int, tuple[int, str]]:
    """(parent, command line) by pid."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            stat = (entry / "stat").read_text("utf-8", "replace")
            command = (
                (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            )
            found[int(entry.name)] = int(stat.rpartition(")")[2].split()[1]), command
    return found


def _adopted(tree: dict[int, tuple[int, str]], zygotes: list[int]) -> Iterator[int]:
    """What came from a zygote and lost its parent: the kernel makes it a child of this process.

    Only what lies below this process counts, whatever else runs on the machine.
    """
    for pid, (parent, command) in tree.items():
        if parent == os.getpid() and str(MAIN) in command and pid not in zygotes:
            yield pid


def _made_by_nobody(kind: str) -> Iterator[str]:
    """The lines of what the unprivileged user has made; other users make some here as well."""
    head, *lines = _read(f"/proc/sysvipc/{kind}").splitlines()
    creator = head.split().index("cuid")
    for line in lines:
        if int(line.split()[creator]) == NOBODY:
            yield line


def adopt_orphans() -> None:
    """Make this process the parent of every process below it whose own parent ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def _descriptors(pid: int) -> tuple[str, ...]:
    kinds = []
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            kinds.append(str(fd.readlink()).partition(":")[0])
    return tuple(sorted(kinds))


def _process_settings(pid: int) -> tuple[str, ...]:
    kept = (
        "State",
        "Uid",
        "Gid",
        "Groups",
        "Threads",
        "Sig",
        "Cap",
        "NoNewPrivs",
        "Seccomp",
        "Cpus",
    )
    status = [x for x in _read(f"/proc/{pid}/status").splitlines() if x.startswith(kept)]
    status = [x for x in status if not x.startswith(("SigQ", "SigPnd", "State", "Seccomp_f"))]
    link = str(Path(f"/proc/{pid}/cwd").readlink())
    nice = os.getpriority(os.PRIO_PROCESS, pid)
    affinity = str(sorted(os.sched_getaffinity(pid)))
    return (*status, _read(f"/proc/{pid}/limits"), link, str(nice), affinity)


def _files(folders: tuple[Path, ...]) -> Iterator[str]:
    usual = ("/", "/tmp", "/dev/shm", "/var/tmp", "/run", "/dev/mqueue", tempfile.gettempdir())
    for folder in {*map(Path, usual), Path.home(), Path.cwd(), *map(Path, sys.path), *folders}:
        with contextlib.suppress(OSError):
            yield from (str(path) for path in folder.glob(f"{MARK}*"))


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "replace")
    except OSError:
        return ""


def _own_settings() -> tuple[object, ...]:
    umask = os.umask(0o022)
    os.umask(umask)
    return (
        umask,
        Path.cwd(),
        {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        [resource.getrlimit(which) for which in LIMITS],
        [signal.getsignal(number) for number in SIGNALS],
        tuple(sys.path),
        sys.getrecursionlimit(),
        str(decimal.getcontext()),
        locale.setlocale(locale.LC_ALL),
        str(np.geterr()),
        os.getpriority(os.PRIO_PROCESS, 0),
        "tfmdrill" in sys.modules,
    )
