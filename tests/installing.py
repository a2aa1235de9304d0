"""Environments with tfmdrill installed in them, for whoever is to run it there."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from lock_bench import python_for

CHECKOUT = Path(__file__).parent.parent
LEAVE = shutil.ignore_patterns(".*", "build", "dist", "tests", "*.egg-info", "__pycache__")


def environment(place: Path, who: str) -> tuple[Path, Path]:
    """(python, site-packages) of a fresh environment that finds this one's libraries."""
    created = f"import venv; venv.create({str(place / 'env')!r}, with_pip=False, symlinks=True)"
    subprocess.run([python_for(who), "-c", created], check=True)
    (site,) = (place / "env/lib").glob("python*/site-packages")
    libraries = [entry for entry in sys.path if entry.endswith("site-packages")]
    (site / "libraries.pth").write_text("\n".join(libraries) + "\n")
    return place / "env/bin/python", site


def from_a_wheel(site: Path, wheel: Path, place: Path) -> tuple[Path, Path, Path]:
    """(package, problems, graders) as the wheel's own folders below site-packages."""
    zipfile.ZipFile(wheel).extractall(site)
    package = site / "tfmdrill"
    return package, package / "problems", package / "graders"


def from_a_checkout(site: Path, wheel: Path, place: Path) -> tuple[Path, Path, Path]:
    """The same of an editable install of a copy of this checkout."""
    copy = place / "checkout"
    shutil.copytree(CHECKOUT, copy, ignore=LEAVE)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation",
         "--no-index", "--target", str(site), "--editable", str(copy)],
        check=True,
    )  # fmt: skip
    return copy / "tfmdrill", copy / "problems", copy / "graders"
