"""An installed tfmdrill has all that the checkout has, and works without it."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
DATA = ("problems", "graders", "templates")


def shipped(folder: Path) -> set[str]:
    """The files below a folder of the checkout, as paths from it."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and not str(path).endswith(".pyc") and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_exactly_the_folders_of_the_checkout(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for folder in DATA:
        prefix = f"tfmdrill/{folder}/"
        inside = {name.removeprefix(prefix) for name in names if name.startswith(prefix)}
        assert inside == shipped(CHECKOUT / folder)


def test_the_wheel_holds_every_module(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = {f"tfmdrill/{name}" for name in shipped(CHECKOUT / "tfmdrill")}
    assert modules <= names


def test_nothing_lands_at_the_top_of_site_packages_but_the_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tfmdrill"}


@pytest.mark.slow
def test_an_installed_wheel_lists_writes_stubs_and_grades(wheel: Path, tmp_path: Path) -> None:
    """In a fresh environment outside the checkout; the libraries come from this one's."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    python = tmp_path / "env/bin/python"
    purelib = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet",
         "--no-compile", "--no-deps", "--no-index", str(wheel)],
        check=True,
    )  # fmt: skip
    libraries = [p for p in sys.path if p.endswith("site-packages")]
    Path(purelib, "libraries.pth").write_text("\n".join(libraries) + "\n")
    work = tmp_path / "work"
    work.mkdir()
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "COLUMNS": "100"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [tmp_path / "env/bin/tfmdrill", *words],
            cwd=work, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip

    where = subprocess.run(
        [python, "-c", "import tfmdrill; print(tfmdrill.__file__)"],
        cwd=work, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert where.startswith(str(tmp_path))
    assert "attention-masks" in run("list").stdout
    assert run("new", "attention-masks", "--framework", "numpy").returncode == 0
    assert run("grade").returncode == 1
    demo = run("demo", "--framework", "numpy")
    assert (demo.returncode, demo.stderr) == (0, "")
    assert not list(Path(purelib, "tfmdrill/graders").rglob("*.pyc"))
