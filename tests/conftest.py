"""Fixtures that several test files use."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import TINY, Shell
from keeping import RIGHT
from walls import LIMITS

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.practice.server import stop_kept
from tfmdrill.runner import Wall

# Files that are graded, and the folders of a pack: no tests, though Python.
collect_ignore = ["variants", "conventions", "attacks", "packs"]

CHECKOUT = Path(__file__).parent.parent


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A shell in which nothing may happen that nobody foresaw, not even behind a closed window."""
    shell = Shell(tmp_path)
    yield shell
    assert shell.failures() == []


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime folder for this test; whatever is kept in it ends with the test."""
    folder = Path(tempfile.mkdtemp(prefix="tfd-"))  # short: a socket's path has 107 characters
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.delenv("TFMDRILL_NO_SERVER", raising=False)
    yield folder
    stop_kept()
    shutil.rmtree(folder, ignore_errors=True)  # what ends takes its socket along meanwhile


@pytest.fixture
def keeping(shell: Shell, runtime: Path) -> Shell:
    """A shell whose commands may keep a zygote."""
    del shell.env["TFMDRILL_NO_SERVER"]
    shell.env["XDG_RUNTIME_DIR"] = str(runtime)
    shell.write("mine.py", RIGHT)
    return shell


@pytest.fixture
def double_it() -> Problem:
    """The problem of the fixture pack tests/packs/tiny."""
    return find_problem("double-it", active_packs([TINY]))


@pytest.fixture(scope="session")
def grader() -> Iterator[Grader]:
    """One grader, so that torch is imported once in a session."""
    packs = active_packs()
    deny = [folder for pack in packs for folder in (pack.problems_dir, pack.graders_dir)]
    with Grader(deny=deny) as shared:
        yield shared


@pytest.fixture(scope="session")
def problem() -> Callable[[str], Problem]:
    """Finds a built-in problem by its slug."""
    packs = active_packs()
    return lambda slug: find_problem(slug, packs)


@pytest.fixture(scope="session")
def numpy_wall() -> Iterator[Wall]:
    with Wall(Framework.NUMPY, limits=LIMITS) as wall:
        yield wall


@pytest.fixture(scope="session")
def torch_wall() -> Iterator[Wall]:
    with Wall(Framework.TORCH, limits=LIMITS) as wall:
        yield wall


@pytest.fixture(scope="session")
def text_wall() -> Iterator[Wall]:
    with Wall(Framework.TEXT, limits=LIMITS) as wall:
        yield wall


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that an ordinary user may read, which those of pytest are not."""
    folder = Path(tempfile.mkdtemp(prefix="tfmdrill-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy, so that the checkout stays as it is.

    Without isolation: the build must not need a network.
    """
    copy = tmp_path_factory.mktemp("copy") / "tfmdrill"
    leave = shutil.ignore_patterns(".*", "build", "dist", "tests", "*.egg-info", "__pycache__")
    shutil.copytree(CHECKOUT, copy, ignore=leave)
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--wheel-dir", str(out), str(copy)],
        check=True,
    )  # fmt: skip
    (path,) = out.glob("tfmdrill-*.whl")
    return path
