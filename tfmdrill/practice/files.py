"""Writing into the user's folder: a file is there whole or not at all, and nothing is lost."""

import itertools
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path

from tfmdrill.errors import UsageError
from tfmdrill.model.workspace import Written

NEW_FILE_MODE = 0o666  # what open() asks for; the user's umask takes its part


def write_whole(path: Path, text: str) -> None:
    """Puts the text where `path` leads, links followed, in one step; an existing mode stays.

    Raises OSError if the folder can't be written to or the disk is full; `path` is untouched then.
    """
    import tempfile  # here: it costs `list`, which only reads, as much as its own work

    target = path.resolve()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode_for(target))
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def write_new(path: Path, data: bytes) -> None:
    """Creates the file with these bytes. Raises FileExistsError rather than write over one."""
    with path.open("xb") as file:
        file.write(data)


def back_up(path: Path, day: date | None = None) -> Path:
    """A copy of the file beside it, under the first free number: `rope.py.bak1`.

    With a day, under that: `rope.py.2026-03-02.bak`, then `rope.py.2026-03-02.bak2`.
    The name doesn't end in .py, so that no later `grade` takes it for an answer.
    Raises OSError if it can't be written.
    """
    for number in itertools.count(1):
        dated = f"{day}.bak{number if number > 1 else ''}"
        backup = path.with_name(f"{path.name}.{dated if day else f'bak{number}'}")
        try:
            write_new(backup, path.read_bytes())
        except FileExistsError:
            continue
        return backup
    raise AssertionError("unreachable: the numbers don't end")


def write_numbered(folder: Path, stem: str, suffix: str, text: str) -> Path:
    """A new file with the text: `stem.suffix`, or `stem_2.suffix` and so on if that is taken.

    Raises OSError if it can't be written.
    """
    for number in itertools.count(1):
        path = folder / f"{stem}{suffix if number == 1 else f'_{number}{suffix}'}"
        try:
            write_new(path, text.encode())
        except FileExistsError:
            continue
        return path
    raise AssertionError("unreachable: the numbers don't end")


def write_document(path: Path, text: str, *, force: bool, ours: str = "") -> Written:
    """The text as the file that the person named; one that is there is kept as a backup.

    ours: what only a file of tfmdrill's own making contains; such a one is written over.
    Raises UsageError if it is there and `force` isn't given, or if it can't be written.
    """
    with refusing(path):
        if path.is_dir():
            raise UsageError(f"{path} is a folder; name a file in it")
        if not (path.exists() or path.is_symlink()):
            write_whole(path, text)
            return Written(path)
        if not path.is_file():
            raise UsageError(f"{path} isn't a file that can be written over; name another one")
        if ours and ours.encode() in path.read_bytes():
            write_whole(path, text)
            return Written(path)
        if not force:
            raise UsageError(
                f"{path} is here already and stays as it is; name another file, or add --force "
                "to write over it and keep it as a backup"
            )
        backup = back_up(path)
        write_whole(path, text)
        return Written(path, backup)


@contextmanager
def refusing(what: Path) -> Iterator[None]:
    """Turns the system's refusal to write into one sentence. Raises UsageError."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise UsageError(
            f"{what} can't be written ({why}): work in a folder of yours, on a disk with room"
        ) from None


def _mode_for(target: Path) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return NEW_FILE_MODE & ~mask
