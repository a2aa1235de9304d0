"""Zygotes that outlive one `grade`: found, started, shown and stopped by their sockets.

No reference and no model answer is ever in a zygote: what is kept here is the side of the wall
where submissions run.
"""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfmdrill import config
from tfmdrill.model.problem import Framework
from tfmdrill.runner.inside import framing, wire
from tfmdrill.runner.process import MAIN, Started, start_zygote
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
    import socket

    from tfmdrill.model.machine import KeptZygote  # a grade has no use for it

SUFFIX = ".sock"
STATUS_S = 10.0  # one that imports meanwhile answers later, and is passed over


@dataclass(frozen=True, slots=True)
class Reached:
    """A control socket to a zygote that is kept, and its process where it was started just now."""

    channel: "socket.socket"
    started: Started | None = None


def reach(framework: Framework, group: str = "") -> Reached:
    """A kept zygote for this framework in this environment, started if none is there.

    group: a name that some graders share: theirs ends with the last of them.
    Raises: Unusable.
    """
    folder = server_folder()
    path = folder / (environment_key(framework, group) + SUFFIX)
    idle_s = 0.0 if group else config.SERVER_IDLE_S
    try:
        channel = connected(path)
        if channel is not None:
            return Reached(channel)
        with locked(folder):
            channel = connected(path)  # another grader may have been quicker
            if channel is not None:
                return Reached(channel)
            path.unlink(missing_ok=True)
            return _started(framework, path, idle_s)
    except OSError as error:
        raise Unusable(error.strerror or str(error)) from None


def environment_key(framework: Framework, group: str = "") -> str:
    """Equal only where a zygote started now, for this group, would be the same."""
    libraries = {Framework.TORCH: ("numpy", "torch"), Framework.NUMPY: ("numpy",)}
    files = sorted(MAIN.parent.rglob("*.py"))
    for name in libraries.get(framework, ()):
        files += package_files(name)
    return environment_digest(files, framework.value, group)


def kept_zygotes() -> "Iterator[KeptZygote]":
    """Every zygote of this user that is kept, whatever version or environment it is of.

    Raises: Unusable where none can be.
    """
    from tfmdrill.model.machine import KeptZygote

    for path in kept_sockets(SUFFIX):
        with contextlib.suppress(
            OSError, wire.WireError, LookupError, TypeError, ValueError, Unusable
        ):
            hello = _told(path, "status")
            yield KeptZygote(
                framework=str(hello["framework"]),
                version=str(hello["versions"].get(hello["framework"], hello["versions"]["python"])),
                process=int(hello["pid"]),
                minutes=(time.time() - float(hello["since"])) / 60,
                idle_minutes=float(hello["idle_s"]) / 60,
            )


def stop_kept_zygotes() -> int:
    """Ends all of them at once, with whatever runs in them; how many there were.

    Raises: Unusable where there can't be any.
    """
    stopped = 0
    for path in kept_sockets(SUFFIX):
        with contextlib.suppress(OSError, wire.WireError, Unusable):
            _told(path, "stop")
            stopped += 1
    return stopped


def _started(framework: Framework, path: Path, idle_s: float) -> Reached:
    """A new kept zygote behind this socket, which doesn't exist yet. Raises: OSError."""
    with listening(path) as listener:
        channel, started = start_zygote(framework, listener=listener, idle_s=idle_s)
    return Reached(channel, started)


def _told(path: Path, op: str) -> dict[str, Any]:
    """What the server behind a socket answers. Raises: OSError, WireError."""
    channel = connected(path)
    if channel is None:
        raise ConnectionRefusedError
    with channel:
        channel.settimeout(STATUS_S)
        framing.send_with_fds(channel, op)
        answer = framing.receive_with_fds(channel)
    if answer is None:
        raise ConnectionResetError
    return dict(answer[1])
