"""The progress file: whatever is wrong with it is one sentence, and nothing of it is lost."""

import os
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tfmdrill.model.practice import Standing
from tfmdrill.progress import database as database_module
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records
from tfmdrill.progress.schema import APPLICATION_ID, MIGRATIONS

ADD = "INSERT INTO standing VALUES (?, 1, 0, 0)"
NAMES = "SELECT problem FROM standing ORDER BY problem"


def add(database: Database, name: str) -> None:
    with database.connection() as connection:
        connection.execute(ADD, (name,))


def names(database: Database) -> list[str]:
    return [row[0] for row in database.rows(NAMES)]


def test_what_is_written_is_there_for_the_next_command(tmp_path: Path) -> None:
    with Database(tmp_path / "new" / "folder") as first:
        add(first, "rope")
    with Database(tmp_path / "new" / "folder") as second:
        assert names(second) == ["rope"]
        assert (first.complaint, second.complaint) == ("", "")


def test_a_transaction_is_whole_or_not_at_all(tmp_path: Path) -> None:
    database = Database(tmp_path)

    def interrupted() -> None:
        with database.connection() as connection:
            connection.execute(ADD, ("rope",))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with database.connection() as outer:
        outer.execute(ADD, ("softmax",))
        add(database, "gelu")
    assert names(database) == ["gelu", "softmax"]
    assert database.complaint == ""


def test_the_version_tells_how_many_migrations_were_applied(tmp_path: Path) -> None:
    add(Database(tmp_path), "rope")
    raw = sqlite3.connect(tmp_path / "progress.db")
    assert raw.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_an_older_database_is_brought_up_to_date_with_its_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(Database(tmp_path), "rope")
    later = (*MIGRATIONS, ("CREATE TABLE notes (text TEXT)", "INSERT INTO notes VALUES ('new')"))
    monkeypatch.setattr(database_module, "MIGRATIONS", later)
    newer = Database(tmp_path)
    assert newer.rows("SELECT text FROM notes") == [("new",)]
    assert names(newer) == ["rope"]
    monkeypatch.undo()
    older = Database(tmp_path)
    assert names(older) == []
    assert "was written by a newer tfmdrill; it stays as it is" in older.complaint


def test_a_migration_that_fails_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(Database(tmp_path), "rope")
    later = (
        *MIGRATIONS,
        ("CREATE TABLE notes (text TEXT)", "INSERT INTO standing SELECT * FROM standing"),
    )
    monkeypatch.setattr(database_module, "MIGRATIONS", later)
    assert Database(tmp_path).rows(NAMES) == []
    monkeypatch.undo()
    assert names(Database(tmp_path)) == ["rope"]


def foreign(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE bookmarks (address TEXT)")
    raw.close()


def torn(path: Path) -> None:
    database = Database(path.parent)
    for number in range(400):
        add(database, f"problem-{number:050}")
    database.close()
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.write_bytes(b"not a database" * 100), "isn't a database of tfmdrill"),
        (lambda path: path.write_bytes(b"\0" * 5000), "isn't a database of tfmdrill"),
        (foreign, "isn't a database of tfmdrill"),
        (torn, "is damaged"),
        (lambda path: path.mkdir(), "isn't a file"),
        (lambda path: os.mkfifo(path), "isn't a file"),
        (lambda path: path.symlink_to(path.parent / "gone" / "far"), "can't be opened"),
    ],
)
def test_a_file_that_cant_be_used_is_told_once_and_stays(
    tmp_path: Path, spoil: object, says: str
) -> None:
    path = tmp_path / "progress.db"
    spoil(path)  # type: ignore[operator]  # each of the lambdas above
    before = path.read_bytes() if path.is_file() else None
    database = Database(tmp_path)
    assert names(database) == []
    add(database, "rope")
    assert names(database) == ["rope"]  # for this command
    assert says in database.complaint
    assert database.complaint.startswith(str(path))
    assert database.complaint.count("isn't remembered") == 1
    database.close()
    if before is not None:
        assert path.read_bytes() == before
    else:
        assert path.exists() or path.is_symlink()


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    (tmp_path / "progress.db").touch()
    database = Database(tmp_path)
    add(database, "rope")
    assert database.complaint == ""
    assert names(Database(tmp_path)) == ["rope"]


def test_a_folder_that_cant_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    database = Database(tmp_path / "file" / "tfmdrill")
    assert names(database) == []
    add(database, "rope")
    assert "can't be written (Not a directory)" in database.complaint


def test_what_is_held_by_another_process_for_long_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_S", 0.01)
    add(Database(tmp_path), "rope")
    holder = sqlite3.connect(tmp_path / "progress.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    database = Database(tmp_path)
    add(database, "gelu")
    assert "is in use by another program" in database.complaint
    assert names(database) == ["gelu", "rope"]  # what could be read, and what was done since


def printed_by(script: str) -> str:
    """What the script printed, run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user without rights")
def test_a_read_only_file_is_read_and_told_once(place: Path) -> None:
    add(Database(place), "rope")
    (place / "progress.db").chmod(0o444)
    printed = printed_by(
        f"""
        import os
        from pathlib import Path
        from tfmdrill.progress.database import Database
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        database = Database(Path({str(place)!r}))
        rows = lambda: database.rows({NAMES!r})
        print(rows(), repr(database.complaint))
        with database.connection() as connection:
            connection.execute({ADD!r}, ("gelu",))
        print(rows(), database.complaint)
        """
    )
    before, after = printed.splitlines()
    assert before == "[('rope',)] ''"
    assert after.startswith("[('gelu',), ('rope',)] ")
    assert after.count("can't be written (read-only)") == 1
    assert names(Database(place)) == ["rope"]


def test_a_full_disk_is_told_once_and_what_was_there_stays(tmp_path: Path) -> None:
    add(Database(tmp_path), "rope")
    size = (tmp_path / "progress.db").stat().st_size

    script = f"""
    import resource
    from pathlib import Path
    from tfmdrill.progress.database import Database
    resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
    database = Database(Path({str(tmp_path)!r}))
    for number in range(2000):
        with database.connection() as connection:
            connection.execute({ADD!r}, (f"{{number:0100}}",))
    print(len(database.rows({NAMES!r})), database.complaint)
    """
    number, _, complaint = printed_by(script).partition(" ")
    assert int(number) >= 2000  # all but the one on which the disk was full, and rope
    assert complaint.count("can't be written (the disk is full") == 1
    kept = Database(tmp_path)
    assert "rope" in names(kept)
    assert kept.rows("PRAGMA integrity_check") == [("ok",)]


def test_what_state_json_held_is_taken_over_once(tmp_path: Path) -> None:
    legacy = tmp_path / "state.json"
    legacy.write_text(
        """{"schema": 1, "problems": {
        "rope": {"started": true, "passed": true, "gave_up": false, "hints": 2},
        "gelu": {"started": false, "passed": false, "gave_up": true, "hints": 0}},
        "failed": {"/w/gelu.py": {"problem": "gelu", "seed": 71203}}}"""
    )
    records = Records(Database(tmp_path))
    assert set(records.standings()) == {
        Standing("rope", started=True, passed=True),
        Standing("gelu", gave_up=True),
    }
    assert records.failed_seed(Path("/w/gelu.py"), "gelu") == 71203
    legacy.write_text("changed")
    again = Records(Database(tmp_path))
    assert len(again.standings()) == 2
    assert again.database.complaint == ""


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{", "isn't what tfmdrill wrote"),
        (b"", "isn't what tfmdrill wrote"),
        (b'{"schema": 1, "problems": []}', "isn't what tfmdrill wrote"),
        (b"[" * 100_000, "isn't what tfmdrill wrote"),
        (b'{"schema": 1, "problems": {"rope": {"started": "yes"}}, "failed": {}}', "isn't what"),
        (b'{"schema": 1, "problems": {}, "failed": {"a.py": {"problem": "rope"}}}', "isn't what"),
        (b'{"schema": 2, "problems": {}, "failed": {}}', "was written by another version"),
    ],
)
def test_a_state_json_that_is_not_understood_is_told_once_and_stays(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    (tmp_path / "state.json").write_bytes(content)
    database = Database(tmp_path)
    assert names(database) == []
    assert complaint in database.complaint
    assert "isn't taken over" in database.complaint
    add(database, "rope")
    after = Database(tmp_path)
    assert names(after) == ["rope"]
    assert after.complaint == ""
    assert (tmp_path / "state.json").read_bytes() == content
