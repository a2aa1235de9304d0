"""A file that the user asked for by its name: never over another one in silence."""

import os
from pathlib import Path

from tfmdrill.errors import UsageError
from tfmdrill.model.workspace import Written
from tfmdrill.practice.files import back_up, refusing


def write_asked(path: Path, data: bytes, *, force: bool) -> Written:
    """The file written; with `force` in place of one that is there, of which a backup stays.

    Raises UsageError if one is there and `force` isn't given, or if it can't be written.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder: name a file")
    if path.exists() and not force:
        raise UsageError(
            f"{path} is here already and stays as it is; to write over it and keep it as a "
            "backup, add --force"
        )
    with refusing(path):
        backup = back_up(path) if path.exists() else None
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            part.write_bytes(data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    return Written(path, backup)
