"""Which files `watch` takes for saved: told by what is on the disk, look by look."""

import os
import select
from pathlib import Path

import pytest

from tfmdrill.practice.grade import FilesToGrade
from tfmdrill.practice.saves import Saves
from tfmdrill.practice.watched import Changes, WatchedFiles

TAG = "# tfmdrill: double-it (numpy)\n"
EVENT_MS = 30_000  # a backstop


def saved(*paths: Path) -> Changes:
    return Changes(saved=paths)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(TAG)
    return path


@pytest.fixture
def named(mine: Path) -> WatchedFiles:
    """A watch on the one file, which was looked at once."""
    files = WatchedFiles(FilesToGrade(files=(mine,)))
    assert files.look() == saved(mine)
    return files


def test_a_file_counts_as_saved_once(mine: Path, named: WatchedFiles) -> None:
    assert named.look() == Changes()
    mine.write_text(TAG + "x = 1\n")
    assert named.look() == saved(mine)
    assert named.look() == Changes()


def test_the_same_text_saved_again_counts_and_another_mode_does_not(
    mine: Path, named: WatchedFiles
) -> None:
    os.utime(mine, ns=(5, 5))
    assert named.look() == saved(mine)
    mine.chmod(0o600)
    assert named.look() == Changes()


def test_a_file_put_in_its_place_counts(mine: Path, named: WatchedFiles) -> None:
    other = mine.with_name("other.tmp")
    other.write_text(TAG)
    other.replace(mine)
    assert named.look() == saved(mine)


def test_gone_counts_at_the_second_look_and_back_at_once(mine: Path, named: WatchedFiles) -> None:
    mine.unlink()
    assert named.look() == Changes()
    assert named.look() == Changes(gone=(mine,))
    assert named.look() == Changes()
    assert named.present == ()
    mine.write_text(TAG)
    assert named.look() == saved(mine)


def test_an_editor_that_moves_the_file_away_first_is_not_seen_doing_it(
    mine: Path, named: WatchedFiles
) -> None:
    mine.rename(mine.with_name("mine.py~"))
    assert named.look() == Changes()
    mine.write_text(TAG + "x = 2\n")
    assert named.look() == saved(mine)


def test_an_editor_that_empties_the_file_first_is_not_seen_doing_it(
    mine: Path, named: WatchedFiles
) -> None:
    mine.write_text("")
    assert named.look() == Changes()
    mine.write_text(TAG + "x = 3\n")
    assert named.look() == saved(mine)


def test_a_file_that_stays_empty_counts(mine: Path, named: WatchedFiles) -> None:
    mine.write_text("")
    assert named.look() == Changes()
    assert named.look() == saved(mine)
    assert named.look() == Changes()


def test_a_named_file_that_is_not_there_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "later.py"
    files = WatchedFiles(FilesToGrade(files=(path,)))
    assert files.look() == Changes(gone=(path,))
    path.write_text(TAG)
    assert files.look() == saved(path)


def test_without_names_answers_count_new_ones_too(tmp_path: Path, mine: Path) -> None:
    (tmp_path / "notes.py").write_text("x = 1\n")
    files = WatchedFiles(FilesToGrade(folder=tmp_path))
    assert files.look() == saved(mine)
    second = tmp_path / "second.py"
    second.write_text(TAG)
    assert files.look() == saved(second)
    (tmp_path / "notes.py").write_text(TAG)
    assert files.look() == saved(tmp_path / "notes.py")
    assert set(files.present) == {mine, second, tmp_path / "notes.py"}


def test_a_file_that_was_added_counts_with_its_next_save(tmp_path: Path, mine: Path) -> None:
    files = WatchedFiles(FilesToGrade(files=(mine,)))
    files.look()
    added = tmp_path / "added.py"
    added.write_text(TAG)
    files.add(added)
    assert files.look() == Changes()
    added.write_text(TAG + "x = 1\n")
    assert files.look() == saved(added)


def test_a_folder_that_goes_away_takes_its_files_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    path = folder / "mine.py"
    path.write_text(TAG)
    files = WatchedFiles(FilesToGrade(folder=folder))
    files.look()
    folder.rename(tmp_path / "moved")
    files.look()
    assert files.look() == Changes(gone=(path,))


def test_the_target_of_a_link_is_watched(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "mine.py").write_text(TAG)
    link = tmp_path / "mine.py"
    link.symlink_to(real / "mine.py")
    files = WatchedFiles(FilesToGrade(files=(link,)))
    assert set(files.folders) == {tmp_path.resolve(), real.resolve()}
    files.look()
    (real / "mine.py").write_text(TAG + "x = 1\n")
    assert files.look() == saved(link)


@pytest.mark.parametrize("how", ["written", "renamed", "removed"])
def test_an_event_makes_the_descriptor_readable(mine: Path, how: str) -> None:
    with Saves([mine.parent]) as saves:
        poll = select.poll()
        poll.register(saves.fd, select.POLLIN)
        assert poll.poll(EVENT_MS)  # the watch has begun
        saves.taken()
        match how:
            case "written":
                mine.write_text("x")
            case "renamed":
                mine.rename(mine.with_name("other.py"))
            case "removed":
                mine.unlink()
        assert poll.poll(EVENT_MS)


def test_a_folder_that_is_not_there_is_looked_at_all_the_same(tmp_path: Path) -> None:
    with Saves([tmp_path / "missing"]) as saves:
        poll = select.poll()
        poll.register(saves.fd, select.POLLIN)
        assert poll.poll(EVENT_MS)
