"""Measuring problems side by side, each in a worker process with a grader of its own."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from tfmdrill.errors import GraderFault
from tfmdrill.grading import Grader
from tfmdrill.model.problem import Problem
from tfmdrill.model.verification import ProblemVerdict, Verification
from tfmdrill.verify.measuring import measure, open_grader

Told = Callable[[str], None]


def verify_problems(
    problems: Sequence[Problem], *, jobs: int = 1, told: Told | None = None
) -> Verification:
    """What was measured for each problem, in their order.

    jobs: so many processes at most. told: the name of each problem when it is done.

    Raises:
        UsageError: a framework isn't installed.
        GraderFault: tfmdrill is at fault, not the problem.
    """
    jobs = min(jobs, len(problems))
    measured = _side_by_side(problems, jobs) if jobs > 1 else _one_by_one(problems)
    verdicts: dict[int, ProblemVerdict] = {}
    for number, verdict in measured:
        verdicts[number] = verdict
        if told is not None:
            told(verdict.slug)
    return Verification(tuple(verdicts[number] for number in sorted(verdicts)))


def _one_by_one(problems: Sequence[Problem]) -> Iterator[tuple[int, ProblemVerdict]]:
    with open_grader(problems) as grader:
        for number, problem in enumerate(problems):
            yield number, measure(problem, grader)


def _side_by_side(problems: Sequence[Problem], jobs: int) -> Iterator[tuple[int, ProblemVerdict]]:
    """As they are done."""
    with _workers(problems, jobs) as pool:
        numbers = {pool.submit(_work, problem): n for n, problem in enumerate(problems)}
        try:
            for done in as_completed(numbers):
                yield numbers[done], done.result()
        except BrokenProcessPool:
            raise GraderFault(
                "a process that measured a problem is gone, for lack of memory perhaps; "
                "run it again with --jobs 1"
            ) from None


@contextmanager
def _workers(problems: Sequence[Problem], jobs: int) -> Iterator[ProcessPoolExecutor]:
    """The processes; at the end, whichever it is, none of them goes on."""
    pool = ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),  # the libraries may have threads by now
        initializer=_begin,
        initargs=(tuple(problems),),
    )
    try:
        yield pool
        pool.shutdown()
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
            process.join()


_grader: Grader | None = None  # of a worker, for as long as it lives


def _begin(problems: tuple[Problem, ...]) -> None:
    global _grader
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, which ends us
    _grader = open_grader(problems)


def _work(problem: Problem) -> ProblemVerdict:
    assert _grader is not None
    return measure(problem, _grader)
