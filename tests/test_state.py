"""What is remembered of a person, and that nothing about its file ever stops a command."""

import errno
import json
from pathlib import Path

import pytest

from tfmdrill.model.listing import Status
from tfmdrill.practice import state as state_module
from tfmdrill.practice.state import Memory, State

FILE = Path("/somewhere/rope.py")


def test_a_pass_stays_even_when_a_later_try_fails() -> None:
    state = State().after_grading(FILE, "rope", passed=True, seed=1)
    assert state.status("rope") is Status.PASSED
    assert state.after_grading(FILE, "rope", passed=False, seed=2).status("rope") is Status.PASSED


def test_statuses_follow_what_happened() -> None:
    assert State().status("rope") is Status.NEW
    assert State().after_hint("rope", 1).status("rope") is Status.NEW
    started = State().after_grading(FILE, "rope", passed=False, seed=1)
    assert started.status("rope") is Status.STARTED
    given_up = started.after_giving_up("rope")
    assert given_up.status("rope") is Status.GIVEN_UP
    assert given_up.after_grading(FILE, "rope", passed=True, seed=1).status("rope") is Status.PASSED


def test_the_failed_seed_comes_first_until_the_file_passes() -> None:
    state = State().after_grading(FILE, "rope", passed=False, seed=71203)
    assert state.seed_for(FILE, "rope") == 71203
    assert state.seed_for(FILE, "attention") is None
    assert state.seed_for(FILE.with_name("other.py"), "rope") is None
    assert state.after_grading(FILE, "rope", passed=True, seed=5).seed_for(FILE, "rope") is None


def test_hints_count_up_and_never_down() -> None:
    state = State().after_hint("rope", 2).after_hint("rope", 1)
    assert state.of("rope").hints == 2


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "new" / "folder")
    memory.update(lambda s: s.after_grading(FILE, "rope", passed=False, seed=9))
    again = Memory(tmp_path / "new" / "folder").read()
    assert again.seed_for(FILE, "rope") == 9
    assert memory.complaint == ""


def test_updates_keep_what_another_command_wrote_meanwhile(tmp_path: Path) -> None:
    one, other = Memory(tmp_path), Memory(tmp_path)
    one.read()
    other.update(lambda s: s.after_hint("rope", 1))
    one.update(lambda s: s.after_hint("attention", 3))
    assert (Memory(tmp_path).read().of("rope").hints, one.read().of("attention").hints) == (1, 3)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{", "isn't what tfmdrill wrote"),
        (b"", "isn't what tfmdrill wrote"),
        (b'{"problems": []}', "isn't what tfmdrill wrote"),
        (b"[" * 100_000, "isn't what tfmdrill wrote"),
        (b'{"schema": 1, "problems": {"rope": {"hints": "two"}}, "failed": {}}', "isn't what"),
        (b'{"schema": 1, "problems": {}, "failed": {"a.py": {"problem": "rope"}}}', "isn't what"),
        (b'{"schema": 2, "problems": {}, "failed": {}}', "was written by another version"),
    ],
)
def test_a_file_that_is_not_understood_is_left_alone_and_told_once(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    (tmp_path / "state.json").write_bytes(content)
    memory = Memory(tmp_path)
    assert memory.read() == State()
    memory.update(lambda s: s.after_hint("rope", 1))
    assert complaint in memory.complaint
    assert (tmp_path / "state.json").read_bytes() == content


def test_a_data_folder_that_cant_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    memory = Memory(tmp_path / "file" / "tfmdrill")
    assert memory.read() == State()
    memory.update(lambda s: s.after_hint("rope", 1))
    assert "can't be written" in memory.complaint


def test_a_full_disk_is_told_and_the_old_state_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory(tmp_path)
    memory.update(lambda s: s.after_hint("rope", 1))

    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(state_module, "write_whole", full)
    memory.update(lambda s: s.after_hint("rope", 2))
    assert "can't be written (No space left on device)" in memory.complaint
    assert Memory(tmp_path).read().of("rope").hints == 1


def test_a_name_that_is_no_text_is_remembered_all_the_same(tmp_path: Path) -> None:
    path = Path("/somewhere/\udcff.py")
    memory = Memory(tmp_path)
    memory.update(lambda s: s.after_grading(path, "rope", passed=False, seed=4))
    assert memory.read().seed_for(path, "rope") == 4
    assert json.loads((tmp_path / "state.json").read_bytes())["schema"] == 1
