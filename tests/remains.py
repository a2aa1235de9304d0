"""What a grade could leave behind on this machine, as the kernel lists it."""

import contextlib
import decimal
import locale
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tfmdrill.grading import Grader
from tfmdrill.runner.process import MAIN

MARK = "tfmdrill-was-here"  # in the name of every file that an attack tries to make
IPC = ("shm", "sem", "msg")
LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
SIGNALS = sorted(signal.valid_signals())


@dataclass(frozen=True)
class Remains:
    """Equal before and after, if nothing was left."""

    children: frozenset[int]  # of the zygotes
    orphans: frozenset[int]  # processes that came from a zygote and have no grader above them
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
        children=frozenset(pid for pid, (parent, _) in tree.items() if parent in zygotes),
        orphans=frozenset(_orphans(tree)),
        descriptors=_descriptors(os.getpid()),
        zygotes=tuple((pid, _descriptors(pid), _process_settings(pid)) for pid in zygotes),
        files=frozenset(_files(folders)),
        ipc=tuple(_read(f"/proc/sysvipc/{kind}") for kind in IPC),
        settings=_own_settings(),
    )


def _zygotes(grader: Grader) -> Iterator[int]:
    for wall in grader._walls.values():
        if wall._zygote is not None:
            yield wall._zygote.pid


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


def _orphans(tree: dict[int, tuple[int, str]]) -> Iterator[int]:
    """A zygote's parent runs Python, a child's parent is a zygote; whoever lost theirs is adopted."""
    for pid, (parent, command) in tree.items():
        above = tree.get(parent, (0, ""))[1]
        if str(MAIN) in command and not any(word in above for word in ("python", "pytest")):
            yield pid


def _descriptors(pid: int) -> tuple[str, ...]:
    kinds = []
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            kinds.append(os.readlink(fd).partition(":")[0])
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
    link = os.readlink(f"/proc/{pid}/cwd")
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
