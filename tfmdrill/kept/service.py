"""The process of the kept grader: listens, forks itself for each request, and plans ahead.

Started with the descriptor of a listening socket; ends after idle minutes, or when its socket's
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
from pathlib import Path
from typing import NoReturn

from tfmdrill import config
from tfmdrill.catalogue import find_problem
from tfmdrill.errors import TfmdrillError
from tfmdrill.grading import Grader, fresh_seed
from tfmdrill.grading.plans import Plans
from tfmdrill.kept.protocol import (
    TAKEN,
    Answer,
    Ask,
    AskStatus,
    AskStop,
    Lost,
    Request,
    Status,
    receive,
    send,
)
from tfmdrill.model.report import Outcome
from tfmdrill.model.request import GradeRequest
from tfmdrill.runner.inside.zygote import Door

LOOK_AGAIN_S = 30.0  # whether the socket's file is still this process's
REQUEST_S = 2.0
PASSED, FAILED, FAULT = 0, 1, 2  # exit codes of a worker
Prepared = tuple[str, str]  # problem, framework


@dataclass(frozen=True, slots=True)
class _Worker:
    """A fork of this process that answers one request."""

    pid: int
    ask: Ask
    seed: int
    channel: socket.socket  # ours of the same connection: it tells when the command is gone


class _Service:
    def __init__(self, door: Door, idle_s: float) -> None:
        self._door = door
        self._status = Status(os.getpid(), time.time(), idle_s)
        self._plans = Plans()
        self._fresh: dict[Prepared, int] = {}
        self._poll = select.poll()
        self._poll.register(door.listener, select.POLLIN)
        self._attend: dict[int, Callable[[], None]] = {}
        self._stopped = False

    def serve(self) -> None:
        """Until nobody came for a while, or it is told to stop."""
        while not self._stopped:
            left_s = LOOK_AGAIN_S if self._attend else min(self._door.left_s(), LOOK_AGAIN_S)
            if left_s <= 0:
                return
            for fd, _ in self._poll.poll(int(left_s * 1000) + 1):
                if fd == self._door.listener.fileno():
                    self._welcome()
                elif fd in self._attend:
                    self._attend[fd]()

    def _welcome(self) -> None:
        channel = self._door.accept()
        if channel is None:
            return
        try:
            channel.settimeout(REQUEST_S)
            request: Request = receive(channel, Request)
            channel.sendall(TAKEN)
            match request:
                case Ask():
                    self._start(request, channel)
                    return
                case AskStatus():
                    send(channel, self._status)
                case AskStop():
                    self._stopped = True
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
        pid = os.fork()
        if pid == 0:
            _work(ask, seed, channel, self._plans)
        process = os.pidfd_open(pid)
        worker = _Worker(pid, ask, seed, channel)
        self._on(process, lambda: self._ended(worker, process), select.POLLIN)
        self._on(channel.fileno(), lambda: self._abandoned(worker), select.POLLRDHUP)

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
        self._prepare(worker, failed=os.waitstatus_to_exitcode(status) == FAILED)

    def _prepare(self, worker: _Worker, *, failed: bool) -> None:
        """Plans for the next grade of this problem: the seed that failed, and a fresh one."""
        key = worker.ask.slug, worker.ask.framework
        seeds = [self._fresh.setdefault(key, fresh_seed())]
        if failed:
            seeds.insert(0, worker.seed)
        with contextlib.suppress(TfmdrillError):  # the next request says so
            problem = find_problem(worker.ask.slug, worker.ask.active_packs())
            for seed in seeds:
                self._plans.plan(problem, worker.ask.framework, seed)


def _work(ask: Ask, seed: int, channel: socket.socket, plans: Plans) -> NoReturn:
    """Answer one request, in a process of its own. What fails unforeseen isn't answered: the
    command then grades by itself, and shows it."""
    code = FAULT
    try:
        channel.settimeout(None)
        answer = _answer(ask, seed, plans)
        send(channel, answer)
        passed = answer.report is not None and answer.report.outcome is Outcome.PASSED
        code = PASSED if passed else FAILED
    finally:
        os._exit(code)


def _answer(ask: Ask, seed: int, plans: Plans) -> Answer:
    try:
        grader = Grader(
            limits=config.Limits().scaled(ask.limit_scale),
            deny=[Path(folder) for folder in ask.deny],
            keep_warm=True,
            plans=plans,
        )
        with grader:
            problem = find_problem(ask.slug, ask.active_packs())
            report = grader.grade(
                GradeRequest(
                    problem,
                    ask.source,
                    ask.framework,
                    seed=seed,
                    only=ask.only,
                    beside=ask.beside,
                    require_tier=ask.require_tier,
                )
            )
        return Answer(report)
    except TfmdrillError as error:
        return Answer(error=type(error).__name__, message=str(error))


def main() -> None:
    """Serve on the socket whose descriptor is the one argument."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.collect()
    gc.freeze()  # what is there now stays: a fork then copies less of it
    door = Door(listener, config.SERVER_IDLE_S)
    try:
        _Service(door, config.SERVER_IDLE_S).serve()
    finally:
        door.close()


if __name__ == "__main__":
    main()
