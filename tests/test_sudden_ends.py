"""Processes that write at once, and processes killed while they write: nothing kept is lost."""

import os
import random
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from command import TINY
from practised import MONDAY, attempt, opened

from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records

TESTS = Path(__file__).parent
SQUARED = (
    "# tfmdrill: double-it (numpy)\ndef double_it(x, *, offset=0.0):\n    return x * x + offset\n"
)


def process(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    """Runs the script in a process of its own, its printed lines in a pipe."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(TESTS), "PYTHONUNBUFFERED": "1"},
    )


ADD = """
import sys
from pathlib import Path
from practised import after, attempt, opened
records = opened(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    name = f"{sys.argv[2]}-{number % 7}"
    records.add(attempt(name, after(minutes=number), "a-mistake", seed=number), Path(name))
    print(number + 1)
print(records.database.complaint)
"""


def whole(folder: Path) -> Records:
    """The records, which must be in order: checked by SQLite, and against each other."""
    records = opened(folder)
    assert records.database.rows("PRAGMA integrity_check") == [("ok",)]
    assert records.database.rows("PRAGMA foreign_key_check") == []
    names = {a.name for a in records.attempts()}
    assert {s.problem for s in records.standings()} == names
    assert records.database.rows("SELECT count(*) FROM failed_seeds") == [(len(names),)]
    assert records.database.complaint == ""
    return records


def test_two_processes_that_record_at_once_lose_nothing(tmp_path: Path) -> None:
    both = [process(ADD, tmp_path, name, 500) for name in ("one", "other")]
    printed = [each.communicate()[0].decode().split("\n") for each in both]
    assert [lines[-2:] for lines in printed] == [["", ""], ["", ""]]  # no complaint
    attempts = whole(tmp_path).attempts()
    for name in ("one", "other"):
        seeds = [a.seed for a in attempts if a.problem.startswith(f"{name}-")]
        assert seeds == list(range(500))


def killed_while_it_writes(folder: Path, draw: random.Random) -> int:
    """Kills a process that records without end at some moment; how many it said were kept."""
    writer = process(ADD, folder, f"w{draw.randrange(10**9)}", 10**6)
    assert writer.stdout is not None
    said = b""
    for _ in range(draw.randint(1, 20)):
        said += os.read(writer.stdout.fileno(), 65536)
    # Somewhere within a write: they take about a millisecond each.
    select.select([], [], [], draw.uniform(0, 0.003))
    writer.kill()
    said += writer.communicate()[0]
    assert writer.returncode == -signal.SIGKILL
    return len(said.split(b"\n")) - 1  # a line cut short isn't counted


def test_a_process_killed_at_any_moment_leaves_a_good_database(tmp_path: Path) -> None:
    draw, kept = random.Random(4), 0
    for _ in range(15):
        said = killed_while_it_writes(tmp_path, draw)
        found = len(whole(tmp_path).attempts())
        # What was said to be kept is; of the grade under way all or nothing.
        assert kept + said <= found <= kept + said + 1
        kept = found


@pytest.mark.slow
def test_a_process_killed_at_hundreds_of_moments_leaves_a_good_database(tmp_path: Path) -> None:
    draw, kept = random.Random(5), 0
    for _ in range(300):
        said = killed_while_it_writes(tmp_path, draw)
        found = len(whole(tmp_path).attempts())
        assert kept + said <= found <= kept + said + 1
        kept = found


HALF = """
import os, signal, sys
from pathlib import Path
from practised import MONDAY, attempt, opened
from tfmdrill.progress.records import keep_attempt
records = opened(Path(sys.argv[1]))
with records.database.connection() as connection:
    connection.execute("PRAGMA cache_size = 5")  # pages: the rest is in the file before the end
    for number in range(5000):
        keep_attempt(connection, str(number), attempt("half", MONDAY), MONDAY.date())
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_killed_with_half_a_transaction_in_the_file_leaves_none_of_it(
    tmp_path: Path,
) -> None:
    before = opened(tmp_path)
    before.add(attempt("rope", MONDAY), Path("rope.py"))
    before.database.close()
    size = (tmp_path / "progress.db").stat().st_size
    killed = process(HALF, tmp_path)
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    assert (tmp_path / "progress.db").stat().st_size > size  # so the file was half written
    assert (tmp_path / "progress.db-journal").stat().st_size > 0
    assert [a.problem for a in whole(tmp_path).attempts()] == ["rope"]
    assert (tmp_path / "progress.db").stat().st_size == size


FIRST = """
import os, signal, sys
from pathlib import Path
from tfmdrill.progress import database
made = []
real = database._connect
class Dying:
    def __init__(self, connection): self.connection = connection
    def __getattr__(self, name): return getattr(self.connection, name)
    def execute(self, *arguments):
        made.append(arguments[0])
        if len(made) > int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        return self.connection.execute(*arguments)
database._connect = lambda name: Dying(real(name))
print(database.Database(Path(sys.argv[1])).rows("SELECT count(*) FROM attempts"))
"""


def test_a_process_killed_while_it_makes_the_database_leaves_a_good_one(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(
        '{"schema": 1, "problems": {"rope": {"started": true, "passed": true, "gave_up": false}},'
        '"failed": {}}'
    )
    steps = 0
    while True:
        steps += 1
        dying = process(FIRST, tmp_path, steps)
        dying.communicate()
        if dying.returncode == 0:
            break
        assert dying.returncode == -signal.SIGKILL
    assert steps > 10
    standings = Records(Database(tmp_path)).standings()
    assert [(s.problem, s.passed) for s in standings] == [("rope", True)]


GRADE = """
import sys
from pathlib import Path
from practised import after
from tfmdrill.practice.grade import FilesToGrade, grade_file, open_grader, remember, submitted_files
from tfmdrill.progress.database import Database
from tfmdrill.progress.records import Records
records = Records(Database(Path(sys.argv[1])))
file = Path(sys.argv[2])
request = FilesToGrade(files=(file,), packs=(Path(sys.argv[3]),))
(item,) = submitted_files(request)
with open_grader(request, [file]) as grader:
    for number in range(500):
        report = grade_file(grader, request, item, records)
        remember(item, report, request, records, after(minutes=number))
print(records.database.complaint)
"""


@pytest.mark.slow
def test_two_processes_that_grade_500_times_each_lose_nothing(place: Path) -> None:
    both = []
    for name in ("one.py", "other.py"):
        (place / name).write_text(SQUARED)
        both.append(process(GRADE, place / "data", place / name, TINY))
    assert [each.communicate()[0] for each in both] == [b"\n", b"\n"]
    attempts = opened(place / "data").attempts()
    assert len(attempts) == 1000
    assert {a.bugs for a in attempts} == {("squared",)}
    assert opened(place / "data").database.rows("PRAGMA integrity_check") == [("ok",)]
