"""What a child is locked down to: the layers, the policy, and the error when a layer fails."""

from dataclasses import dataclass
from enum import StrEnum


class Layer(StrEnum):
    """One thing that the kernel does for the wall; each is there, or absent with a reason."""

    NEW_UID = "new uid"  # started as root: the child becomes nobody
    RLIMITS = "rlimits"
    NO_NEW_PRIVS = "no-new-privs"
    LANDLOCK = "landlock"  # reads only what is listed, writes nothing
    SECCOMP = "seccomp"  # no processes, sockets, signals to others, kernel doors
    NAMESPACES = "namespaces"  # its own processes, network and IPC
    PARENT_DEATH = "parent-death"  # the child dies with the zygote


@dataclass(frozen=True, slots=True)
class Policy:
    """What one child may use, and which layers must hold before the user's code runs."""

    readable: tuple[str, ...]  # folders (with all below them) and files, links resolved
    memory_bytes: int  # address space on top of what the process has when it is locked
    cpu_s: float  # CPU seconds of the whole child, a backstop behind the grader's clock
    open_files: int
    layers: frozenset[str]  # those that the probe found: each of them must succeed


class LockFailed(Exception):
    """A layer that the probe found present failed in a child: its user code must not run."""

    def __init__(self, layer: str, detail: str) -> None:
        super().__init__(f"{layer}: {detail}")
        self.layer = layer
        self.detail = detail
