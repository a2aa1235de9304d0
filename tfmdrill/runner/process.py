"""The zygote as the grader sees it: started with nothing of the grader's environment, asked to
fork and to reap, and gone when it is closed."""

import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tfmdrill.config import Limits, python_folders
from tfmdrill.errors import GraderFault
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Tier
from tfmdrill.runner.inside import framing, wire

HELLO_S = 120.0  # a cold import of torch from a slow disk takes most of a minute
ANSWER_S = 20.0  # a fork takes milliseconds
CPU_SLACK = 2.0  # the kernel's CPU limit only stands behind the grader's own clock
MAIN = Path(__file__).with_name("inside") / "__main__.py"
ENVIRONMENT = {
    "PATH": os.defpath,
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    # A thread pool in the parent hangs the forked child.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    # Sets of text keep one order, so the same seed gives the same verdict.
    "PYTHONHASHSEED": "0",
    # Compiling needs a C++ compiler, which the lock denies; eager code gives the same values.
    "TORCHDYNAMO_DISABLE": "1",
    # torch.optim, checkpoint and func make sure of this folder when first used, under the lock,
    # and are broken for good if they can't: so one that exists. Nothing can be written to it.
    "TORCHINDUCTOR_CACHE_DIR": "/",
}
# Names under which parts of torch are used that cost seconds to import on first use.
_LAZY_TORCH = re.compile(
    rb"checkpoint|flex_attention|functorch|flop_counter|_python_dispatch|"
    rb"torch(?:\.| import .*)\b(?:optim|func|compile|_dynamo)\b"
)


@dataclass(frozen=True, slots=True)
class Needs:
    """What one child is to be like.

    lazy_torch: the zygote is first to import what torch itself imports late.
    memory_bytes: address space beyond what it starts with; None takes that of the limits.
    rehearsed: it has time before it is asked anything, and is to be faster then.
    """

    lazy_torch: bool = False
    memory_bytes: int | None = None
    rehearsed: bool = False


def names_lazy_torch(code: bytes) -> bool:
    """Whether a source names a part of torch that takes seconds to import on first use."""
    return _LAZY_TORCH.search(code) is not None


class ZygoteGone(GraderFault):
    """The zygote died or doesn't answer; a new one may do better."""


class Started:
    """A zygote's process that this grader started."""

    def __init__(self, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        self.process = process
        self._errors = errors

    def end(self) -> None:
        """End the process at once; may be called twice."""
        self.process.kill()
        self.process.wait()
        self._errors.close()

    def leave(self) -> None:
        """Let the process live on: nobody waits for it here."""
        self.process.returncode = 0  # or subprocess would warn that it runs
        self._errors.close()

    def last_words(self) -> str:
        """The end of what it wrote to standard error."""
        if self._errors.closed:
            return ""
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace").strip()[-500:]


def start_zygote(
    framework: Framework,
    *,
    single_use: bool = False,
    listener: socket.socket | None = None,
    idle_s: float = 0.0,
) -> tuple[socket.socket, Started]:
    """A control socket to a new zygote; returns at once, the framework is imported meanwhile.

    listener: where other graders can connect to it, until nobody did for `idle_s`.
    Raises: OSError.
    """
    errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
    channel, theirs = socket.socketpair()
    sockets = [theirs.fileno()] + ([listener.fileno()] if listener is not None else [])
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-B", str(MAIN), *map(str, sockets)],
            env=ENVIRONMENT,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            pass_fds=sockets,
            start_new_session=True,  # Ctrl-C is for the grader, which then ends the rest
        )
    start = {
        "framework": framework.value,
        "python_path": python_folders(),
        "single_use": single_use,
        "idle_s": idle_s,
    }
    framing.send_with_fds(channel, "start", start)
    return channel, Started(process, errors)


@dataclass(frozen=True, slots=True)
class Hello:
    """What a zygote found.

    probe: each layer of the lock with "" if it is there, else why not. tier: what they make.
    versions: of Python and the libraries. missing: why the framework can't be imported, or "".
    pid: the zygote's own.
    """

    probe: Mapping[str, str]
    tier: Tier
    versions: Mapping[str, str]
    missing: str
    pid: int


class Zygote:
    """One zygote as one grader talks to it, over a control socket."""

    def __init__(
        self, channel: socket.socket, limits: Limits, deny: Sequence[Path], own: Started | None
    ) -> None:
        """Open the conversation and return at once.

        own: the process, where it is to end with this grader; None for one that is kept.
        """
        self._channel = channel
        self._own = own
        self._hello: Hello | None = None
        self.lazy_torch = False
        self._send("open", _opening(limits, deny))

    def hello(self) -> Hello:
        """What the zygote found; waits for it the first time. Raises ZygoteGone."""
        if self._hello is None:
            _, found = self._receive("hello", within_s=HELLO_S)
            self._hello = Hello(
                found["probe"],
                Tier(found["tier"]),
                found["versions"],
                found["missing"],
                found["pid"],
            )
        return self._hello

    def fork(self, fds: Sequence[int], needs: Needs) -> int:
        """The pid of a new child that has the three descriptors.

        Raises: ZygoteGone; GraderFault where the kernel refuses a new process.
        """
        self.hello()
        self.lazy_torch |= needs.lazy_torch
        value = {
            "lazy_torch": needs.lazy_torch,
            "memory_bytes": needs.memory_bytes,
            "rehearsed": needs.rehearsed,
        }
        self._send("fork", value, fds)
        within_s = HELLO_S if needs.lazy_torch else ANSWER_S
        op, value = self._receive("forked", "refused", within_s=within_s)
        if op == "refused":
            raise GraderFault(f"no process could be started for the submission: {value}")
        return int(value)

    def reap(self, pid: int) -> int | None:
        """The wait status of a child that has ended, None where it runs. Raises ZygoteGone."""
        if self._own is not None and pid == self._own.process.pid:  # a worker that served once
            code = self._own.process.poll()
            return None if code is None else -code if code < 0 else code << 8
        self._send("reap", pid)
        _, status = self._receive("reaped")
        return None if status is None else int(status)

    def end(self, pid: int) -> None:
        """Have a child killed and reaped, without waiting for it. Raises ZygoteGone."""
        if self._own is None or pid != self._own.process.pid:
            self._send("end", pid)

    def close(self) -> None:
        """End the conversation, all children, and the process unless it is kept; works twice."""
        self._channel.close()
        if self._own is not None:
            self._own.end()

    def _send(self, op: str, value: Any, fds: Sequence[int] = ()) -> None:
        try:
            self._channel.settimeout(ANSWER_S)
            framing.send_with_fds(self._channel, op, value, fds)
        except OSError as error:
            raise self._gone(str(error)) from None
        except BaseException:  # Ctrl-C between question and answer: they would no longer match
            self.close()
            raise

    def _receive(self, *ops: str, within_s: float = ANSWER_S) -> tuple[str, Any]:
        try:
            self._channel.settimeout(within_s)
            received = framing.receive_with_fds(self._channel)
        except (OSError, wire.WireError) as error:
            raise self._gone(str(error)) from None
        except BaseException:
            self.close()
            raise
        if received is None:
            raise self._gone("it closed the connection")
        op, value, _ = received
        if op not in ops:
            raise self._gone(f"it answered {op}")
        return op, value

    def _gone(self, why: str) -> ZygoteGone:
        said = self._own.last_words() if self._own is not None else ""
        self.close()
        words = f"the process that runs submissions is gone ({why}); run the command again"
        return ZygoteGone(f"{words}\n{said}" if said else words)


def _opening(limits: Limits, deny: Sequence[Path]) -> dict[str, Any]:
    """What a zygote must know of one grader."""
    return {
        "deny": [str(path.absolute()) for path in deny],
        "memory_bytes": limits.memory_bytes,
        "cpu_s": CPU_SLACK * limits.submission_wall_s,
        "open_files": limits.open_files,
        "caps": [limits.header_bytes, limits.payload_bytes, limits.value_nodes, limits.value_depth],
    }
