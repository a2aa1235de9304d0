"""The same jobs on a Dask cluster: what goes out and comes back are the bytes of `course.jobs`.

A worker of the cluster runs no student's code itself: each of its threads has a process of
`course.worker`, as the local pool has, and those have zygotes. Dask moves the jobs of a worker
that dies to another one. A scheduler that goes away takes its jobs with it, so whatever isn't
answered then is handed to the next one that listens at the same address.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tfmdrill.course.jobs import Done, Job, done_json, done_of, fault, job_json, job_of
from tfmdrill.errors import UsageError

if TYPE_CHECKING:
    from tfmdrill.course.pool import Worker

CONNECT_S = 30.0  # a scheduler answers in milliseconds; a batch system may just have started it
LOST_S = 600.0  # for so long another one is waited for
RETRY_S = 2.0
QUIET_S = 5.0  # without a verdict, before it is looked whether there is anybody to give one
POLL_S = 0.05
TRIES = 2  # as in the local pool


def grade_on_cluster(
    jobs: Sequence[Job],
    address: str,
    waiting: Callable[[str], None] = lambda _: None,
    *,
    lost_s: float = LOST_S,
) -> Iterator[Done]:
    """A verdict a job, in the order in which they come.

    waiting: told in a sentence, once each time, what keeps all verdicts from coming.
    Raises UsageError where Dask isn't installed, or no scheduler answers at the address for long.
    """
    try:
        import distributed  # noqa: F401  # whether it is there at all
    except ImportError:
        raise UsageError(
            "a cluster needs Dask: install it beside tfmdrill, on every machine, with "
            'pip install "tfmdrill[cluster]"'
        ) from None
    left = {job.key: job for job in jobs}
    patience_s = CONNECT_S
    lost_at = time.monotonic()
    lost = False
    while left:
        try:
            for done in _through(address, list(left.values()), waiting):
                left.pop(done.key)
                patience_s, lost_at, lost = lost_s, time.monotonic(), False
                yield done
        except _LostError as error:
            if time.monotonic() - lost_at > patience_s:
                raise UsageError(
                    f"no Dask scheduler answers at {address} ({error}): start it and run the "
                    "same command again; what was graded is kept"
                ) from None
            if not lost:
                waiting(f"The scheduler at {address} is gone: grading goes on when one is there.")
                lost = True
            time.sleep(RETRY_S)


class _LostError(Exception):
    """The scheduler is gone, or was never there."""


def _through(address: str, jobs: Sequence[Job], waiting: Callable[[str], None]) -> Iterator[Done]:
    """The verdicts that come from one connection to a scheduler. Raises _LostError."""
    from distributed import Client
    from distributed.client import FutureCancelledError

    try:
        client = Client(address, timeout=CONNECT_S)  # type: ignore[no-untyped-call]  # has no types
    except ValueError as error:
        raise UsageError(
            f"{address} is no address of a Dask scheduler ({error}): give one as tcp://host:8786"
        ) from None
    except (OSError, TimeoutError) as error:
        raise _LostError(str(error).split("\n")[0] or type(error).__name__) from None
    by_key = {job.key: job for job in jobs}
    try:
        futures = client.map(
            grade_payload,
            [job_json(job) for job in jobs],
            key=[f"tfmdrill-{job.key}" for job in jobs],
            pure=False,
            retries=TRIES - 1,
        )
        for future in _finished(client, futures, waiting):
            job = by_key[str(future.key).removeprefix("tfmdrill-")]
            yield _done(future, job)
            future.release()
    except (OSError, TimeoutError, FutureCancelledError) as error:
        raise _LostError(str(error).split("\n")[0] or type(error).__name__) from None
    finally:
        client.close(timeout=5)  # type: ignore[no-untyped-call]  # has no types


def _finished(client: Any, futures: Sequence[Any], waiting: Callable[[str], None]) -> Iterator[Any]:
    """The futures in the order in which they end."""
    from distributed import as_completed

    ended: Any = as_completed(futures)  # type: ignore[no-untyped-call]  # has no types
    last, said = time.monotonic(), False
    while not ended.is_empty():
        batch = ended.next_batch(block=False)
        yield from batch
        if batch:
            last, said = time.monotonic(), False
        elif not said and time.monotonic() - last > QUIET_S:
            last, said = time.monotonic(), not client.scheduler_info()["workers"]
            if said:
                waiting(
                    f"The scheduler at {client.scheduler.address} has no workers: grading goes on "
                    "when some come."
                )
        else:
            time.sleep(POLL_S)


def _done(future: Any, job: Job) -> Done:
    """The verdict of a future; whatever befell it on the cluster is a fault of this job.

    Raises _LostError where the scheduler dropped it.
    """
    from distributed.scheduler import KilledWorker

    if future.status in ("cancelled", "lost"):
        raise _LostError("its jobs were dropped")
    error = future.exception()
    if error is None:
        return done_of(future.result())
    if isinstance(error, KilledWorker):
        return fault(job, "tfmdrill failed: the cluster's workers ended on it, again and again")
    return fault(job, f"tfmdrill failed on the cluster: {type(error).__name__}", str(error))


def grade_payload(payload: bytes) -> bytes:
    """The task: a job's JSON in, a verdict's out. Runs in a thread of a Dask worker."""
    for _ in range(TRIES):
        worker = _own_worker()
        answer = worker.ask(payload)
        if answer is not None:
            return answer
        worker.end()
    return done_json(fault(job_of(payload), "tfmdrill failed: its worker ended, twice"))


# A process a thread, for as long as the thread lives: Dask gives a task no other place to keep it.
_OWN = threading.local()


def _own_worker() -> "Worker":
    from distributed import get_worker

    from tfmdrill.course.pool import Worker

    worker: Worker | None = getattr(_OWN, "worker", None)
    if worker is None or worker.process.poll() is not None:
        worker = Worker(f"{get_worker().name} at {get_worker().address}")
        _OWN.worker = worker
    return worker
