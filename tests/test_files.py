"""Writing into a folder: whole or not at all, and never over what was there."""

import os
import stat
from pathlib import Path

import pytest

from tfmdrill.errors import UsageError
from tfmdrill.practice.files import back_up, refusing, write_new, write_numbered, write_whole


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def test_a_whole_write_replaces_the_text_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("old")
    write_whole(path, "new\n")
    assert path.read_bytes() == b"new\n"
    assert names(tmp_path) == ["a.py"]


def test_the_mode_of_an_existing_file_stays_and_a_new_one_gets_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "b.py", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "b.py").stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("old")
    (tmp_path / "link.py").symlink_to("real.py")
    write_whole(tmp_path / "link.py", "new")
    assert (tmp_path / "link.py").is_symlink()
    assert (tmp_path / "real.py").read_text() == "new"


def test_a_write_that_fails_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "a lone surrogate can't be written: \udc80")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["a.py"]


def test_a_new_file_is_never_written_over_another(tmp_path: Path) -> None:
    write_new(tmp_path / "a", b"first")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a", b"second")
    assert (tmp_path / "a").read_bytes() == b"first"


def test_backups_are_numbered_and_hold_the_bytes_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"\xff one")
    assert back_up(path).name == "a.py.bak1"
    path.write_bytes(b"two")
    assert back_up(path).name == "a.py.bak2"
    assert (tmp_path / "a.py.bak1").read_bytes() == b"\xff one"


def test_numbered_files_take_the_first_free_name(tmp_path: Path) -> None:
    paths = [write_numbered(tmp_path, "repro", ".py", text) for text in "abc"]
    assert [p.name for p in paths] == ["repro.py", "repro_2.py", "repro_3.py"]
    assert [p.read_text() for p in paths] == ["a", "b", "c"]


def test_the_systems_refusal_becomes_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "no" / "such" / "a.py"
    with pytest.raises(UsageError, match=r"a.py can't be written \(No such file"), refusing(path):
        write_whole(path, "text")
