"""Which paths a child may read: Python's, and never one that is denied.

The oracle is a walk of the folder: a file is readable iff it lies at or below an allowed path, with
links resolved, which is how Landlock decides.
"""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from tfmdrill.runner.inside.lock import identity, readable_paths


def tree(root: Path, *files: str) -> None:
    for name in files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)


def readable_below(root: Path, allowed: Iterable[str]) -> set[str]:
    """The files below `root` that lie at or below an allowed path."""
    paths = {Path(path) for path in allowed}
    return {
        str(file.relative_to(root))
        for file in root.rglob("*")
        if file.is_file() and not paths.isdisjoint((file.resolve(), *file.resolve().parents))
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path.resolve()


def test_a_denied_folder_is_cut_out_of_the_allowed_one_above_it(root: Path) -> None:
    site = "lib/python3/site-packages"
    tree(
        root,
        f"{site}/einops/core.py",
        f"{site}/single.py",
        f"{site}/drill/hidden/answer.py",
        f"{site}/drill/open/text.py",
        f"{site}/drill/other.py",
        "lib/libx.so",
        "pyvenv.cfg",
        "homework.py",
    )
    allowed = readable_paths([str(root / site)], [str(root)], [str(root / site / "drill/hidden")])
    assert readable_below(root, allowed) == {
        f"{site}/einops/core.py",
        f"{site}/single.py",
        f"{site}/drill/open/text.py",
        f"{site}/drill/other.py",
        "lib/libx.so",
        "pyvenv.cfg",
    }


def test_links_are_resolved_on_both_sides(root: Path) -> None:
    tree(root, "pack/answer.py", "path/module.py", "elsewhere/data.py")
    (root / "path/pack").symlink_to(root / "pack")  # an editable install
    (root / "path/all").symlink_to(root)
    (root / "denied").symlink_to(root / "pack")
    (root / "short").symlink_to(root / "path")
    allowed = readable_paths([str(root / "short")], [], [str(root / "denied")])
    assert readable_below(root, allowed) == {"path/module.py"}
    # the denied folder lies below the allowed one only by the link that Landlock doesn't follow
    allowed = readable_paths([str(root)], [], [str(root / "denied"), str(root / "path")])
    assert readable_below(root, allowed) == {"elsewhere/data.py"}


def test_a_denied_path_on_the_path_itself_is_left_out(root: Path) -> None:
    tree(root, "pack/answer.py", "pack/lib/helper.py", "lib/module.py")
    path = [str(root / "pack"), str(root / "pack/lib"), str(root / "lib"), "", str(root / "none")]
    allowed = readable_paths(path, [], [str(root / "pack")])
    assert readable_below(root, allowed) == {"lib/module.py"}
    assert not any(str(root / "none") in path for path in allowed)


@pytest.mark.parametrize("environment", [".venv", "."])
def test_an_environment_in_the_folder_of_the_exercises_stays_usable(
    root: Path, environment: str
) -> None:
    """`python -m venv .venv`, and `python -m venv .`, in the folder that holds the submission."""
    prefix = root / environment
    site = prefix / "lib/python3/site-packages"
    tree(root, "rope.py", "others/anna.py", "notes.txt")
    tree(site, "einops.py", "tfmdrill/answer.py")
    tree(prefix, "pyvenv.cfg")
    allowed = readable_paths([str(site)], [str(prefix)], [str(root), str(site / "tfmdrill")])
    inside = (prefix / "pyvenv.cfg", site / "einops.py")
    assert readable_below(root, allowed) == {str(p.relative_to(root)) for p in inside}


def test_no_allowed_path_lies_below_another_and_none_is_a_process(root: Path) -> None:
    tree(root, "a/b/c.py")
    allowed = readable_paths([str(root / "a"), str(root / "a/b")], ["/usr"], [])
    paths = [Path(path) for path in allowed]
    assert str(root / "a") in allowed
    assert all(set(paths).isdisjoint(path.parents) for path in paths)
    assert not {"/", "/proc", "/etc", "/usr", "/dev", "/sys", "/tmp", "/home"} & set(allowed)
    assert not any(path.startswith("/proc/self") or path[6:7].isdigit() for path in allowed)


def test_a_folder_that_only_its_owner_may_enter_is_closed_to_others(root: Path) -> None:
    public = Path("/usr/lib")
    assert not identity.closed_to_others([str(public), "/dev/null", "/nowhere/at/all"])
    tree(root, "home/python/module.py")
    (root / "home").chmod(0o700)
    assert identity.closed_to_others([str(public), str(root / "home/python")])
    private = root / "private.txt"
    private.write_text("x")
    private.chmod(0o600)
    assert identity.closed_to_others([os.fspath(private)])
