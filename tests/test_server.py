"""A zygote that outlives its grader: found again, never another's, and missed by nobody.

The oracle is the kernel: which process answers, which ones are left.
"""

import contextlib
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from command import Shell
from keeping import RIGHT, wait_for_the_end_of
from walls import ask, loaded, value

from tfmdrill import config, sockets
from tfmdrill.errors import UsageError
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.grading.candidate import Answers, Candidate
from tfmdrill.grading.plan import Step
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner import Returned, Submission, Wall, ZygoteGone, server
from tfmdrill.runner.inside import framing, zygote
from tfmdrill.runner.inside.zygote import Door

ECHO = Source(
    "echo.py", b"import os\ndef f(x):\n    return x\ndef read(p):\n    return open(p).read()\n"
)


def kept(shell: Shell) -> list[int]:
    """The pids of what is kept, as the command tells them."""
    document = json.loads(shell.succeed("server", "--json"))
    return [zygote["process"] for zygote in document["kept"]["zygotes"]]


def answered(wall: Wall) -> Submission:
    submission = wall.submit(ECHO)
    assert isinstance(submission.load(), Returned)
    assert submission.call("f", (7,)) == Returned(7)
    return submission


def zygote_of(wall: Wall) -> int:
    assert wall._zygote is not None
    return int(wall._zygote.hello().pid)


def text_wall() -> Wall:
    return Wall(Framework.TEXT, keep_warm=True)


# Found again


def test_a_second_grade_is_served_by_the_same_process(keeping: Shell) -> None:
    assert "PASSED" in keeping.succeed("grade")
    (first,) = kept(keeping)
    assert "PASSED" in keeping.succeed("grade")
    assert kept(keeping) == [first]


def test_each_framework_has_a_process_of_its_own(runtime: Path) -> None:
    with text_wall() as one, Wall(Framework.NUMPY, keep_warm=True) as other:
        answered(one)
        answered(other)
        assert zygote_of(one) != zygote_of(other)
        assert len(list(server.kept_zygotes())) == 2


def test_without_server_nothing_stays(keeping: Shell) -> None:
    keeping.succeed("grade", "--no-server")
    assert kept(keeping) == []
    keeping.env["TFMDRILL_NO_SERVER"] = "1"
    keeping.succeed("grade")
    assert "TFMDRILL_NO_SERVER is set" in keeping.succeed("server")
    assert list(server.kept_zygotes()) == []


def test_other_commands_keep_nothing(keeping: Shell) -> None:
    keeping.succeed("dispute")
    assert kept(keeping) == []


def test_two_graders_at_once_share_it_and_are_told_apart(runtime: Path) -> None:
    with text_wall() as one, text_wall() as other:
        first, second = answered(one), answered(other)
        assert zygote_of(one) == zygote_of(other)
        second.close()
        other.close()
        assert first.call("f", ("still here",)) == Returned("still here")


def test_the_folders_to_hide_come_with_each_grader(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PYTHONPATH is readable to a submission, unless a grader's own folders are there."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    canary = tmp_path / "canary.txt"
    canary.write_text("seen")
    with text_wall() as open_wall, Wall(Framework.TEXT, deny=[tmp_path], keep_warm=True) as closed:
        if "landlock" not in open_wall.isolation.layers:
            pytest.skip("this kernel has no Landlock")
        assert answered(open_wall).call("read", (str(canary),)) == Returned("seen")
        assert not isinstance(answered(closed).call("read", (str(canary),)), Returned)
        assert answered(open_wall).call("read", (str(canary),)) == Returned("seen")
        assert zygote_of(open_wall) == zygote_of(closed)


def test_an_ended_grader_takes_its_children_with_it_and_nothing_else(runtime: Path) -> None:
    script = """
        from tfmdrill.model.problem import Framework
        from tfmdrill.model.source import Source
        from tfmdrill.runner import Wall
        wall = Wall(Framework.TEXT, keep_warm=True)
        s = wall.submit(Source("a.py", b"def f():\\n    while True: pass"))
        s.load()
        print(s._pid, wall._zygote.hello().pid, flush=True)
        s.call("f", cpu_s=1000.0)
    """
    grader = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    )
    with grader:
        assert grader.stdout is not None
        child, zygote = map(int, grader.stdout.readline().split())
        grader.kill()
    wait_for_the_end_of(child)
    with text_wall() as wall:
        answered(wall)
        assert zygote_of(wall) == zygote


# Never another's


@pytest.mark.parametrize("what", ["version", "prefix", "PYTHONPATH", "file", "limit"])
def test_another_version_or_environment_has_another_key(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "inside"
    shutil.copytree(server.MAIN.parent, inside)
    monkeypatch.setattr(server, "MAIN", inside / server.MAIN.name)
    before = server.environment_key(Framework.NUMPY)
    assert server.environment_key(Framework.NUMPY) == before
    assert server.environment_key(Framework.TEXT) != before
    match what:
        case "version":
            monkeypatch.setattr(sockets, "__version__", "0.0.1")
        case "prefix":
            monkeypatch.setattr(sys, "prefix", "/elsewhere")
        case "PYTHONPATH":
            monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        case "file":
            os.utime(inside / "child.py", ns=(1, 1))
        case "limit":
            monkeypatch.setattr(sockets.resource, "getrlimit", lambda kind: (kind, kind))
    assert server.environment_key(Framework.NUMPY) != before


@pytest.mark.parametrize("package", ["numpy", "torch"])
def test_an_upgraded_framework_has_another_key(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / package).mkdir()
    init = tmp_path / package / "__init__.py"
    init.write_text("")
    monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    before = server.environment_key(Framework.TORCH)
    os.utime(init, ns=(1, 1))
    assert server.environment_key(Framework.TORCH) != before


@pytest.mark.parametrize("spoilt", ["folder open", "folder a link", "socket open", "no socket"])
def test_what_others_could_have_made_is_not_trusted(runtime: Path, spoilt: str) -> None:
    folder = runtime / "tfmdrill"
    path = folder / f"{server.environment_key(Framework.TEXT)}.sock"
    if spoilt == "folder a link":
        (runtime / "theirs").mkdir(mode=0o700)
        folder.symlink_to(runtime / "theirs")
    else:
        folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        if spoilt == "no socket":
            path.write_text("")
        elif spoilt == "socket open":
            listener.bind(str(path))
            listener.listen()
            path.chmod(0o777)
        elif spoilt == "folder open":
            folder.chmod(0o755)
        with pytest.raises(sockets.Unusable):
            server.reach(Framework.TEXT)
        with text_wall() as wall:
            answered(wall)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
@pytest.mark.parametrize(("uid", "served"), [(65534, False), (0, True)])
def test_only_the_same_user_is_served(uid: int, served: bool) -> None:
    folder = Path(tempfile.mkdtemp(prefix="tfd-"))
    folder.chmod(0o777)
    path = folder / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        path.chmod(0o777)
        listener.listen()
        script = f"import os, socket; os.setuid({uid}); socket.socket(1).connect({str(path)!r})"
        subprocess.run([sys.executable, "-S", "-c", script], check=True)
        door = Door(listener, idle_s=100.0)
        channel = door.accept()
        assert (channel is not None) is served
        if channel is not None:
            channel.close()
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_another_user_who_listens_on_our_socket_gets_nothing(runtime: Path) -> None:
    path = sockets.server_folder() / f"{server.environment_key(Framework.TEXT)}.sock"
    script = f"""
        import os, socket, sys
        s = socket.socket(socket.AF_UNIX)
        s.bind({str(path)!r})
        os.chmod({str(path)!r}, 0o600)
        os.setuid(65534)
        s.listen()
        print("ready", flush=True)
        sys.stdin.read()
    """
    listener = subprocess.Popen(
        [sys.executable, "-S", "-c", textwrap.dedent(script)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with listener:
        assert listener.stdout is not None
        assert listener.stdout.readline() == "ready\n"
        with pytest.raises(sockets.Unusable, match="another user listens"):
            server.reach(Framework.TEXT)
        with text_wall() as wall:
            answered(wall)
        assert listener.stdin is not None
        listener.stdin.close()


def test_while_another_grader_holds_the_lock_one_s_own_zygote_does(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "LOCK_TRIES", 2)
    with (sockets.server_folder() / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(sockets.Unusable, match="holds the lock"):
            server.reach(Framework.TEXT)
        with text_wall() as wall:
            answered(wall)


def test_a_door_whose_file_is_gone_or_another_s_is_closed(tmp_path: Path) -> None:
    folder = Path(tempfile.mkdtemp(prefix="tfd-"))
    path = folder / "s"
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as other:
        listener.bind(str(path))
        listener.listen()
        door = Door(listener, idle_s=100.0)
        assert door.left_s() > 99
        path.rename(folder / "old")
        assert door.left_s() == 0
        other.bind(str(path))
        assert door.left_s() == 0
        door.close()
        assert path.exists(), "the other's socket was removed"
    shutil.rmtree(folder)


# Missed by nobody


def test_a_killed_one_is_replaced_by_the_next_grade(keeping: Shell) -> None:
    keeping.succeed("grade")
    (first,) = kept(keeping)
    os.kill(first, signal.SIGKILL)
    wait_for_the_end_of(first)
    assert first not in kept(keeping)  # the worker that waits may have started another
    assert "PASSED" in keeping.succeed("grade")
    while not (second := kept(keeping)):  # or will, now that it is needed again
        time.sleep(0.01)
    assert first not in second


def test_killed_before_a_fork_the_wall_has_one_of_its_own(runtime: Path) -> None:
    with text_wall() as wall:
        answered(wall)
        first = zygote_of(wall)
        os.kill(first, signal.SIGKILL)
        answered(wall)
        assert zygote_of(wall) != first
        assert list(server.kept_zygotes()) == []


def test_killed_during_a_call_it_is_no_fault_of_the_submission(runtime: Path) -> None:
    with text_wall() as wall:
        submission = answered(wall)
        os.kill(zygote_of(wall), signal.SIGKILL)
        wait_for_the_end_of(submission._pid)
        with pytest.raises(ZygoteGone):
            submission.call("f", (1,))


def test_killed_during_a_grade_the_file_is_graded_all_the_same(
    runtime: Path, double_it: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    answers = Candidate.answers

    def killing(self: Candidate, steps: Sequence[Step]) -> Iterator[Answers]:
        for answer in answers(self, steps):
            if not killed:
                killed.append(zygote_of(self._wall))
                os.kill(killed[0], signal.SIGKILL)
                wait_for_the_end_of(killed[0])
            yield answer

    monkeypatch.setattr(Candidate, "answers", killing)
    source = Source("mine.py", RIGHT.encode())
    with Grader(keep_warm=True) as grader:
        report = grader.grade(GradeRequest(double_it, source, Framework.NUMPY))
    assert (report.outcome, report.score) == (Outcome.PASSED, 1.0)
    assert killed


def test_killed_while_a_child_waits_ready_another_is_forked(runtime: Path) -> None:
    with text_wall() as wall:
        wall.prepare()
        assert wall._spare is not None
        os.kill(zygote_of(wall), signal.SIGKILL)
        wait_for_the_end_of(wall._spare._pid)
        answered(wall)


LEFT_BEHIND = """
import linecache, random, sys
def f():
    modules = sys.modules["submission"].__file__, "torch.optim" in sys.modules
    return [modules, sorted(linecache.cache), random.random(), %s]
"""
DRAWS = {
    Framework.TEXT: "0",
    Framework.NUMPY: "__import__('numpy').random.rand()",
    Framework.TORCH: "__import__('torch').rand(1).item()",
}


@pytest.mark.parametrize("framework", Framework)
def test_a_child_that_was_ready_in_advance_is_like_any_other(framework: Framework) -> None:
    if framework is Framework.TORCH:
        pytest.importorskip("torch")
    code = LEFT_BEHIND % DRAWS[framework]
    with Wall(framework) as wall:
        fresh = value(ask(wall, code))
        wall.prepare()
        spare = wall._spare
        assert spare is not None
        with loaded(wall, code) as submission:
            assert submission is spare
            assert value(submission.call("f")) == fresh
            assert submission.prints == ""  # no warning about what it did before


def test_a_stale_socket_is_replaced(runtime: Path) -> None:
    folder = sockets.server_folder()
    with socket.socket(socket.AF_UNIX) as listener:
        path = folder / f"{server.environment_key(Framework.TEXT)}.sock"
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen()
    with text_wall() as wall:
        answered(wall)
        assert [z.process for z in server.kept_zygotes()] == [zygote_of(wall)]


@pytest.mark.parametrize("where", ["a file", "missing", "too long"])
def test_without_a_usable_runtime_folder_a_grade_still_passes(
    keeping: Shell, runtime: Path, where: str
) -> None:
    match where:
        case "a file":
            (runtime / "tfmdrill").write_text("")
            folder = runtime
        case "missing":
            folder = runtime / "no/such"
        case _:
            folder = runtime / ("long" * 30)
            folder.mkdir(mode=0o700)
    keeping.env["XDG_RUNTIME_DIR"] = str(folder)
    assert "PASSED" in keeping.succeed("grade")
    assert kept(keeping) == []


def test_a_full_disk_for_the_socket_is_no_error(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(server, "start_zygote", full)
    with text_wall() as wall:
        answered(wall)


def test_who_talks_nonsense_or_stalls_disturbs_no_other(runtime: Path) -> None:
    with text_wall() as wall:
        answered(wall)
        (path,) = (runtime / "tfmdrill").glob("*.sock")
        for noise in (b"", b"nonsense" * 100, b"tfd1" + b"\xff" * 12, b"tf"):
            with socket.socket(socket.AF_UNIX) as stranger:
                stranger.connect(str(path))
                stranger.sendall(noise)
                stranger.shutdown(socket.SHUT_WR)
        for op, value in (
            ("fork", {"lazy_torch": False, "memory_bytes": None}),
            ("reap", 1),
            ("open", 3),
            ("dance", 0),
        ):
            with socket.socket(socket.AF_UNIX) as stranger:
                stranger.connect(str(path))
                framing.send_with_fds(stranger, op, value)
        answered(wall)
        assert zygote_of(wall) == next(iter(server.kept_zygotes())).process


def test_it_ends_by_itself_after_idle_minutes(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "SERVER_IDLE_S", 0.05)
    with text_wall() as wall:
        answered(wall)
        pid = zygote_of(wall)
    wait_for_the_end_of(pid)
    assert list((runtime / "tfmdrill").glob("*.sock")) == []


@pytest.mark.parametrize(("rehearsed", "is_used"), [(False, True), (True, False)])
def test_a_child_that_only_waited_keeps_the_zygote_no_longer(
    runtime: Path, monkeypatch: pytest.MonkeyPatch, rehearsed: bool, is_used: bool
) -> None:
    now = 1000.0
    monkeypatch.setattr(zygote.time, "monotonic", lambda: now)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(sockets.server_folder() / "any.sock"))
        listener.listen()
        door = Door(listener, idle_s=100.0)
        kept_one = zygote._Zygote({}, door, single_use=False)
        ours, theirs = socket.socketpair()
        kept_one._welcome(zygote.Grader(theirs))
        with ours:
            forked = {"lazy_torch": False, "memory_bytes": None, "rehearsed": rehearsed}
            framing.send_with_fds(ours, "fork", forked)  # refused: it isn't opened
            kept_one._attend(theirs.fileno())
        now += 90.0
        kept_one._attend(theirs.fileno())
        assert door.left_s() == (100.0 if is_used else 10.0)


def test_stop_ends_all_and_says_how_many(keeping: Shell) -> None:
    assert "Nothing was running." in keeping.succeed("server", "--stop")
    keeping.succeed("grade")
    (pid,) = kept(keeping)
    assert "Ended 2." in keeping.succeed("server", "--stop")
    wait_for_the_end_of(pid)
    assert "Nothing is kept ready" in keeping.succeed("server")


def test_stop_clears_up_after_one_that_was_killed(keeping: Shell, runtime: Path) -> None:
    keeping.succeed("grade")
    (pid,) = kept(keeping)
    os.kill(pid, signal.SIGKILL)
    wait_for_the_end_of(pid)
    assert len(list((runtime / "tfmdrill").glob("*.sock"))) == 1
    keeping.succeed("server", "--stop")
    assert list((runtime / "tfmdrill").glob("*.sock")) == []


def test_server_and_doctor_show_it(keeping: Shell) -> None:
    keeping.succeed("grade")
    (pid,) = kept(keeping)
    for command in ("server", "doctor"):
        text = " ".join(keeping.succeed(command).split())
        assert "Kept ready for the next grade" in text
        assert f"process {pid}" in text
        assert "ends after 15 without a grade" in text
    document = json.loads(keeping.succeed("doctor", "--json"))
    assert [z["process"] for z in document["kept"]["zygotes"]] == [pid]


def test_server_takes_no_words(keeping: Shell) -> None:
    assert "unexpected extra argument" in keeping.fail("server", "stop")


def test_a_missing_framework_is_said_and_nothing_stays(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import venv

    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare/bin/python"))
    with Wall(Framework.NUMPY, keep_warm=True) as wall, pytest.raises(UsageError, match="numpy"):
        answered(wall)
    with contextlib.suppress(StopIteration):
        wait_for_the_end_of(next(server.kept_zygotes()).process)


def test_an_end_that_closes_as_soon_as_it_has_the_message_is_no_error() -> None:
    ours, theirs = socket.socketpair()

    class Closing(socket.socket):
        def send(self, data: bytes, flags: int = 0) -> int:  # type: ignore[override]
            sent = super().send(data, flags)
            theirs.close()
            return sent

    with Closing(fileno=ours.detach()) as channel:
        framing.send_with_fds(channel, "stop")
