"""What this machine is and what it really stops: the finding of `doctor`."""

import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from tfmdrill import __version__
from tfmdrill.catalogue.resources import resource_folder
from tfmdrill.model.machine import Attempt, Library, Machine
from tfmdrill.model.problem import Framework
from tfmdrill.model.source import Source
from tfmdrill.practice.server import find_kept

if TYPE_CHECKING:
    from tfmdrill.runner import Submission

LIBRARIES = ("numpy", "torch", "einops", "jaxtyping", "scipy", "regex")
# Each function of attempts.py, in the words of the report.
ATTEMPTS = {
    "open_socket": "open a network socket",
    "start_program": "start another program",
    "start_process": "split off another process",
    "write_file": "write a file",
    "list_folder": "look into the model answers",
    "read_environment": "read the grader's environment",
    "signal_grader": "send the grader a signal",
    "take_memory": "take 64 GiB of memory",
}
# What a machine without the thing tried raises; that says nothing of the lock.
NOT_THERE = ("FileNotFoundError", "ModuleNotFoundError", "AttributeError")


def examine_machine() -> Machine:
    """Versions, the layers of isolation in force, and what a locked submission could still do."""
    from tfmdrill.runner import Wall

    graders = resource_folder("graders")
    source = Source("attempts.py", Path(__file__).with_name("attempts.py").read_bytes())
    with Wall(Framework.TEXT, deny=(graders, resource_folder("problems"))) as wall:
        wall.start()
        isolation = wall.isolation
        submission = wall.submit(source)
        try:
            submission.load()
            attempts = tuple(_tried(submission, name, graders) for name in ATTEMPTS)
        finally:
            submission.close()
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


def _tried(submission: "Submission", name: str, graders: Path) -> Attempt:
    from tfmdrill.runner import Died, Raised

    given = {"list_folder": (str(graders),), "read_environment": (os.getpid(),)}
    given["signal_grader"] = (os.getpid(),)
    reply = submission.call(name, given.get(name, ()), {})
    if isinstance(reply, Died):
        return Attempt(ATTEMPTS[name], True, reply.message)
    if isinstance(reply, Raised):
        says = f"{reply.info.type}: {reply.info.message}" if reply.info.message else reply.info.type
        return Attempt(ATTEMPTS[name], None if reply.info.type in NOT_THERE else True, says)
    return Attempt(ATTEMPTS[name], False)
