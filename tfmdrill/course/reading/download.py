"""Every file of a folder or zip of submissions, in an order that doesn't depend on the disk."""

import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tfmdrill.config import ArchiveLimits, Limits
from tfmdrill.course.reading.archives import (
    Budget,
    Found,
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
        yield from reader.folder(submissions, "", 0)
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


class _Reader:
    def __init__(self, limits: Limits, archives: ArchiveLimits) -> None:
        self._limits = limits
        self._archives = archives
        self._budget = Budget(archives.files, archives.total_bytes)

    def wanted(self, name: str) -> int | None:
        return wanted_bytes(name, self._limits, self._archives)

    def folder(self, folder: Path, where: str, depth: int) -> Iterator[Found]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            if not where:
                raise UsageError(f"{folder} can't be looked into ({error.strerror})") from None
            yield Found(where, refused=f"a folder that can't be looked into ({error.strerror})")
            return
        for entry in entries:
            name = os.fsencode(entry.name).decode("utf-8", "backslashreplace")
            path = f"{where}/{name}" if where else name
            if is_clutter(path):
                continue
            if entry.is_symlink():
                yield Found(path, refused="a link, which isn't followed")
            elif entry.is_dir(follow_symlinks=False):
                if depth >= self._archives.folder_depth:
                    yield Found(path, refused="too many folders within folders")
                else:
                    yield from self.folder(Path(entry.path), path, depth + 1)
            else:
                if not self._budget.take_files(1):
                    raise UsageError(
                        f"the submissions hold more than {self._archives.files} files: give the "
                        f"folder or zip of one assignment (the last one was {path})"
                    )
                yield from self._file(Path(entry.path), path)

    def zip(
        self, where: str, file: IO[bytes], depth: int, budget: Budget | None = None
    ) -> Iterator[Found]:
        """depth: how many zips the entries lie in. budget: that of the download unless given."""
        budget = budget or self._budget
        most = self._archives.listing_bytes
        for found in files_in_zip(where, file, budget, self.wanted, most):
            yield from self._unpacked(found, depth)

    def _file(self, file: Path, path: str) -> Iterator[Found]:
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


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise UsageError(f"{path} can't be read ({error.strerror})") from None
