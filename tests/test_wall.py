"""What a submission sees of the grader, and what the wall leaves behind: nothing."""

import os
import select
import signal
import subprocess
import sys
import textwrap
import venv
from pathlib import Path

import pytest
from walls import GOOD, LIMITS, ask, assert_works, loaded, pids_of, source, value

from tfmdrill.config import Limits
from tfmdrill.errors import GraderFault, UsageError
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Outcome, Tier
from tfmdrill.runner import (
    Died,
    Raised,
    Returned,
    Wall,
)


def test_a_submission_sees_nothing_of_the_grader(numpy_wall: Wall, tmp_path: Path) -> None:
    import tfmdrill

    package = Path(tfmdrill.__file__).parent
    code = f"""
        import os, sys
        def f():
            seen = []
            for path in [{str(package / "errors.py")!r}, {str(package / "runner/wall.py")!r}]:
                try:
                    seen.append(open(path).read())
                except OSError as error:
                    seen.append(type(error).__name__)
            ours = [name for name in sys.modules if "tfmdrill." in name]
            return seen, sorted(os.environ), os.getcwd(), ours
        def g():
            import wall
    """
    os.environ["TFMDRILL_TEST_SECRET"] = "1"
    try:
        with Wall(Framework.NUMPY, deny=[tmp_path]) as wall:
            if wall.isolation.tier is Tier.PROCESS_ONLY:
                pytest.skip("this machine has no Landlock")
            with loaded(wall, code) as submission:
                seen, environment, folder, modules = value(submission.call("f"))  # type: ignore[misc]
                assert seen == ["PermissionError", "PermissionError"]
                assert "TFMDRILL_TEST_SECRET" not in environment
                assert {"USER", "LOGNAME", "SSH_AUTH_SOCK"}.isdisjoint(environment)
                assert (folder, modules) == ("/", [])
                reply = submission.call("g")
                assert isinstance(reply, Raised)
                assert reply.info.type == "ModuleNotFoundError"
    finally:
        del os.environ["TFMDRILL_TEST_SECRET"]


def test_only_the_pipes_are_open_in_a_child(numpy_wall: Wall) -> None:
    code = """
        import os
        def f():
            found = []
            for fd in range(256):
                try:
                    os.fstat(fd)
                    found.append(fd)
                except OSError:
                    pass
            return found
    """
    assert value(ask(numpy_wall, code)) == [0, 1, 2, 3, 4]


def test_submissions_share_no_state(numpy_wall: Wall) -> None:
    code = "import numpy\ndef f():\n    numpy.add = None\n    numpy.random.seed(7)\n    return 1"
    assert ask(numpy_wall, code) == Returned(1)
    assert_works(numpy_wall)
    assert value(ask(numpy_wall, "import numpy\ndef f():\n    return numpy.add is None")) is False


def test_two_children_at_once_answer_for_themselves(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, "f = lambda x: x + 1") as one, loaded(numpy_wall, "f = abs") as two:
        assert value(one.call("f", (-5,))) == -4
        assert value(two.call("f", (-5,))) == 5
        one.close()
        assert value(two.call("f", (-6,))) == 6


def test_pythonpath_is_part_of_the_user_s_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mylib.py").write_text("answer = 42", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Wall(Framework.TEXT) as wall:
        assert value(ask(wall, "import mylib\ndef f():\n    return mylib.answer")) == 42


def test_the_clock_and_the_memory_are_read_from_outside(numpy_wall: Wall) -> None:
    code = """
        import time, numpy
        def f():
            end = time.process_time() + 0.05
            while time.process_time() < end:
                pass
            time.process_time = lambda: 0.0
            return numpy.ones(2**22).nbytes
    """
    with loaded(numpy_wall, code) as submission:
        before = submission.cpu_s()
        used = value(submission.call("f"))
        assert submission.cpu_s() - before >= 0.05
        assert isinstance(used, int)
        assert submission.memory_bytes() >= used


def test_the_kernel_ends_a_child_before_its_zygote_when_memory_is_out(text_wall: Wall) -> None:
    with loaded(text_wall, "def f():\n    pass") as submission:
        assert text_wall._zygote is not None
        pids = (text_wall._zygote.hello().pid, submission._pid)
        zygote, child = (int(Path(f"/proc/{p}/oom_score_adj").read_text("utf-8")) for p in pids)
    assert zygote < child == 1000


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_many_submissions_leave_no_descriptor_and_no_process() -> None:
    with Wall(Framework.TEXT) as wall:
        echo = "def f(x):\n    return x"
        ask(wall, echo, 0)
        before = open_descriptors()
        for i in range(500):
            with wall.submit(source(echo)) as submission:
                if i % 50 == 0:
                    submission.load()
                    assert submission.call("f", (i,)) == Returned(i)
        assert open_descriptors() == before
        assert pids_of(wall) == set()
        zygote = wall._zygote
    assert zygote is not None
    with pytest.raises(ProcessLookupError):
        os.kill(zygote.hello().pid, 0)


def test_a_zygote_that_was_killed_is_replaced() -> None:
    with Wall(Framework.TEXT) as wall:
        assert ask(wall, "def f():\n    return 1") == Returned(1)
        assert wall._zygote is not None
        os.kill(wall._zygote.hello().pid, signal.SIGKILL)
        assert ask(wall, "def f():\n    return 2") == Returned(2)


def test_closing_the_wall_ends_a_busy_child() -> None:
    wall = Wall(Framework.TEXT)
    submission = loaded(wall, "def f():\n    pass")
    pid = submission._pid
    wall.close()
    wall.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    reply = submission.call("f")
    assert isinstance(reply, Died)


def test_a_grader_that_is_killed_leaves_nothing_running() -> None:
    script = """
        import sys
        from tfmdrill.model.problem import Framework
        from tfmdrill.model.source import Source
        from tfmdrill.runner import Wall
        wall = Wall(Framework.TEXT)
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
        pids = [int(word) for word in grader.stdout.readline().split()]
        fds = [os.pidfd_open(pid) for pid in pids]
        grader.kill()
    for fd in fds:
        assert select.select([fd], [], [], 30.0)[0], "it still runs"
        os.close(fd)


def test_ctrl_c_during_a_call_ends_the_child(numpy_wall: Wall) -> None:
    def interrupted(_: int) -> int:
        raise KeyboardInterrupt

    submission = loaded(numpy_wall, "def f(step):\n    return step(1)")
    with pytest.raises(KeyboardInterrupt):
        submission.call("f", (interrupted,))
    assert pids_of(numpy_wall) == set()
    assert isinstance(submission.call("f", (1,)), Died)
    assert_works(numpy_wall)


def test_a_worker_that_serves_once_gives_the_same_answers() -> None:
    with Wall(Framework.NUMPY, limits=LIMITS, single_use=True) as wall:
        assert dict(wall.isolation.missing).keys() == {"namespaces"} or os.name != "posix"
        with loaded(wall, GOOD) as one, loaded(wall, GOOD) as two:
            assert [value(s.call("f", (4,))) for s in (one, two, one)] == [8, 8, 8]
        reply = ask(wall, "import os\ndef f():\n    os._exit(3)")
        assert isinstance(reply, Died)
        assert "exit code 3" in reply.message
        reply = ask(wall, "def f():\n    while True: pass")
        assert isinstance(reply, Died)
        assert reply.outcome is Outcome.TIMEOUT
        assert_works(wall)


def test_a_layer_that_fails_in_the_child_is_the_grader_s_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # More address space than there is: the kernel refuses the limit, and no code may run.
    with Wall(Framework.TEXT, limits=Limits(memory_bytes=2**70)) as wall:
        submission = None
        with pytest.raises(GraderFault, match="locked down"):
            submission = wall.submit(source(GOOD))
        assert submission is None


def test_a_framework_that_isn_t_installed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bare/bin/python"))
    with (
        Wall(Framework.TORCH) as wall,
        pytest.raises(UsageError, match="pip install torch"),
    ):
        wall.submit(source(GOOD))
