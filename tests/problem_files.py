"""Copies of the fixture pack with one thing changed, for tests of what must be refused."""

import shutil
from pathlib import Path

from command import TINY

from tfmdrill.model.problem import Pack


def changed_pack(folder: Path, name: str, old: str, new: str) -> Pack:
    """A copy of the tiny pack in which `old` became `new` in the file `name`."""
    shutil.copytree(TINY, folder / "tiny")
    path = folder / "tiny" / name
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} must occur once in {name}"
    path.write_text(text.replace(old, new))
    return Pack("tiny", folder / "tiny/problems", folder / "tiny/graders", ("double-it",))
