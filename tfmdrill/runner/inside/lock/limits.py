"""Resource limits: what the kernel stops by itself, whatever the grader's clock does."""

import contextlib
import math
import resource
import sys
from pathlib import Path

from .policy import Policy
from .syscalls import prctl

_PR_SET_DUMPABLE = 4


def apply(policy: Policy) -> None:
    """Limit this process: memory, CPU, files that grow, descriptors, core dumps.

    No limit on processes: it counts all of a uid's, isn't enforced for root, and stops threads.
    Raises: OSError or ValueError where the system refuses.
    """
    cpu_s = math.ceil(policy.cpu_s)
    _lower(resource.RLIMIT_CPU, cpu_s)
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NOFILE, policy.open_files)
    _die_first()
    if sys.platform == "linux":  # macOS doesn't enforce it
        _lower(resource.RLIMIT_AS, address_space() + policy.memory_bytes)
        # A handler named in core_pattern gets its dump whatever the limit; not of these processes.
        prctl(_PR_SET_DUMPABLE, 0)


def address_space() -> int:
    """The bytes of this process's address space now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def _die_first() -> None:
    """If the machine runs out of memory, the kernel is to end this process, not its zygote."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _lower(which: int, wanted: int) -> None:
    """Set both the soft and the hard limit, to no more than the hard limit is now."""
    _, hard = resource.getrlimit(which)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(which, (limit, limit))
