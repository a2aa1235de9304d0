"""What tests of the wall share: loading a file, asking it, and what the kernel says is left."""

import textwrap
from pathlib import Path

import numpy as np

from tfmdrill.config import Limits
from tfmdrill.model.source import Source
from tfmdrill.runner import (
    RemoteArray,
    Reply,
    Returned,
    Submission,
    Wall,
)

# Short deadlines, so that the tests of them take little; nothing right here comes near.
LIMITS = Limits(call_cpu_s=1.0, load_cpu_s=5.0, call_wall_s=4.0, memory_bytes=1024 * 2**20)
GOOD = "def f(x):\n    return x * 2\n"


def source(code: str, name: str = "rope.py") -> Source:
    return Source(name, textwrap.dedent(code).encode())


def loaded(wall: Wall, code: str) -> Submission:
    submission = wall.submit(source(code))
    reply = submission.load()
    assert isinstance(reply, Returned), reply
    return submission


def ask(wall: Wall, code: str, *args: object, **kwargs: object) -> Reply:
    """The reply to `f(*args, **kwargs)`."""
    with loaded(wall, code) as submission:
        return submission.call("f", args, kwargs)


def value(reply: Reply) -> object:
    assert isinstance(reply, Returned), reply
    return reply.value


def array(reply: Reply) -> RemoteArray:
    got = value(reply)
    assert isinstance(got, RemoteArray), got
    return got


def assert_works(wall: Wall) -> None:
    """The next submission isn't affected."""
    got = array(ask(wall, GOOD, np.array([1.0, 2.0])))
    assert got.values.tolist() == [2.0, 4.0]


def pids_of(wall: Wall) -> set[int]:
    """Every process below the wall's zygote, as the kernel lists them."""
    assert wall._zygote is not None
    found = {wall._zygote.hello().pid}
    for _ in range(4):
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(entry.read_text("utf-8").rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent in found:
                found.add(int(entry.parent.name))
    return found - {wall._zygote.hello().pid}
