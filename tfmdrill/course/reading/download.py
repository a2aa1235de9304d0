"""Every file of a folder or zip of submissions, in an order that doesn't depend on the disk."""

import io
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

from tfmdrill.config import ArchiveLimits, Limits
from tfmdrill.course.reading.archives import (
    Budget,
    Found,
    crowded,
    files_in_zip,
    is_clutter,
    wanted_bytes,
    why_not,
)
from tfmdrill.errors import UsageError


def files_of(
    submissions: Path, *, limits: Limits, archives: ArchiveLimits | None = None
) -> Iterator[Found]:
    """Every file that was handed in, one at a time, those in zips too, sorted by path.

    Links and devices aren't followed or opened, but said. What is no Python, notebook or zip is
    there with the reason.

    Raises UsageError where `submissions` is neither a folder nor a zip, or can't be looked into.
    """
    reader = _Reader(limits, archives or ArchiveLimits())
    if submissions.is_dir():
        yield from reader.folder(submissions)
    elif submissions.is_file() and submissions.suffix.lower() == ".zip":
        with _opened(submissions) as file:
            for found in reader.zip("", file, 1):
                if not found.path:
                    raise UsageError(f"{submissions}: {found.refused}")
                yield found
    elif submissions.exists():
        raise UsageError(f"{submissions} is neither a folder nor a .zip of submissions")
    else:
        raise UsageError(f"there is no folder or zip {submissions}")


@dataclass(frozen=True, slots=True)
class _Entry:
    """What lies in a folder. path: from the top of the download, as text that can be written."""

    place: Path
    path: str
    is_link: bool
    is_folder: bool


class _Reader:
    def __init__(self, limits: Limits, archives: ArchiveLimits) -> None:
        self._limits = limits
        self._archives = archives
        self._budget = Budget(archives.files, archives.total_bytes)

    def wanted(self, name: str) -> int | None:
        return wanted_bytes(name, self._limits, self._archives)

    def folder(self, root: Path) -> Iterator[Found]:
        """Every file below. Each folder at the top is one student's, with a limit of its own."""
        try:
            top = _inside(root, "")
        except OSError as error:
            raise UsageError(f"{root} can't be looked into ({error.strerror})") from None
        depth = 0
        while len(top) == 1 and top[0].is_folder and depth < self._archives.folder_depth:
            with suppress(OSError):
                top = _inside(top[0].place, top[0].path)
            depth += 1
        most = self._archives.nested_files
        fullest: tuple[int, str] = (0, "")
        for entry in top:
            files = list(islice(self._below(entry, depth), most + 1))
            if len(files) > most:
                yield Found(f"{entry.path}/", refused=crowded(most))
                continue
            fullest = max(fullest, (len(files), entry.path))
            if not self._budget.take_files(len(files)):
                number, where = fullest
                raise UsageError(
                    f"{root} holds more than {self._archives.files} files"
                    f"{f' ({number} of them in {where})' if number > 1 else ''}: give the folder "
                    "of one assignment, without what is no answer"
                )
            for found in files:
                yield from [found] if isinstance(found, Found) else self._file(found)

    def _below(self, entry: "_Entry", depth: int) -> Iterator["_Entry | Found"]:
        """The files in it, or the file itself; what isn't to be opened is said."""
        if entry.is_link:
            yield Found(entry.path, refused="a link, which isn't followed")
        elif not entry.is_folder:
            yield entry
        elif depth >= self._archives.folder_depth:
            yield Found(f"{entry.path}/", refused="too many folders within folders")
        else:
            try:
                inside = _inside(entry.place, entry.path)
            except OSError as error:
                why = f"a folder that can't be looked into ({error.strerror})"
                yield Found(f"{entry.path}/", refused=why)
                return
            for each in inside:
                yield from self._below(each, depth + 1)

    def zip(
        self, where: str, file: IO[bytes], depth: int, budget: Budget | None = None
    ) -> Iterator[Found]:
        """depth: how many zips the entries lie in. budget: that of the download unless given."""
        budget = budget or self._budget
        for found in files_in_zip(where, file, budget, self.wanted, self._archives):
            yield from self._unpacked(found, depth)

    def _file(self, entry: "_Entry") -> Iterator[Found]:
        file, path = entry.place, entry.path
        most = self.wanted(file.name)
        if most is None:
            yield Found(path, refused=why_not(file.name))
            return
        try:
            descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
            with os.fdopen(descriptor, "rb") as opened:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    yield Found(path, refused="a pipe or a device, not a file")
                    return
                data = opened.read(most)
        except OSError as error:
            yield Found(path, refused=f"can't be read ({error.strerror})")
            return
        yield from self._unpacked(Found(path, data), 0)

    def _unpacked(self, found: Found, depth: int) -> Iterator[Found]:
        """What is in it where it is a zip, else the file itself."""
        if found.refused or not found.path.lower().endswith(".zip"):
            yield found
        elif depth > self._archives.nested:
            yield Found(found.path, refused="a zip within a zip: unpack it")
        elif len(found.data) >= self._archives.nested_bytes:
            yield Found(found.path, refused="a zip that is too large")
        else:
            own = Budget(self._archives.nested_files, self._archives.nested_total_bytes)
            yield from self.zip(found.path, io.BytesIO(found.data), depth + 1, own)


def _inside(folder: Path, where: str) -> list[_Entry]:
    """What lies in a folder, sorted, without clutter. Raises OSError."""
    with os.scandir(folder) as scanned:
        entries = sorted(scanned, key=lambda entry: os.fsencode(entry.name))
    found = []
    for entry in entries:
        name = os.fsencode(entry.name).decode("utf-8", "backslashreplace")
        path = f"{where}/{name}" if where else name
        if not is_clutter(path):
            folder_too = entry.is_dir(follow_symlinks=False)
            found.append(_Entry(Path(entry.path), path, entry.is_symlink(), folder_too))
    return found


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise UsageError(f"{path} can't be read ({error.strerror})") from None
