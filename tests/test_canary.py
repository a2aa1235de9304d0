"""A token hidden where a submission must not read can't be read by it, whatever way it tries.

It lies in the package, in the built-in and an external pack and in the folder of the submission;
tfmdrill is installed from a wheel or as an editable checkout; root or an ordinary user grades.
The oracle is the same file run without a wall: there every way leads to a token.
"""

import json
import os
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from canary import NAMES, WAYS
from command import TINY
from installing import environment, from_a_checkout, from_a_wheel
from lock_bench import IDENTITIES, as_user

HERE = Path(__file__).parent
TOKEN = "canary" + os.urandom(12).hex()
PROBLEM = "attention"


@dataclass(frozen=True)
class Installed:
    """An environment with tfmdrill in it, and canaries all over."""

    python: Path
    place: Path
    pack: Path
    hidden: tuple[Path, ...]  # files with the token in their content and in their names

    @property
    def work(self) -> Path:
        return self.place / "work"


def hide(folder: Path) -> list[Path]:
    """Canaries in a folder: text, a module, a module in a zip."""
    folder.mkdir(parents=True, exist_ok=True)
    text, code, packed = (folder / f"{TOKEN}{end}" for end in (".txt", ".py", ".zip"))
    text.write_text(TOKEN)
    code.write_text(f"token = {TOKEN!r}\n")
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("canary_zipped.py", f"token = {TOKEN!r}\n")
    return [text, code, packed]


@pytest.fixture(params=["wheel", "checkout"])
def installed(request: pytest.FixtureRequest, place: Path, wheel: Path, who: str) -> Installed:
    python, site = environment(place, who)
    install = from_a_wheel if request.param == "wheel" else from_a_checkout
    package, problems, graders = install(site, wheel, place)
    pack = site / "course_pack"  # where all else may be read
    shutil.copytree(TINY, pack)
    folders = [
        *(package, package / "grading", problems / PROBLEM, graders / PROBLEM, graders),
        *(pack / "graders/double-it", pack / "problems", place / "work"),
    ]
    hidden = [path for folder in folders for path in hide(folder)]
    # A link in a folder that may be read doesn't make its target readable.
    link = site / "readable_link.txt"
    link.symlink_to(graders / f"{TOKEN}.txt")
    hidden.append(link)
    code = (HERE / "canary.py").read_text("utf-8")
    code = code.replace("@TOKEN@", TOKEN).replace(
        '"@PATHS@"', ", ".join(repr(str(p)) for p in hidden)
    )
    (place / "work/mine.py").write_text(code)
    for path in (place, *place.rglob("*")):
        if not path.is_symlink() and path.is_relative_to(place):
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    return Installed(python, place, pack, tuple(hidden))


def run(installed: Installed, who: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = {
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent",
        "TFMDRILL_PACKS": str(installed.pack),
        "PYTHONDONTWRITEBYTECODE": "1",
        # People have these on the path, and what is on it may be read.
        "PYTHONPATH": f"{installed.work}{os.pathsep}{installed.place / 'checkout'}",
        "XDG_DATA_HOME": str(installed.place / "data"),
    }
    return subprocess.run(
        [installed.python, "-P", *words],
        cwd=installed.work, env=env, text=True, capture_output=True, check=False, **as_user(who),
    )  # fmt: skip


@pytest.mark.parametrize("who", IDENTITIES)
def test_no_way_leads_to_a_canary(installed: Installed, who: str) -> None:
    done = run(installed, who, "-m", "tfmdrill", "grade", "mine.py", "--problem", PROBLEM,
               "--framework", "numpy", "--json", "--seed", "1", "--no-server")  # fmt: skip
    assert done.returncode == 1, done.stderr
    (report,) = json.loads(done.stdout)["reports"]
    if report["isolation"] == "process-only":
        pytest.skip("nothing on this machine keeps a process from reading")
    assert report["outcome"] == "wrong", report
    *leaked, last = report["prints"].splitlines()
    assert last == f"tried {len(installed.hidden) * len(WAYS)}"
    # Below a site-packages that may be listed, names can be listed too: Landlock only adds rights.
    package = installed.python.parents[1] / "lib"
    names = f"LEAKED {NAMES}: {package}"
    assert [line for line in leaked if not line.startswith(names)] == []


@pytest.mark.parametrize("who", IDENTITIES[:1])
def test_without_the_wall_every_way_leads_there(installed: Installed, who: str) -> None:
    said = run(installed, who, "mine.py").stdout
    leaked = {line.split(" ", 1)[1].split(":")[0] for line in said.splitlines() if "LEAKED" in line}
    assert leaked >= WAYS.keys() - {"by /proc/1/root"}  # that needs a right to trace
    assert all(os.path.realpath(path) in said for path in installed.hidden)
