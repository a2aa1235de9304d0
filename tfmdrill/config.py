"""Every limit and every environment variable that tfmdrill knows, in one place."""

import os
import site
from dataclasses import dataclass, replace
from pathlib import Path

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class Limits:
    """What one submission may use. Times count the child's CPU unless they say wall.

    The CPU limit of a call is max(call_cpu_s, model_factor x the model answer's own time), so a
    slow machine never times out right code; wall-clock limits only catch sleepers.
    """

    call_cpu_s: float = 2.0
    model_factor: float = 50.0
    load_cpu_s: float = 10.0  # running the file's top level, imports included
    call_wall_s: float = 20.0
    submission_wall_s: float = 120.0
    memory_bytes: int = 2048 * MIB  # address space on top of what the imports took
    output_bytes: int = 1 * MIB  # what the user may print in a submission
    shown_output_bytes: int = 4 * KIB  # how much of it is shown
    header_bytes: int = 1 * MIB  # one frame's JSON header
    payload_bytes: int = 64 * MIB  # one frame's raw buffers
    value_nodes: int = 100_000  # values in one frame, nested ones counted
    value_depth: int = 32
    source_bytes: int = 2 * MIB  # a user's file, or the code cells of a notebook together
    notebook_bytes: int = 32 * MIB  # a notebook as saved, the pictures in its outputs included
    callbacks: int = 10_000  # callbacks in one call
    restarts: int = 3  # fresh children after a timeout, a memory death or an exit
    open_files: int = 64

    def scaled(self, factor: float) -> "Limits":
        """The same limits with every time multiplied, for `--limit-scale`."""
        return replace(
            self,
            call_cpu_s=self.call_cpu_s * factor,
            load_cpu_s=self.load_cpu_s * factor,
            call_wall_s=self.call_wall_s * factor,
            submission_wall_s=self.submission_wall_s * factor,
        )


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What a download of submissions may hold; what lies beyond is listed, not read."""

    files: int = 50_000  # a class of 1,000 with 20 files each, twice over
    folder_depth: int = 20
    nested: int = 1  # a student's zip in the zip of the LMS
    nested_bytes: int = 256 * MIB  # such a zip, packed
    nested_files: int = 2_000  # in such a zip, or a student's folder: a project, no environment
    nested_total_bytes: int = 128 * MIB  # of code that such a zip unpacks to
    listing_bytes: int = 16 * MIB  # a zip's own list of what is in it
    total_bytes: int = 4096 * MIB  # all that is unpacked of the LMS's zip


# For so long after the last `grade` a process that holds torch ready stays (280 MB with torch,
# 30 MB with NumPy): about the longest that someone works on an answer without grading it.
SERVER_IDLE_S = 15 * 60.0


def extra_packs() -> tuple[Path, ...]:
    """The folders named by TFMDRILL_PACKS, separated as in PATH."""
    value = os.environ.get("TFMDRILL_PACKS", "")
    return tuple(Path(part) for part in value.split(os.pathsep) if part)


def python_path() -> tuple[Path, ...]:
    """The folders of PYTHONPATH that exist and are absolute: part of the user's environment."""
    parts = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return tuple(p for p in map(Path, parts) if p.is_absolute() and p.is_dir())


def worker_environment() -> dict[str, str]:
    """Our own environment for a worker of a course, with one thread of linear algebra each: the
    arrays of a grade are small, and the cores are the other workers'."""
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return dict(os.environ) | dict.fromkeys(threads, "1")


def python_folders() -> list[str]:
    """What a process started without this environment needs on its `sys.path` besides: the folders
    of PYTHONPATH and the user's own packages."""
    folders = [str(path) for path in python_path()]
    if site.ENABLE_USER_SITE:
        folders.append(site.getusersitepackages())
    return folders


def server_wanted() -> bool:
    """False where TFMDRILL_NO_SERVER is set to anything: nothing is kept for the next `grade`."""
    return not os.environ.get("TFMDRILL_NO_SERVER")


def color_wanted() -> bool:
    """False where NO_COLOR is set to anything (https://no-color.org)."""
    return not os.environ.get("NO_COLOR")


def capable_terminal() -> bool:
    """False where TERM says that the terminal can't move its cursor, or nothing."""
    return os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def light_terminal() -> bool:
    """Whether COLORFGBG, which some terminals set to "text;background", names a light ground."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return background in ("7", "15")


def own_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
