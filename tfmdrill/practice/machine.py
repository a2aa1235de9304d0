"""What this machine is and what it really stops: the finding of `doctor`."""

import os
import platform
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from tfmdrill import __version__
from tfmdrill.catalogue.resources import resource_folder
from tfmdrill.config import Limits
from tfmdrill.model.machine import Attempt, Library, Machine
from tfmdrill.model.problem import Framework
from tfmdrill.model.source import Source
from tfmdrill.practice.server import find_kept

if TYPE_CHECKING:
    from tfmdrill.model.report import ExceptionInfo
    from tfmdrill.runner import Wall

LIBRARIES = ("numpy", "torch", "einops", "jaxtyping", "scipy", "regex")
# Each function of attempts.py, in the words of the report.
ATTEMPTS = {
    "open_socket": "open a network socket",
    "open_local_socket": "open a socket to another process",
    "start_program": "start another program",
    "start_process": "split off another process",
    "write_file": "write a file",
    "read_model_answer": "read a model answer",
    "list_home": "look into your home folder",
    "read_environment": "read the grader's environment",
    "signal_grader": "send the grader a signal",
    "trace_grader": "trace the grader, as a debugger does",
    "work_past_the_filter": "have the kernel work past the filter of system calls",
    "raise_limits": "raise its own limits",
    "take_memory": "take 64 GiB of memory",
    "loop": "compute without end",
    "wait": "wait without end",
    "print_on": "print without end",
    "forge_answer": "write an answer of its own to the grader",
    "leave": "end its process with exit code 0",
    "crash": "crash its process",
    "read_libraries": "read Python's libraries",
    "name_packages": "see which packages are installed",
    "start_thread": "start a thread",
}
# What isn't meant to be stopped, and why.
ALLOWED = {
    "read_libraries": "a submission imports them",
    "name_packages": "imports look for them by name",
    "start_thread": "libraries start them, and they end with the submission",
}
# Deadlines that cost a person who waits for `doctor` little.
LIMITS = Limits(call_cpu_s=0.3, call_wall_s=1.5)
REFUSALS = {"[Errno 1]": "seccomp", "[Errno 13]": "landlock", "MemoryError": "rlimits"}
# What a machine without the thing tried raises; that says nothing of the lock.
NOT_THERE = ("FileNotFoundError", "ModuleNotFoundError", "AttributeError")


def examine_machine() -> Machine:
    """Versions, the layers of isolation in force, and what a locked submission could still do."""
    from tfmdrill.runner import Wall

    graders = resource_folder("graders")
    given = {
        "read_model_answer": (str(min(graders.glob("*/reference.py"))),),
        "list_home": (str(Path.home()),),
        "read_environment": (os.getpid(),),
        "signal_grader": (os.getpid(),),
        "trace_grader": (os.getpid(),),
    }
    deny = (graders, resource_folder("problems"))
    with Wall(Framework.TEXT, limits=LIMITS, deny=deny) as wall:
        isolation = wall.isolation
        attempts = tuple(
            _tried(wall, name, given.get(name, ()), isolation.layers) for name in ATTEMPTS
        )
    return Machine(
        tfmdrill=__version__,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        cores=os.cpu_count() or 1,
        libraries=tuple(map(library, LIBRARIES)),
        isolation=isolation,
        attempts=attempts,
        kept=find_kept(),
    )


def library(name: str) -> Library:
    """The installed version, read without importing it, or the command that installs it."""
    try:
        return Library(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Library(name, None, f"{sys.executable} -m pip install {name}")


def _tried(wall: "Wall", name: str, given: tuple[object, ...], layers: Sequence[str]) -> Attempt:
    """One attempt, in a child of its own: some of them end it."""
    from tfmdrill.runner import Died, Raised, Returned

    source = Source("attempts.py", Path(__file__).with_name("attempts.py").read_bytes())
    with wall.submit(source) as submission:
        submission.load()
        reply = submission.call(name, given, {})
        if isinstance(reply, Returned):  # what it left behind shows at the next request
            reply = submission.call("name_packages", (), {})
    what = ATTEMPTS[name]
    if isinstance(reply, Died):
        return Attempt(what, True, reply.message, "the grader")
    if isinstance(reply, Raised):
        info = reply.info
        says = f"{info.type}: {info.message}" if info.message else info.type
        return Attempt(what, None if info.type in NOT_THERE else True, says, _layer(info, layers))
    return Attempt(what, False, ALLOWED.get(name, ""))


def _layer(info: "ExceptionInfo", layers: Sequence[str]) -> str:
    """What refused, by how it refuses: the filter with EPERM, Landlock with EACCES."""
    for sign, layer in REFUSALS.items():
        if sign in f"{info.type}: {info.message}":
            return layer if layer in layers else "the system"
    return ""
