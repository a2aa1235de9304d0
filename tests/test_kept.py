"""The grader that outlives a command: asked by the next one, missed by nobody, never another's.

The oracle is the kernel, which tells the processes, and the verdicts of a grader of one's own.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest
from command import COMMAND, TINY, Shell
from keeping import RIGHT, wait_for_the_end_of

from tfmdrill import config, errors, sockets
from tfmdrill.catalogue import active_packs
from tfmdrill.grading import Grader
from tfmdrill.kept import client, protocol
from tfmdrill.kept.protocol import Answer, Ask, Lost
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome, Report, Tier
from tfmdrill.model.request import GradeRequest
from tfmdrill.model.source import Source
from tfmdrill.practice.warm import WarmGrader

WRONG = RIGHT.replace("x + x", "x * x")
NO_TIMES = ("elapsed_s", "seed")


@pytest.fixture
def place(runtime: Path) -> client.Place:
    """A place with a kept grader that listens."""
    place = client.own_place()
    client.leave_one(place)
    assert status(place)
    return place


def status(place: client.Place) -> int:
    """The pid of the kept grader."""
    return next(grader.process for grader in client.kept_graders())


def graders(shell: Shell) -> list[int]:
    """The pids of what is kept, as the command tells them."""
    document = json.loads(shell.succeed("server", "--json"))
    return [grader["process"] for grader in document["kept"]["graders"]]


def asked(code: str, **changes: object) -> Ask:
    values: dict[str, object] = {
        "slug": "double-it",
        "packs": tuple(
            (p.name, str(p.problems_dir), str(p.graders_dir), p.slugs) for p in active_packs([TINY])
        ),
        "source": Source("mine.py", code.encode()),
        "framework": Framework.NUMPY,
        "seed": 7,
        "only": (),
        "beside": False,
        "require_tier": None,
        "limit_scale": 1.0,
        "deny": (),
    }
    return Ask(**(values | changes))  # type: ignore[arg-type]


def found(place: client.Place, ask: Ask, meanwhile: Callable[[], None] = lambda: None) -> Report:
    return client.ask(place, ask, meanwhile)


def workers_of(service: int) -> list[int]:
    """The pids of those that grade, or wait to; not of those that have ended and aren't reaped."""
    tasks = Path(f"/proc/{service}/task/{service}/children").read_text().split()
    return [int(task) for task in tasks if not has_ended(task)]


def has_ended(pid: str) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return True
    return state in "ZX"


def waiting_worker(service: int, *, ending: Collection[int] = ()) -> int:
    """The pid of the worker that was forked in advance, once there is no other.

    ending: those that may not have ended, though their grade is over.
    """
    while (
        len(workers := workers_of(service)) != 1
        or holds_a_connection(workers[0])
        or (workers[0] in ending)
    ):
        os.sched_yield()
    return workers[0]


def holds_a_connection(worker: int) -> bool:
    """Whether a command waits for this one's answer."""
    sockets_of_graders = {
        f"socket:[{line.split()[6]}]"
        for line in Path("/proc/net/unix").read_text().splitlines()
        if line.endswith(client.SUFFIX)
    }
    with contextlib.suppress(OSError):  # it ends meanwhile
        files = Path(f"/proc/{worker}/fd").iterdir()
        return any(str(file.readlink()) in sockets_of_graders for file in files)
    return False


@contextlib.contextmanager
def in_the_middle(place: client.Place) -> Iterator[tuple[socket.socket, int]]:
    """A connection while a file that never ends is graded, and the pid of who grades it."""
    code = RIGHT.replace("return", "import time; time.sleep(1e6); return")
    with socket.socket(socket.AF_UNIX) as channel:
        channel.connect(str(place.path))
        protocol.send(channel, asked(code))
        assert protocol.exactly(channel, 1) == protocol.TAKEN
        (worker,) = workers_of(status(place))
        yield channel, worker


# The same verdict


@pytest.mark.parametrize("code", [RIGHT, WRONG, "def double_it(", "raise SystemExit"])
def test_its_report_is_that_of_a_grader_of_one_s_own(
    place: client.Place, double_it: Problem, code: str
) -> None:
    request = GradeRequest(double_it, Source("mine.py", code.encode()), Framework.NUMPY, seed=7)
    with Grader() as own:
        expected = own.grade(request)
    report = found(place, asked(code))
    assert report.isolation == expected.isolation
    assert report.checks == expected.checks
    assert report.diagnoses == expected.diagnoses
    assert (report.outcome, report.score, report.seed) == (
        expected.outcome,
        expected.score,
        expected.seed,
    )


def test_its_errors_are_those_of_a_grader_of_one_s_own(
    place: client.Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(errors.UsageError, match="no check 'nonsense'"):
        found(place, asked(RIGHT, only=("nonsense",)))
    with pytest.raises(errors.UsageError, match="no problem is called"):
        found(place, asked(RIGHT, slug="double-at"))
    report = found(place, asked(RIGHT))
    if report.isolation.tier is not Tier.FULL:
        with pytest.raises(errors.TierRefused):
            found(place, asked(RIGHT, require_tier=Tier.FULL))


def test_the_folders_to_hide_go_with_the_request(
    place: client.Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("seen")
    code = RIGHT + f"print(open({str(secret)!r}).read())\n"
    report = found(place, asked(code, deny=(str(tmp_path),)))
    if "landlock" not in report.isolation.layers:
        pytest.skip("this kernel has no Landlock")
    assert "seen" not in report.prints
    assert report.outcome is Outcome.ERROR


# Found again


def test_the_second_grade_is_its_own_and_takes_no_numpy(keeping: Shell) -> None:
    assert "PASSED" in keeping.succeed("grade")
    (first,) = graders(keeping)
    assert "PASSED" in keeping.succeed("grade")
    assert graders(keeping) == [first]
    keeping.env["PYTHONPROFILEIMPORTTIME"] = "1"
    done = keeping.run("grade")
    assert done.returncode == 0
    assert "tfmdrill.kept.client" in done.stderr
    assert "numpy" not in done.stderr


def test_a_failure_is_graded_again_with_its_seed(keeping: Shell) -> None:
    keeping.succeed("grade")
    keeping.write("mine.py", WRONG)
    seeds = set()
    for _ in range(2):
        done = keeping.run("grade", "--json")
        assert done.returncode == 1
        (report,) = json.loads(done.stdout)["reports"]
        seeds.add(report["seed"])
        assert report["outcome"] == "wrong"
    assert len(seeds) == 1


def test_each_grade_without_a_seed_has_a_fresh_one(place: client.Place) -> None:
    assert len({found(place, asked(RIGHT, seed=None)).seed for _ in range(4)}) == 4


def test_an_edited_problem_is_seen(place: client.Place, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(TINY, pack)
    packs = tuple(
        (p.name, str(p.problems_dir), str(p.graders_dir), p.slugs) for p in active_packs([pack])
    )
    assert found(place, asked(RIGHT, packs=packs)).outcome is Outcome.PASSED
    reference = pack / "graders/double-it/reference.py"
    with reference.open("a") as file:
        file.write("\n\nplain = double_it\n\n\ndef double_it(x, *, offset=0.0):\n")
        file.write("    return 3 * plain(x, offset=offset)\n")
    assert found(place, asked(RIGHT, packs=packs)).outcome is Outcome.WRONG


def test_without_server_none_is_asked_and_none_stays(keeping: Shell) -> None:
    keeping.succeed("grade", "--no-server")
    assert graders(keeping) == []
    keeping.env["TFMDRILL_NO_SERVER"] = "1"
    keeping.succeed("grade")
    del keeping.env["TFMDRILL_NO_SERVER"]
    assert graders(keeping) == []


# Missed by nobody


def test_killed_it_is_replaced_after_the_next_grade(keeping: Shell) -> None:
    keeping.succeed("grade")
    (first,) = graders(keeping)
    os.kill(first, signal.SIGKILL)
    wait_for_the_end_of(first)
    assert graders(keeping) == []
    assert "PASSED" in keeping.succeed("grade")
    (second,) = graders(keeping)
    assert second != first


def test_a_worker_killed_in_the_middle_is_lost_and_the_file_graded_all_the_same(
    place: client.Place, double_it: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_the_middle(place) as (channel, worker):
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(Lost):
            protocol.receive(channel, Answer)
    assert status(place)

    def lost(*_: object) -> Report:
        raise Lost("killed")

    monkeypatch.setattr("tfmdrill.practice.warm.ask", lost)
    warm = WarmGrader(
        active_packs([TINY]), [], limit_scale=1.0, keep_warm=True, meanwhile=lambda: None
    )
    with warm:
        source = Source("mine.py", RIGHT.encode())
        report = warm.grade(GradeRequest(double_it, source, Framework.NUMPY))
    assert report.outcome is Outcome.PASSED


def test_who_leaves_in_the_middle_takes_the_grading_along(place: client.Place) -> None:
    with in_the_middle(place) as (channel, worker):
        channel.close()
        wait_for_the_end_of(worker)
    assert found(place, asked(RIGHT)).outcome is Outcome.PASSED


def test_ctrl_c_ends_the_command_and_its_grading(keeping: Shell) -> None:
    keeping.succeed("grade")
    (service,) = graders(keeping)
    waiting = waiting_worker(service)
    keeping.write("mine.py", RIGHT.replace("return", "import time; time.sleep(1e6); return"))
    command = subprocess.Popen(
        [COMMAND, "grade"], cwd=keeping.folder, env=keeping.env, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    while not holds_a_connection(waiting) and command.poll() is None:
        os.sched_yield()
    command.send_signal(signal.SIGINT)
    output, _ = command.communicate()
    assert (command.returncode, "Traceback" in output) == (130, False)
    wait_for_the_end_of(waiting)
    assert graders(keeping) == [service]


def test_after_the_first_grade_already_a_worker_waits(keeping: Shell) -> None:
    keeping.succeed("grade")
    (service,) = graders(keeping)
    waiting = waiting_worker(service)
    keeping.succeed("grade")
    wait_for_the_end_of(waiting)


def test_the_next_worker_waits_and_is_used_once(place: client.Place) -> None:
    at_work: set[int] = set()
    found(place, asked(RIGHT), lambda: at_work.update(workers_of(status(place))))
    first = waiting_worker(status(place), ending=at_work)
    assert found(place, asked(WRONG)).outcome is Outcome.WRONG
    wait_for_the_end_of(first)
    assert waiting_worker(status(place)) != first


def test_who_stops_it_leaves_no_worker_that_could_start_anything(place: client.Place) -> None:
    at_work: set[int] = set()
    found(place, asked(RIGHT), lambda: at_work.update(workers_of(status(place))))
    worker = waiting_worker(status(place), ending=at_work)
    assert client.stop_kept_graders() == 1
    assert not Path(f"/proc/{worker}").exists()


@pytest.mark.parametrize("change", ["limits", "hidden folders", "problem"])
def test_a_worker_that_waits_for_another_sort_of_request_is_not_used(
    place: client.Place, change: str, tmp_path: Path
) -> None:
    found(place, asked(RIGHT))
    waiting = waiting_worker(status(place))
    match change:
        case "limits":
            report = found(place, asked(RIGHT, limit_scale=2.0))
        case "hidden folders":
            secret = tmp_path / "secret.txt"
            secret.write_text("seen")
            code = RIGHT + f"try:\n    print(open({str(secret)!r}).read())\nexcept OSError: pass\n"
            report = found(place, asked(code, deny=(str(tmp_path),)))
            assert "seen" not in report.prints or "landlock" not in report.isolation.layers
        case _:
            with pytest.raises(errors.UsageError):
                found(place, asked(RIGHT, slug="double-at"))
            report = found(place, asked(RIGHT))
    assert report.outcome is Outcome.PASSED
    wait_for_the_end_of(waiting)


@pytest.mark.parametrize("is_stopped", [False, True], ids=["killed", "with its service"])
def test_a_waiting_worker_that_is_gone_is_missed_by_nobody(
    place: client.Place, *, is_stopped: bool
) -> None:
    found(place, asked(RIGHT))
    waiting = waiting_worker(status(place))
    if is_stopped:
        service = status(place)
        client.stop_kept_graders()
        wait_for_the_end_of(service)
        client.leave_one(place)
    else:
        os.kill(waiting, signal.SIGKILL)
    wait_for_the_end_of(waiting)
    assert found(place, asked(RIGHT)).outcome is Outcome.PASSED


def test_it_ends_after_idle_seconds_with_the_worker_that_waits(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "SERVER_IDLE_S", 3.0)
    place = client.own_place()
    client.leave_one(place)
    found(place, asked(RIGHT))
    service = status(place)
    waiting = waiting_worker(service)
    wait_for_the_end_of(service)
    wait_for_the_end_of(waiting)
    assert not place.path.exists()


def test_two_at_once_are_served_side_by_side(place: client.Place) -> None:
    with in_the_middle(place):
        assert found(place, asked(RIGHT)).outcome is Outcome.PASSED


def test_nonsense_disturbs_no_other(place: client.Place) -> None:
    for noise in (b"", b"\xff" * 3, b"\xff" * 64, b"\x03\0\0\0abc"):
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(str(place.path))
            stranger.sendall(noise)
            stranger.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                assert stranger.recv(1) == b""
    assert found(place, asked(RIGHT)).outcome is Outcome.PASSED


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_name_that_is_no_unicode_is_graded_by_one_s_own(keeping: Shell, *, is_kept: bool) -> None:
    if is_kept:
        keeping.succeed("grade")
    name = os.fsdecode(b"mine\xff.py")
    keeping.write(name, RIGHT)
    done = subprocess.run(
        [COMMAND, "grade", name], cwd=keeping.folder, env=keeping.env, capture_output=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, b"PASSED" in done.stdout) == (0, True), done


def test_it_ends_when_its_socket_is_gone(
    runtime: Path, monkeypatch: pytest.MonkeyPatch, place: client.Place
) -> None:
    pid = status(place)
    assert pid is not None
    assert client.stop_kept_graders() == 1
    wait_for_the_end_of(pid)
    assert list((runtime / "tfmdrill").glob(f"*{client.SUFFIX}")) == []


# Never another's


def test_another_state_of_the_files_has_another_place(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.own_place().path
    assert client.own_place().path == before
    monkeypatch.setattr(sockets, "__version__", "0.0.1")
    assert client.own_place().path != before
    monkeypatch.undo()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    stamp = sockets.stamp
    edited = Path(config.__file__)
    monkeypatch.setattr(
        sockets, "stamp", lambda path: stamp(path) + ("!" if path == edited else "")
    )
    assert client.own_place().path != before


@pytest.mark.parametrize("spoilt", ["socket open", "no socket"])
def test_what_others_could_have_made_is_not_asked(runtime: Path, spoilt: str) -> None:
    place = client.own_place()
    with socket.socket(socket.AF_UNIX) as listener:
        if spoilt == "no socket":
            place.path.write_text("")
        else:
            listener.bind(str(place.path))
            listener.listen()
            place.path.chmod(0o777)
        with pytest.raises(Lost):
            found(place, asked(RIGHT))
