"""The process of the kept grader: listens, has a fork of itself answer each request, plans ahead.

After each request it forks the worker for the next one in advance, with a locked child at hand.

Started with the descriptor of a listening socket; ends after idle seconds, or when its socket's
file is gone or another's.
"""

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from tfmdrill.catalogue import find_problem
from tfmdrill.errors import TfmdrillError
from tfmdrill.grading import fresh_seed
from tfmdrill.grading.plans import Plans
from tfmdrill.kept.protocol import (
    TAKEN,
    Ask,
    AskReady,
    AskStatus,
    AskStop,
    Lost,
    Request,
    Status,
    receive,
    send,
)
from tfmdrill.kept.worker import FAILED, Task, Terms, open_grader, wait_for_work, work
from tfmdrill.runner.inside.zygote import Door

LOOK_AGAIN_S = 30.0  # whether the socket's file is still this process's
REQUEST_S = 2.0
Prepared = tuple[str, str]  # problem, framework


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A fork of this process that waits for its task. process: its pidfd."""

    pid: int
    process: int
    terms: Terms
    hands: socket.socket

    def take(self, task: Task, channel: socket.socket) -> bool:
        """Give it the task and the connection to answer on; False where it is gone."""
        try:
            self.hands.settimeout(REQUEST_S)
            socket.send_fds(self.hands, [TAKEN], [channel.fileno()])
            send(self.hands, task)
        except OSError:
            return False
        finally:
            self.hands.close()
        return True


@dataclass(frozen=True, slots=True)
class _Worker:
    """A fork of this process that does one task."""

    pid: int
    task: Task
    channel: socket.socket  # ours of the same connection: it tells when the command is gone


class _Service:
    def __init__(self, door: Door, idle_s: float) -> None:
        self._door = door
        self._status = Status(os.getpid(), time.time(), idle_s)
        self._plans = Plans()
        self._fresh: dict[Prepared, int] = {}
        self._waiting: _Waiting | None = None
        self._poll = select.poll()
        self._poll.register(door.listener, select.POLLIN)
        self._attend: dict[int, Callable[[], None]] = {}
        self._stopped = False

    def serve(self) -> None:
        """Until nobody came for a while, or it is told to stop."""
        while not self._stopped:
            at_work = len(self._attend) > (self._waiting is not None)
            left_s = LOOK_AGAIN_S if at_work else min(self._door.left_s(), LOOK_AGAIN_S)
            if left_s <= 0:
                return
            # One at a time: a descriptor that the first closes may be another's by the second.
            for fd, _ in self._poll.poll(int(left_s * 1000) + 1)[:1]:
                if fd == self._door.listener.fileno():
                    self._welcome()
                else:
                    self._attend[fd]()

    def _welcome(self) -> None:
        channel = self._door.accept()
        if channel is None:
            return
        try:
            channel.settimeout(REQUEST_S)
            request: Request = receive(channel, Request)
            if isinstance(request, AskReady):
                channel.close()
                self._prepare(request.ask, None if request.passed else request.seed)
                return
            channel.sendall(TAKEN)
            match request:
                case Ask():
                    self._start(request, channel)
                    return
                case AskStatus():
                    send(channel, self._status)
                case AskStop():
                    self._stopped = True
                    self._end_waiting()
        except (OSError, Lost):
            pass  # a command that is gone, stalls or is of another version has its own grader
        channel.close()

    def _start(self, ask: Ask, channel: socket.socket) -> None:
        """Fork a worker for the request."""
        prepared = self._fresh.pop((ask.slug, ask.framework), None)
        seed = ask.seed
        if seed is None:
            seed = fresh_seed() if prepared is None else prepared
        elif prepared is not None:
            self._fresh[ask.slug, ask.framework] = prepared
        task = Task(ask, seed)
        pid, process = self._handed_over(task, channel) or self._forked(task, channel)
        worker = _Worker(pid, task, channel)
        self._on(process, lambda: self._ended(worker, process), select.POLLIN)
        self._on(channel.fileno(), lambda: self._abandoned(worker), select.POLLRDHUP)

    def _handed_over(self, task: Task, channel: socket.socket) -> tuple[int, int] | None:
        """(pid, pidfd) of the worker that waited, where it was made for such a task."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return None
        if waiting.terms == Terms.of(task.ask) and waiting.take(task, channel):
            return waiting.pid, waiting.process
        waiting.hands.close()  # it ends then
        return None

    def _forked(self, task: Task, channel: socket.socket) -> tuple[int, int]:
        """(pid, pidfd) of a new worker."""
        pid = os.fork()
        if pid == 0:
            work(task, channel, open_grader(Terms.of(task.ask), self._plans))
        return pid, os.pidfd_open(pid)

    def _fork_in_advance(self, terms: Terms) -> None:
        """A worker for the next task like the last one; it waits with a locked child at hand."""
        if self._waiting is not None:
            self._waiting.hands.close()
        hands, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            hands.close()
            for fd in (self._door.listener.fileno(), *self._attend):
                os.close(fd)  # a connection ends when its own worker does
            wait_for_work(theirs, terms, self._plans)
        theirs.close()
        process = os.pidfd_open(pid)
        self._waiting = _Waiting(pid, process, terms, hands)
        self._on(process, lambda: self._dismissed(pid, process), select.POLLIN)

    def _end_waiting(self) -> None:
        """The worker that waits is gone afterwards: it could leave a zygote behind otherwise."""
        if self._waiting is not None:
            os.kill(self._waiting.pid, signal.SIGKILL)
            os.waitpid(self._waiting.pid, 0)

    def _dismissed(self, pid: int, process: int) -> None:
        """A worker is gone that never had a task."""
        self._off(process)
        os.close(process)
        os.waitpid(pid, 0)
        if self._waiting is not None and self._waiting.pid == pid:
            self._waiting.hands.close()
            self._waiting = None

    def _on(self, fd: int, action: Callable[[], None], events: int) -> None:
        self._poll.register(fd, events)
        self._attend[fd] = action

    def _off(self, fd: int) -> None:
        if self._attend.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def _abandoned(self, worker: _Worker) -> None:
        """The command is gone, by Ctrl-C say: so is its grading, unless it is over anyway."""
        self._off(worker.channel.fileno())
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)

    def _ended(self, worker: _Worker, process: int) -> None:
        self._off(process)
        self._off(worker.channel.fileno())
        os.close(process)
        worker.channel.close()
        _, status = os.waitpid(worker.pid, 0)
        self._door.used()
        has_failed = os.waitstatus_to_exitcode(status) == FAILED
        self._prepare(worker.task.ask, worker.task.seed if has_failed else None)

    def _prepare(self, ask: Ask, failed: int | None) -> None:
        """For the next grade like this one: plans for the seed that failed and for a fresh one, and
        a worker that has them."""
        seeds = [self._fresh.setdefault((ask.slug, ask.framework), fresh_seed())]
        if failed is not None:
            seeds.insert(0, failed)
        with contextlib.suppress(TfmdrillError):  # the next request says so
            problem = find_problem(ask.slug, ask.active_packs())
            for seed in seeds:
                self._plans.prepare(problem, ask.framework, seed)
        if not self._stopped:
            self._fork_in_advance(Terms.of(ask))


def main() -> None:
    """Serve on the socket with this descriptor, until so many idle seconds: the two arguments."""
    listener, idle_s = socket.socket(fileno=int(sys.argv[1])), float(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.collect()
    gc.freeze()  # what is there now stays: a fork then copies less of it
    door = Door(listener, idle_s)
    try:
        _Service(door, idle_s).serve()
    finally:
        door.close()


if __name__ == "__main__":
    main()
