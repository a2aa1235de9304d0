"""Workers on this machine: processes that share warm zygotes by twos, replaced when they die."""

import os
import secrets
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from tfmdrill.config import Limits, server_wanted, worker_environment
from tfmdrill.course.jobs import Done, Job, done_of, fault, job_json
from tfmdrill.course.worker import LENGTH, PROBE
from tfmdrill.errors import GraderFault

TRIES = 2  # a worker that dies takes nobody's mark with it: the file gets a second one
SHARING = 2  # workers over one zygote: each start costs seconds of imports, each fork a blink
SLACK_S = 180.0  # beyond the wall clock of a submission: imports and the plan of a problem


@dataclass
class _Task:
    job: Job
    payload: bytes
    tries: int = 0


class Worker:
    """One process, given one frame at a time. `receive` is called when its pipe can be read."""

    def __init__(self, name: str, group: str = "") -> None:
        self.name = name
        self.task: _Task | None = None
        self.since = 0.0
        self._got = bytearray()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tfmdrill.course.worker", name, group],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=worker_environment(),
            start_new_session=True,  # Ctrl-C is for the grader, which then ends the rest
        )

    def send(self, frame: bytes) -> bool:
        """False where the process is gone."""
        assert self.process.stdin is not None
        self.since = time.monotonic()
        try:
            self.process.stdin.write(LENGTH.pack(len(frame)) + frame)
            self.process.stdin.flush()
        except OSError:
            return False
        return True

    def fileno(self) -> int:
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def receive(self) -> tuple[bytes | None, bool]:
        """(a whole answer, if there is one now; whether the process still talks)."""

        data = os.read(self.fileno(), 1 << 20)
        if not data:
            return None, False
        self._got += data
        if len(self._got) < LENGTH.size:
            return None, True
        (length,) = LENGTH.unpack_from(self._got)
        end = LENGTH.size + length
        if len(self._got) < end:
            return None, True
        answer = bytes(self._got[LENGTH.size : end])
        del self._got[:end]
        return answer, True

    def ask(self, frame: bytes) -> bytes | None:
        """The answer to one frame, waited for; None where the process is gone."""
        if not self.send(frame):
            return None
        while True:
            answer, talks = self.receive()
            if answer is not None or not talks:
                return answer

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


class Pool:
    """So many workers; close it, or use it as a context manager."""

    def __init__(self, number: int, *, limit_scale: float) -> None:
        self._number = number
        self._patience_s = Limits().scaled(limit_scale).submission_wall_s * 2 + SLACK_S
        self._selector = selectors.DefaultSelector()
        self._workers: list[Worker] = []
        self._started = 0
        self._group = secrets.token_hex()  # nobody else's

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End every worker. What they were grading is lost, and graded the next time."""
        while self._workers:
            self._workers.pop().end()
        self._selector.close()

    def probe(self, jobs: Sequence[Job]) -> str:
        """Why such jobs can't be graded on this machine, "" if they can."""
        worker = self._start()
        for job in jobs:
            answer = worker.ask(PROBE + job_json(job))
            if answer is None:
                raise GraderFault("a worker ended as soon as it was started: run `tfmdrill doctor`")
            refused = done_of(answer).refused
            if refused:
                return refused
        return ""

    def run(self, jobs: Sequence[Job]) -> Iterator[Done]:
        """A verdict a job, in the order in which they come.

        A worker that dies, or is silent for too long, is replaced; its job is tried once more and
        is then a grader fault.
        """
        waiting = deque(_Task(job, job_json(job)) for job in jobs)
        while len(self._workers) < min(self._number, len(waiting)):
            self._start()
        for worker in list(self._workers):
            yield from self._feed(worker, waiting)
        while any(worker.task for worker in self._workers):
            for key, _ in self._selector.select(timeout=1.0):
                worker = key.data
                answer, talks = worker.receive()
                if answer is not None:
                    worker.task = None
                    yield done_of(answer)
                    yield from self._feed(worker, waiting)
                elif not talks:
                    yield from self._replace(worker, waiting, "its worker ended")
            for worker in list(self._workers):
                if worker.task and time.monotonic() - worker.since > self._patience_s:
                    yield from self._replace(worker, waiting, "its worker didn't answer")

    def _start(self) -> Worker:
        group = f"{self._group} {self._started // SHARING}" if server_wanted() else ""
        self._started += 1
        worker = Worker(f"worker {self._started}", group)
        self._workers.append(worker)
        self._selector.register(worker, selectors.EVENT_READ, worker)
        return worker

    def _feed(self, worker: Worker, waiting: deque[_Task]) -> Iterator[Done]:
        if not waiting:
            return
        worker.task = waiting.popleft()
        worker.task.tries += 1
        if not worker.send(worker.task.payload):
            yield from self._replace(worker, waiting, "its worker ended")

    def _replace(self, worker: Worker, waiting: deque[_Task], why: str) -> Iterator[Done]:
        task = worker.task
        self._selector.unregister(worker)
        self._workers.remove(worker)
        worker.end()
        if task is not None and task.tries < TRIES:
            waiting.appendleft(task)
        elif task is not None:
            yield fault(task.job, f"tfmdrill failed: {why}, twice")
        if waiting:
            yield from self._feed(self._start(), waiting)
