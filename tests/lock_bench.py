"""The bench that the tests of the lock share: a zygote run as root or as an ordinary user.

The zygote is `lock_zygote.py`; a test orders pieces of code from it and gets each one's result.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tfmdrill.runner.inside.lock import identity, readable_paths

HERE = Path(__file__).parent
LOCK = HERE.parent / "tfmdrill/runner/inside/lock"
ZYGOTE = (HERE / "lock_zygote.py").read_text()
STRANGER = 54321  # a uid that owns nothing
AS_ROOT = os.geteuid() == 0
IDENTITIES = ("root", "ordinary") if AS_ROOT else ("ordinary",)
REFUSED = ("PermissionError 1", "PermissionError 13")

# Names that pieces use: a bare system call, and the folder.
BEFORE = """
import os
place = {place!r}
def system(name, *arguments):
    from inside.lock import syscalls
    return syscalls.call(name, *arguments)
writer = os.pipe()[1]
"""


@dataclass(frozen=True)
class Order:
    """What the zygote is asked to do, and as whom."""

    who: str
    pieces: dict[str, str] = field(default_factory=dict)
    layers: list[str] | None = None  # None: all that the probe finds
    memory_mib: int = 512
    cpu_s: float = 30.0
    before_probe: str = ""
    before_fork: str = ""
    before_lock: str = ""
    readable: tuple[str, ...] = ()  # beside Python's


@dataclass(frozen=True)
class Answer:
    probe: dict[str, str]
    tier: str
    results: dict[str, str]
    failed: str = ""  # the layer that did
    killed_by: int = 0

    def need(self, *layers: str) -> "Answer":
        """Skip where this machine lacks a layer, with the reason that the probe gave."""
        for layer in layers or self.probe:
            if self.probe[layer]:
                pytest.skip(f"{layer}: {self.probe[layer]}")
        return self

    def not_refused(self) -> dict[str, str]:
        return {name: said for name, said in self.results.items() if said not in REFUSED}


@contextmanager
def public_place() -> Iterator[Path]:
    """A folder that every uid can reach, with a copy of the code: a checkout may be private."""
    folder = Path(tempfile.mkdtemp())
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(LOCK, folder / "inside/lock", ignore=ignored)
    (folder / "inside/__init__.py").touch()
    (folder / "denied").mkdir()
    (folder / "denied/secret.txt").write_text("secret")
    yield folder
    shutil.rmtree(folder)


def fill(place: Path) -> None:
    """The allowed folder as new, all of it writable by whoever the child is."""
    allowed = place / "allowed"
    shutil.rmtree(allowed, ignore_errors=True)
    allowed.mkdir()
    for name in ("fair.txt", "spare.txt", "a.txt", "own"):
        (allowed / name).write_text("fair")
    (allowed / "link.txt").symlink_to(place / "denied/secret.txt")
    for path in (place, *place.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o777 if path.is_dir() else 0o666)


def python_for(who: str) -> str:
    """An interpreter that this identity may run."""
    closed = identity.closed_to_others([sys.prefix, sys.base_prefix, sys.executable])
    if who == "root" or not AS_ROOT or not closed:
        return sys.executable
    found = shutil.which("python3", path="/usr/local/bin:/usr/bin")
    if found is None:
        pytest.skip("this Python is root's alone, and there is no other for an ordinary user")
    return found


def as_user(who: str) -> dict[str, Any]:
    """The arguments of `subprocess` that start a program as this identity."""
    if AS_ROOT and who == "ordinary":
        return {"user": STRANGER, "group": STRANGER, "extra_groups": []}
    return {}


def run(place: Path, order: Order) -> Answer:
    """Have a zygote fork and lock a child that runs the pieces."""
    fill(place)
    python = python_for(order.who)
    if AS_ROOT and order.who == "ordinary":
        os.chown(place / "allowed/own", STRANGER, STRANGER)
    names = "import json, sys; print(json.dumps([sys.path[1:], sys.prefix, sys.base_prefix]))"
    said = subprocess.run([python, "-c", names], capture_output=True, text=True, check=True)
    sys_path, *prefixes = json.loads(said.stdout)
    sys_path += [str(place), *order.readable]
    sent = {
        "folder": str(place),
        "layers": order.layers,
        "readable": readable_paths(sys_path, prefixes, [str(place / "denied")]),
        "memory_bytes": order.memory_mib * 1024 * 1024,
        "cpu_s": order.cpu_s,
        "before_probe": BEFORE.format(place=str(place)) + order.before_probe,
        "before_fork": order.before_fork,
        "before_lock": order.before_lock,
        "pieces": order.pieces,
    }
    done = subprocess.run(
        [python, "-B", "-c", ZYGOTE],
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        cwd="/",
        **as_user(order.who),
    )
    assert done.returncode == 0, done.stderr
    return Answer(**json.loads(done.stdout))
