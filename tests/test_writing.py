"""A file that the user named is written whole, and never over another in silence."""

from pathlib import Path

import pytest

from tfmdrill.errors import UsageError
from tfmdrill.practice.writing import write_asked


def test_a_new_file_is_written_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    written = write_asked(tmp_path / "a.html", b"new", force=False)
    assert (written.path.read_bytes(), written.backup) == (b"new", None)
    assert [p.name for p in tmp_path.iterdir()] == ["a.html"]


def test_one_that_is_there_stays_unless_forced_and_then_as_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(b"old")
    with pytest.raises(UsageError, match="stays as it is"):
        write_asked(path, b"new", force=False)
    assert path.read_bytes() == b"old"
    written = write_asked(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert written.backup is not None
    assert written.backup.read_bytes() == b"old"


def test_a_folder_or_a_place_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder"):
        write_asked(tmp_path, b"", force=True)
    with pytest.raises(UsageError, match="can't be written"):
        write_asked(tmp_path / "no" / "a.zip", b"", force=False)
