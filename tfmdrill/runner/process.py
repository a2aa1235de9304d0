"""The zygote as the grader sees it: started with nothing of the grader's environment, asked to
fork and to reap, and gone when it is closed."""

import os
import re
import site
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tfmdrill.config import Limits, python_path
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


class ZygoteGone(GraderFault):
    """The zygote died or doesn't answer; a new one may do better."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a zygote found.

    probe: each layer of the lock with "" if it is there, else why not. tier: what they make.
    versions: of Python and the libraries. missing: why the framework can't be imported, or "".
    """

    probe: Mapping[str, str]
    tier: Tier
    versions: Mapping[str, str]
    missing: str


class Zygote:
    """One zygote process and its control socket."""

    def __init__(
        self, framework: Framework, limits: Limits, deny: Sequence[Path], *, single_use: bool
    ) -> None:
        """Start it and return at once; the framework is imported meanwhile."""
        self._hello: Hello | None = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the rest
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-s", "-B", str(MAIN), str(theirs.fileno())],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for the grader, which then ends the rest
            )
        self._channel.settimeout(ANSWER_S)
        self._send("start", _opening(framework, limits, deny, single_use=single_use))

    def hello(self) -> Hello:
        """What the zygote found; waits for it the first time. Raises ZygoteGone."""
        if self._hello is None:
            self._channel.settimeout(HELLO_S)
            _, found = self._receive("hello")
            self._hello = Hello(
                found["probe"], Tier(found["tier"]), found["versions"], found["missing"]
            )
        return self._hello

    def fork(
        self,
        fds: Sequence[int],
        code: bytes,
        *,
        memory_bytes: int | None = None,
        metered: bool = False,
    ) -> int:
        """The pid of a new child that has the three descriptors; `code` isn't sent yet.

        memory_bytes: its address space beyond what it starts with, if not that of the limits.
        metered: torch's meters work in it.

        Raises: ZygoteGone; GraderFault where the kernel refuses a new process.
        """
        lazy_torch = "torch" in self.hello().versions and (
            metered or _LAZY_TORCH.search(code) is not None
        )
        self._channel.settimeout(HELLO_S if lazy_torch else ANSWER_S)
        self._send("fork", {"lazy_torch": lazy_torch, "memory_bytes": memory_bytes}, fds)
        op, value = self._receive("forked", "refused")
        if op == "refused":
            raise GraderFault(f"no process could be started for the submission: {value}")
        return int(value)

    def reap(self, pid: int) -> int | None:
        """The wait status of a child that has ended, None where it runs. Raises ZygoteGone."""
        if pid == self._process.pid:  # a worker that served once is our own child
            code = self._process.poll()
            return None if code is None else -code if code < 0 else code << 8
        self._send("reap", pid)
        _, status = self._receive("reaped")
        return None if status is None else int(status)

    def close(self) -> None:
        """End the process at once; may be called twice."""
        self._process.kill()
        self._process.wait()
        self._channel.close()
        self._errors.close()

    def _send(self, op: str, value: Any, fds: Sequence[int] = ()) -> None:
        try:
            framing.send_with_fds(self._channel, op, value, fds)
        except OSError as error:
            raise self._gone(str(error)) from None
        except BaseException:  # Ctrl-C between question and answer: they would no longer match
            self.close()
            raise

    def _receive(self, *ops: str) -> tuple[str, Any]:
        try:
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
        said = ""
        if not self._errors.closed:
            self._errors.seek(0)
            said = self._errors.read().decode("utf-8", "replace").strip()[-500:]
        self.close()
        words = f"the process that runs submissions is gone ({why}); run the command again"
        return ZygoteGone(f"{words}\n{said}" if said else words)


def _opening(
    framework: Framework, limits: Limits, deny: Sequence[Path], *, single_use: bool
) -> dict[str, Any]:
    """What the zygote must know before it imports anything."""
    python = [str(path) for path in python_path()]
    if site.ENABLE_USER_SITE:
        python.append(site.getusersitepackages())
    return {
        "framework": framework.value,
        "python_path": python,
        "deny": [str(path.absolute()) for path in deny],
        "single_use": single_use,
        "memory_bytes": limits.memory_bytes,
        "cpu_s": CPU_SLACK * limits.submission_wall_s,
        "open_files": limits.open_files,
        "caps": [limits.header_bytes, limits.payload_bytes, limits.value_nodes, limits.value_depth],
    }
