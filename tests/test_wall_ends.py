"""However a submission ends, it is an outcome, nothing is left, and the next one isn't affected.

The kernel tells which processes are left.
"""

import select
import struct
import textwrap

import pytest
from walls import ask, assert_works, loaded, pids_of, source, value

from tfmdrill.model.report import Outcome
from tfmdrill.runner import (
    Died,
    Raised,
    Returned,
    Wall,
)

ENDS = [
    ("import os\nos._exit(0)", Outcome.ERROR, "exit code 0"),
    ("import os\nos.abort()", Outcome.ERROR, "crashed"),
    ("import ctypes\nctypes.string_at(0)", Outcome.ERROR, "segmentation fault"),
    ("while True: pass", Outcome.TIMEOUT, "CPU"),
    ("import time\ntime.sleep(100)", Outcome.TIMEOUT, "waiting"),
    ("import signal\nfor s in range(1, 32):\n  try: signal.signal(s, signal.SIG_IGN)\n"
     "  except OSError: pass\nwhile True: pass", Outcome.TIMEOUT, ""),
    ("while True:\n  try:\n    while True: pass\n  except BaseException: pass",
     Outcome.TIMEOUT, ""),
    ("import threading\nfor i in range(3): threading.Thread(target=spin).start()\nspin()",
     Outcome.TIMEOUT, ""),
    ("for i in range(10**9): print(i)", Outcome.OUTPUT_FLOOD, "printed"),
    ("import sys\nwhile True: sys.stderr.write('x' * 10**6)", Outcome.OUTPUT_FLOOD, ""),
    ("import os\nos.closerange(0, 4096)", Outcome.ERROR, "ended the process"),
    ("import os\nos.close(4)\nwhile True: pass", Outcome.BROKEN_PROTOCOL, "closed"),
    ("import os\nos.write(4, b'x' * 100)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os\nos.write(4, b'tfd1' + b'\\xff' * 12)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os, struct\nh = b'[' * 60000\n"
     "os.write(4, struct.pack('<4sIQ', b'tfd1', len(h), 0) + h)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os, struct\nh = b'[\"fault\",2,null]'\n"
     "os.write(4, struct.pack('<4sIQ', b'tfd1', len(h), 0) + h)", Outcome.BROKEN_PROTOCOL, ""),
    ("import os, struct\nh = b'[\"callback\",2,{\"dict\":[\"number\",99,\"args\",{\"tuple\":[]},"
     "\"kwargs\",{\"dict\":[]}]}]'\n"
     "os.write(4, struct.pack('<4sIQ', b'tfd1', len(h), 0) + h)", Outcome.BROKEN_PROTOCOL, ""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "outcome", "says"), ENDS, ids=range(len(ENDS)))
def test_an_end_is_an_outcome_and_leaves_nothing(
    numpy_wall: Wall, body: str, outcome: Outcome, says: str
) -> None:
    code = f"def spin():\n  while True: pass\ndef f(x):\n{textwrap.indent(body, '  ')}\n"
    submission = loaded(numpy_wall, code)
    reply = submission.call("f", (1,))
    assert isinstance(reply, Died), reply
    assert reply.outcome is outcome, reply
    assert says in reply.message
    assert submission.call("f", (1,)) == reply  # it stays dead
    submission.close()
    assert pids_of(numpy_wall) == set()
    assert_works(numpy_wall)


def test_a_child_that_stops_itself_runs_into_the_wall_clock(numpy_wall: Wall) -> None:
    # As the first process of a namespace it can't even be stopped: then it just returns.
    code = "import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGSTOP)\n    return 1"
    reply = ask(numpy_wall, code)
    assert reply == Returned(1) or (
        isinstance(reply, Died | Raised)
        and (isinstance(reply, Raised) or reply.outcome is Outcome.TIMEOUT)
    )
    assert_works(numpy_wall)


def test_a_frame_in_advance_is_found_at_the_next_request(numpy_wall: Wall) -> None:
    code = """
        import os, struct
        def f():
            header = b'["returned",2,41]'
            os.write(4, struct.pack("<4sIQ", b"tfd1", len(header), 0) + header)
            return 42
    """
    with loaded(numpy_wall, code) as submission:
        submission.call("f")
        reply = submission.call("f")
        assert isinstance(reply, Died)
        assert reply.outcome is Outcome.BROKEN_PROTOCOL


def test_an_answer_before_its_question_is_found(numpy_wall: Wall) -> None:
    code = """
        import os, struct, threading
        def send():
            header = b'["returned",3,41]'
            os.write(4, struct.pack("<4sIQ", b"tfd1", len(header), 0) + header)
        def f():
            threading.Timer(0.2, send).start()  # after the answer to this call
    """
    with loaded(numpy_wall, code) as submission:
        assert submission.call("f") == Returned(None)
        select.select([submission._channel._results], [], [], 30.0)
        reply = submission.call("f")
        assert isinstance(reply, Died)
        assert reply.outcome is Outcome.BROKEN_PROTOCOL


def test_frames_sprayed_on_every_descriptor_earn_nothing(numpy_wall: Wall) -> None:
    header = b'["returned",3,"forged"]'
    frame = struct.pack("<4sIQ", b"tfd1", len(header), 0) + header
    code = f"""
        import os
        for fd in range(256):
            try:
                os.write(fd, {frame!r})
            except OSError:
                pass
        def f():
            return "honest"
    """
    with numpy_wall.submit(source(code)) as submission:
        replies = [submission.load(), submission.call("f")]
    assert Returned("forged") not in replies
    assert any(isinstance(r, Died) and r.outcome is Outcome.BROKEN_PROTOCOL for r in replies)


@pytest.mark.parametrize(
    "line",
    [
        "bytearray(10**11)",
        "[0] * 10**11",
        "__import__('numpy').ones(10**11)",
        "__import__('torch').ones(10**11)",
    ],
)
def test_memory_beyond_the_budget_is_a_memory_error(torch_wall: Wall, line: str) -> None:
    with loaded(torch_wall, f"def f():\n    return {line}\ndef g():\n    return 1") as submission:
        reply = submission.call("f")
        assert isinstance(reply, Raised)
        assert reply.info.type == "MemoryError"
        assert submission.call("g") == Returned(1)


def test_memory_that_grows_bit_by_bit_ends_too(numpy_wall: Wall) -> None:
    reply = ask(numpy_wall, "def f():\n    x = []\n    while True:\n        x.append(bytes(2**20))")
    assert isinstance(reply, Raised)
    assert reply.info.type == "MemoryError"


def test_a_thread_left_running_changes_no_later_answer(numpy_wall: Wall) -> None:
    code = """
        import threading, time
        def spin():
            while True:
                time.sleep(0.001)
        def f(x):
            threading.Thread(target=spin).start()
            return x + 1
    """
    with loaded(numpy_wall, code) as submission:
        assert [value(submission.call("f", (i,))) for i in range(3)] == [1, 2, 3]
    assert pids_of(numpy_wall) == set()


def test_prints_are_kept_and_steer_no_terminal(numpy_wall: Wall) -> None:
    code = r"""
        import os, sys
        print("loaded \x1b[2J\u202e", flush=True)
        os.write(2, b"\xff\r\n")
        def f():
            print("called\ttwice")
    """
    with loaded(numpy_wall, code) as submission:
        submission.call("f")
        assert submission.prints == "loaded \\x1b[2J\\u202e\n\ufffd\ncalled\ttwice\n"


def test_many_prints_are_shown_in_part(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, "def f():\n    print('x' * 100_000)") as submission:
        assert submission.call("f") == Returned(None)
        assert submission.prints.endswith(f"{100_001 - 4096} bytes more")


def test_prints_before_a_death_are_kept(numpy_wall: Wall) -> None:
    with loaded(numpy_wall, "def f():\n    print('here')\n    while True: pass") as submission:
        submission.call("f")
        assert submission.prints == "here\n"


def test_a_process_that_ends_between_two_questions_is_an_error_not_a_broken_protocol(
    text_wall: Wall,
) -> None:
    code = """
        import os, threading
        wait = threading.Event()
        def f():
            threading.Thread(target=lambda: (wait.wait(), os._exit(5))).start()
            wait.set()
    """
    with loaded(text_wall, code) as submission:
        submission.call("f")
        submission._channel.wait_for_exit(5.0)
        reply = submission.call("f")
        assert isinstance(reply, Died)
        assert (reply.outcome, "exit code 5" in reply.message) == (Outcome.ERROR, True)
