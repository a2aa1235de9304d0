"""What a score depends on besides the file: the problem and the engine, each as a hash."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from tfmdrill import __version__
from tfmdrill.model.problem import Problem

# What decides a verdict; how it is shown, and what a course makes of it, doesn't.
JUDGING = ("catalogue", "grading", "model", "runner", "config.py")
LEFT_OUT = ("__pycache__", ".DS_Store")


def problem_hash(problem: Problem) -> str:
    """The hash of every file of both halves of a problem, names included, as 64 hex digits."""
    return _hash_of((problem.public_dir, problem.grader_dir))


def engine_id() -> str:
    """The version, and the hash of the code that judges: "0.1.0+5d1f0c2a9be34c71"."""
    package = Path(__file__).parent.parent
    return f"{__version__}+{_hash_of(package / name for name in JUDGING)[:16]}"


def _hash_of(places: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for place in places:
        files = [place] if place.is_file() else sorted(p for p in place.rglob("*") if p.is_file())
        for path in files:
            inner = path.relative_to(place)
            if any(part in LEFT_OUT or part.endswith(".pyc") for part in inner.parts):
                continue
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{place.name}/{inner.as_posix()}\0{content}\n".encode())
    return total.hexdigest()
