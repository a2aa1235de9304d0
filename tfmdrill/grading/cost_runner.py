"""One file in children of its own, with the CPU time of each run read from outside."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tfmdrill.errors import GraderFault
from tfmdrill.model.report import Outcome
from tfmdrill.model.source import Source
from tfmdrill.runner import Chain, Died, Reply, Returned, Submission, Wall

STEADY = 1.15  # the two shortest of the times lie as near as this
WAITED = 0.8  # of the CPU that a run might use; what is stopped for it has used all


@dataclass(frozen=True)
class Run:
    """One run of a chain, with the CPU seconds of the child while it ran, those it might take, and
    the wall seconds."""

    reply: Reply
    cpu_s: float
    allowed_s: float
    wall_s: float

    @property
    def waited(self) -> bool:
        """It was stopped though it used little CPU: it slept, or the machine had none for it."""
        timed_out = isinstance(self.reply, Died) and self.reply.outcome is Outcome.TIMEOUT
        return timed_out and self.cpu_s < WAITED * self.allowed_s


class CostRunner:
    """Runs chains on one file; a child that died is replaced at the next run."""

    def __init__(
        self,
        wall: Wall,
        source: Source,
        *,
        memory_bytes: int | None = None,
        imports: bytes = b"",
    ) -> None:
        """memory_bytes: the address space beyond what the framework took; None: the usual.
        imports: code that is run ahead of the file."""
        self._wall = wall
        self._source = source
        self._memory_bytes = memory_bytes
        self._imports = imports
        self._child: Submission | None = None

    def run(self, chain: Chain, cpu_s: float) -> Run:
        """Run it, stopped at `cpu_s` of CPU. A file that can't be loaded gives that reply."""
        started = time.monotonic()
        loaded = self.load()
        if self._child is None or not isinstance(loaded, Returned):
            return Run(loaded, 0.0, cpu_s, time.monotonic() - started)
        started = time.monotonic()
        before = self._child.cpu_s()
        reply = self._child.chain(chain, cpu_s=cpu_s)
        after = self._child.cpu_s()
        wall_s = time.monotonic() - started
        if isinstance(reply, Died):
            self._child = None
            if reply.outcome is Outcome.GRADER_FAULT:
                raise GraderFault(reply.message)
        return Run(reply, after - before, cpu_s, wall_s)

    @contextlib.contextmanager
    def still(self) -> Iterator[None]:
        """Meanwhile nothing that the file left running takes CPU time from anybody."""
        if self._child is None:
            yield
            return
        self._child.pause()
        try:
            yield
        finally:
            self._child.resume()

    def load(self) -> Reply:
        """Have a child in which the file has been run."""
        if self._child is not None:
            return Returned([])
        child = self._wall.submit(self._source, memory_bytes=self._memory_bytes)
        if self._imports:
            child.load_imports(self._imports)
        reply = child.load()
        if isinstance(reply, Returned):
            self._child = child
        else:
            child.close()
        return reply

    def tells_cpu_s(self) -> bool:
        """Whether the system tells the CPU time of the child, which has run the file by now."""
        return self._child is not None and self._child.cpu_s() > 0.0

    def close(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None


class Times:
    """CPU seconds of repeats of equal size. Whatever else runs only adds to them, so the
    shortest counts."""

    def __init__(self) -> None:
        self._sorted: list[float] = []

    def add(self, cpu_s: float) -> None:
        self._sorted = sorted([*self._sorted, cpu_s])

    def __len__(self) -> int:
        return len(self._sorted)

    @property
    def best(self) -> float:
        return self._sorted[0]

    @property
    def steady(self) -> bool:
        """Whether the shortest isn't alone: another repeat took nearly the same."""
        return len(self) >= 2 and self._sorted[1] <= STEADY * self._sorted[0]
