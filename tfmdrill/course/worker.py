"""A worker: a process that takes jobs on standard input and answers on standard output.

    python -P -m tfmdrill.course.worker NAME [GROUP]

A frame is its length in 4 bytes, then so many bytes of JSON. The end of the input ends the
process at once, whatever it is doing: its zygotes, and what they run, end with it.
"""

import os
import queue
import signal
import struct
import sys
import threading
from typing import BinaryIO

from tfmdrill.course.jobs import Done, Grading, done_json, job_of

LENGTH = struct.Struct(">I")
PROBE = b"?"  # before a job's JSON: say whether it may be graded here, without grading it


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next frame, None at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def write_frame(stream: BinaryIO, data: bytes) -> None:
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def main() -> None:
    """Answers until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever gave the jobs
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing that is printed gets between
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, jobs), daemon=True).start()
    name, group = (*sys.argv[1:3], "")[:2]
    with Grading(name, group) as grading:
        while True:
            write_frame(answers, _answer(grading, jobs.get()))


def _answer(grading: Grading, frame: bytes) -> bytes:
    from tfmdrill.errors import TfmdrillError

    if not frame.startswith(PROBE):
        return done_json(grading.grade_job(job_of(frame)))
    job = job_of(frame[len(PROBE) :])
    try:
        grading.demand(job)
    except TfmdrillError as error:
        return done_json(Done(job.key, refused=str(error), worker=grading.worker))
    return done_json(Done(job.key, worker=grading.worker))


def _receive(stream: BinaryIO, jobs: "queue.SimpleQueue[bytes]") -> None:
    while (frame := read_frame(stream)) is not None:
        jobs.put(frame)
    os._exit(0)  # nobody waits for an answer any more


if __name__ == "__main__":
    main()
