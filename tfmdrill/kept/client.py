"""The kept grader as a command sees it: asked if it is there, left for the next if it isn't."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tfmdrill import config, errors
from tfmdrill.kept.protocol import (
    TAKEN,
    Answer,
    Ask,
    AskReady,
    AskStatus,
    AskStop,
    Lost,
    Request,
    Status,
    exactly,
    receive,
    send,
)
from tfmdrill.model.report import Report
from tfmdrill.sockets import (
    Unusable,
    connected,
    environment_digest,
    kept_sockets,
    listening,
    locked,
    package_files,
    server_folder,
)

if TYPE_CHECKING:
    from tfmdrill.model.machine import KeptGrader

SUFFIX = ".grader"
TAKEN_S = 10.0  # one that makes a plan meanwhile takes longer to read a request


@dataclass(frozen=True, slots=True)
class Place:
    """Where the kept grader of this environment listens, whether or not there is one."""

    folder: Path
    path: Path


def own_place() -> Place:
    """The place for this version, environment and state of tfmdrill's files. Raises Unusable."""
    folder = server_folder()
    files = sorted(Path(errors.__file__).parent.rglob("*.py"))
    for name in ("numpy", "msgspec"):
        files += package_files(name)
    return Place(folder, folder / (environment_digest(files, "grader") + SUFFIX))


def ask(place: Place, request: Ask, meanwhile: Callable[[], None]) -> Report:
    """What the kept grader finds; `meanwhile` is done while it grades.

    Raises Lost where there is none or it can't say, and the error of tfmdrill.errors that it met.
    """
    try:
        with _asked(place.path, request) as channel:
            meanwhile()
            channel.settimeout(None)  # as long as grading takes; Ctrl-C ends it on both sides
            answer = receive(channel, Answer)
    except (OSError, ValueError, Unusable) as error:
        raise Lost(str(error)) from None
    if answer.report is not None:
        report: Report = answer.report
        return report
    kind = getattr(errors, answer.error, None)
    if not (isinstance(kind, type) and issubclass(kind, errors.TfmdrillError)):
        raise Lost(f"it answered {answer.error!r}")
    raise kind(answer.message)


def leave_one(place: Place, graded: AskReady | None = None) -> None:
    """Start a kept grader for later commands, unless one is there; returns at once.

    graded: what it is to get ready for.
    """
    with contextlib.suppress(OSError, ValueError, Unusable), locked(place.folder):
        channel = connected(place.path)
        if channel is not None:
            channel.close()
            return
        place.path.unlink(missing_ok=True)
        with listening(place.path) as listener:
            arguments = [str(listener.fileno()), str(config.SERVER_IDLE_S)]
            process = subprocess.Popen(
                [sys.executable, "-P", "-B", "-m", "tfmdrill.kept.service", *arguments],
                cwd="/",
                # It forks: no pool of threads may be running.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[listener.fileno()],
                start_new_session=True,
            )
            process.returncode = 0  # nobody waits for it here
        if graded is not None and (channel := connected(place.path)) is not None:
            with channel:
                channel.settimeout(TAKEN_S)
                send(channel, graded)


def kept_graders() -> "Iterator[KeptGrader]":
    """Every kept grader of this user, of whatever version. Raises Unusable where none can be."""
    from tfmdrill.model.machine import KeptGrader

    for path in kept_sockets(SUFFIX):
        with contextlib.suppress(OSError, Unusable, Lost), _asked(path, AskStatus()) as channel:
            status: Status = receive(channel, Status)
            minutes = (time.time() - status.since) / 60
            yield KeptGrader(status.process, minutes, status.idle_s / 60)


def stop_kept_graders() -> int:
    """Ends all of them; how many there were. Raises Unusable where there can't be any."""
    stopped = 0
    for path in kept_sockets(SUFFIX):
        with contextlib.suppress(OSError, Unusable, Lost), _asked(path, AskStop()) as channel:
            stopped += 1
            channel.recv(1)  # closed once nothing more can be started
    return stopped


@contextlib.contextmanager
def _asked(path: Path, request: Request) -> Iterator[socket.socket]:
    """A connection on which the request was taken. Raises OSError, Unusable, Lost."""
    channel = connected(path)
    if channel is None:
        raise Lost("none is kept")
    with channel:
        channel.settimeout(TAKEN_S)
        send(channel, request)
        if exactly(channel, 1) != TAKEN:
            raise Lost("it doesn't take the request")
        yield channel


def wanted(*, keep_warm: bool) -> Place | None:
    """Where to ask, or None where nothing may be kept."""
    if not (keep_warm and config.server_wanted()):
        return None
    try:
        return own_place()
    except Unusable:
        return None
