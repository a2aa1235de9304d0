"""The files in a zip, read into memory: nothing is ever written where an archive says.

Each entry is either its bytes or the reason why it isn't taken: a path that leads out, a link, a
name that is there twice, more than the limits allow. A bad entry doesn't cost the others.
"""

import io
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from tfmdrill.config import MIB, ArchiveLimits, Limits

ARCHIVES = (".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar", ".zst")  # not opened
METADATA = ("submission_metadata.yml", "submission_metadata.yaml")  # of Gradescope
PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
NOT_CODE = "neither Python (.py) nor a notebook (.ipynb)"
END_BYTES = 22 + 65_535 + 20 + 56  # the end of a zip, its comment, and what 64 bits put before it
DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class Found:
    """One file of a download: its bytes, or why it isn't taken. A zip counts as a folder."""

    path: str
    data: bytes = b""
    refused: str = ""


@dataclass
class Budget:
    """What is left of the limits: for the whole download, or for one student's zip, so that
    nobody uses up what is there for the others."""

    files: int
    total_bytes: int
    unpacked: int = 0

    def take_files(self, number: int) -> bool:
        """Whether so many more may be."""
        self.files -= number
        return self.files >= 0

    @property
    def left(self) -> int:
        return max(0, self.total_bytes - self.unpacked)


def is_clutter(path: str) -> bool:
    """What systems and tools leave beside a person's files; nobody handed it in."""
    parts = path.split("/")
    folders: tuple[str, ...] = (
        "__MACOSX",
        "__pycache__",
        ".ipynb_checkpoints",
        ".git",
        ".idea",
        ".vscode",
    )
    folders += ("site-packages", "node_modules")  # an environment packed along with the answers
    names = (".DS_Store", "Thumbs.db", "desktop.ini")
    return (
        any(part in folders for part in parts)
        or parts[-1] in names
        or parts[-1].startswith(("._", "~$"))
    )


def wanted_bytes(name: str, limits: Limits, archives: ArchiveLimits) -> int | None:
    """How many bytes of a file of that name are read at most; None for one that isn't."""
    lower = name.lower()
    if lower.endswith(".py"):
        return limits.source_bytes + 1  # one more shows that it is too large
    if lower.endswith(".ipynb"):
        return limits.notebook_bytes + 1
    if lower.endswith(".zip"):
        return archives.nested_bytes
    return 8 * MIB if lower in METADATA else None


def why_not(name: str) -> str:
    """The reason for a file that is of no kind that is read."""
    if name.lower().endswith(ARCHIVES):
        return "an archive that isn't opened: unpack it, or pack it as a zip"
    return NOT_CODE


def crowded(most: int) -> str:
    """The reason for a student's folder with more than so many files."""
    return f"a folder of more than {most} files: leave only the answers in it"


def files_in_zip(
    where: str,
    file: IO[bytes],
    budget: Budget,
    read: Callable[[str], int | None],
    limits: ArchiveLimits,
) -> Iterator[Found]:
    """The files of a zip by name, each path beginning with `where`; what is clutter is left out.

    read: how many bytes of a file of this name are wanted at most; None for one that isn't.
    Where `where` is "", a folder at the top of the zip is one student's.
    """
    if _listing(file) > limits.listing_bytes:  # it is read into memory whole
        yield Found(where, refused="a zip of far too many files: pack the answers alone")
        return
    try:
        with zipfile.ZipFile(file) as archive:
            yield from _entries(where, archive, budget, read, limits)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
        yield Found(where, refused=f"a zip that can't be opened ({error}): pack it again")


def _listing(file: IO[bytes]) -> int:
    """The bytes of the list of contents at the end of a zip, wherever a reader may look for it."""
    end = file.seek(0, io.SEEK_END)
    file.seek(max(0, end - END_BYTES))
    tail = file.read()
    sizes = [0]
    for found in re.finditer(rb"PK\x05\x06(?=.{18})", tail, re.DOTALL):
        sizes += struct.unpack_from("<I", tail, found.start() + 12)
    for found in re.finditer(rb"PK\x06\x06(?=.{52})", tail, re.DOTALL):
        sizes += struct.unpack_from("<Q", tail, found.start() + 40)
    return min(max(sizes), end)


def _entries(
    where: str,
    archive: zipfile.ZipFile,
    budget: Budget,
    read: Callable[[str], int | None],
    limits: ArchiveLimits,
) -> Iterator[Found]:
    named = [(_normal(info.filename), info) for info in archive.infolist()]
    files = [(name, info) for name, info in named if not info.is_dir() and name]
    times = Counter(_folded(name) for name, _ in files)
    files = [(name, info) for name, info in files if not is_clutter(name)]
    if not where:
        full = _crowded_folders([name for name, _ in files], limits.nested_files)
        yield from (Found(folder, refused=crowded(limits.nested_files)) for folder in full)
        files = [(name, info) for name, info in files if not name.startswith(full)]
    if not budget.take_files(len(files)):
        yield Found(where, refused=f"a zip of {len(files)} files: pack the answers alone")
        return
    for name, info in sorted(files, key=lambda pair: pair[0]):
        path = f"{where}/{name}" if where else name
        most = read(name.rpartition("/")[2])
        refused = _refused(name, info, twice=times[_folded(name)] > 1)
        if refused or most is None:
            yield Found(path, refused=refused or why_not(name))
        else:
            yield _read(path, archive, info, most, budget)


def _crowded_folders(names: list[str], most: int) -> tuple[str, ...]:
    """The students' folders, with `/` at the end, that hold more than so many of the files."""
    start = 0
    while True:
        tops = Counter(name[: name.find("/", start) + 1] for name in names)
        if len(tops) != 1 or "" in tops:
            return tuple(sorted(top for top, number in tops.items() if top and number > most))
        start = len(next(iter(tops)))


def _read(
    path: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, budget: Budget
) -> Found:
    """At most `most` bytes are unpacked, whatever the header promises."""
    packed = path.lower().endswith(".zip")  # what it unpacks to has a budget of its own
    try:
        with archive.open(info) as entry:
            data = entry.read(most if packed else min(most, budget.left + 1))
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
        return Found(path, refused=f"broken in its archive ({error}): pack it again")
    except RuntimeError:  # zipfile's word for a password
        return Found(path, refused="packed with a password: pack it without one")
    if packed:
        return Found(path, data)
    if len(data) > budget.left:
        size = f"{budget.total_bytes / MIB:g} MiB"
        return Found(path, refused=f"what it is packed in unpacks to more than {size}")
    budget.unpacked += len(data)
    return Found(path, data)


def _refused(name: str, info: zipfile.ZipInfo, *, twice: bool) -> str:
    mode = info.external_attr >> 16
    if name.startswith("/") or DRIVE.match(name):
        return "an absolute path in its archive"
    if ".." in name.split("/"):
        return "a path that leads out of its archive"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "a link or a device, not a file"
    if info.compress_type not in PLAIN_METHODS:
        return "packed in a way that isn't opened: pack it as an ordinary zip"
    if twice:
        return "its name is there twice in the archive (small and capital letters are the same)"
    return ""


def _normal(name: str) -> str:
    """The path with `/` between its parts; what leads out stays to be seen."""
    name = name.replace("\\", "/")
    lead = "/" if name.startswith("/") else ""
    return lead + "/".join(part for part in name.split("/") if part not in ("", "."))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
