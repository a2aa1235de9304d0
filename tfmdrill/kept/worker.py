"""The worker of the kept grader: a fork of its process that does one task, and ends with it."""

import contextlib
import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Self

import msgspec

from tfmdrill import config
from tfmdrill.catalogue import find_problem
from tfmdrill.errors import TfmdrillError
from tfmdrill.grading import Grader
from tfmdrill.grading.plans import Plans
from tfmdrill.kept.protocol import TAKEN, Answer, Ask, receive, send
from tfmdrill.model.pack import Framework
from tfmdrill.model.report import Outcome
from tfmdrill.model.request import GradeRequest

PASSED, FAILED, FAULT = 0, 1, 2  # exit codes of a worker


class Task(msgspec.Struct, frozen=True):
    """What one worker does."""

    ask: Ask
    seed: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What a worker is made for before it has a task."""

    slug: str
    framework: Framework
    packs: tuple[tuple[str, str, str, tuple[str, ...]], ...]
    limit_scale: float
    deny: tuple[str, ...]

    @classmethod
    def of(cls, ask: Ask) -> Self:
        return cls(ask.slug, ask.framework, ask.packs, ask.limit_scale, ask.deny)


def open_grader(terms: Terms, plans: Plans) -> Grader:
    """The grader of a worker; it keeps its zygotes warm."""
    return Grader(
        limits=config.Limits().scaled(terms.limit_scale),
        deny=[Path(folder) for folder in terms.deny],
        keep_warm=True,
        plans=plans,
    )


def wait_for_work(hands: socket.socket, terms: Terms, plans: Plans) -> NoReturn:
    """Get ready for a task, and do it when it comes; end where none will."""
    code = FAULT
    try:
        grader = open_grader(terms, plans)
        with contextlib.suppress(TfmdrillError):  # the task will say so
            grader.prepare_child(terms.framework)
        _, fds, _, _ = socket.recv_fds(hands, len(TAKEN), 1)
        if fds:
            task: Task = receive(hands, Task)
            work(task, socket.socket(fileno=fds[0]), grader)
        code = PASSED
    finally:
        os._exit(code)


def work(task: Task, channel: socket.socket, grader: Grader) -> NoReturn:
    """Answer one request, in a process of its own. What fails unforeseen isn't answered: the
    command then grades by itself, and shows it."""
    code = FAULT
    try:
        channel.settimeout(None)
        answer = _answer(task, grader)
        send(channel, answer)
        passed = answer.report is not None and answer.report.outcome is Outcome.PASSED
        code = PASSED if passed else FAILED
    finally:
        os._exit(code)


def _answer(task: Task, grader: Grader) -> Answer:
    ask = task.ask
    try:
        with grader:
            problem = find_problem(ask.slug, ask.active_packs())
            report = grader.grade(
                GradeRequest(
                    problem,
                    ask.source,
                    ask.framework,
                    seed=task.seed,
                    only=ask.only,
                    beside=ask.beside,
                    require_tier=ask.require_tier,
                )
            )
        return Answer(report)
    except TfmdrillError as error:
        return Answer(error=type(error).__name__, message=str(error))
