"""Zygotes that outlive one `grade`: found, started, shown and stopped by sockets in one folder.

A socket's name is a digest of everything that a zygote was started with and of the files that it
runs, so a grader of another version or environment finds none. The folder is the user's alone,
and both ends ask the kernel who the other is. No reference and no model answer is ever in a
zygote: what is kept is the side of the wall where submissions run.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import resource
import socket
import stat
import struct
import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfmdrill import __version__, config
from tfmdrill.model.problem import Framework
from tfmdrill.runner.inside import framing, wire
from tfmdrill.runner.process import MAIN, Started, python_folders, start_zygote

if TYPE_CHECKING:
    from tfmdrill.model.machine import KeptZygote  # a grade has no use for it

SUFFIX = ".sock"
BACKLOG = 16
CONNECT_S = 2.0
STATUS_S = 10.0  # one that imports meanwhile answers later, and is passed over
LOCK_TRIES, LOCK_AGAIN_S = 50, 0.01
INHERITED = (
    resource.RLIMIT_AS,
    resource.RLIMIT_CPU,
    resource.RLIMIT_DATA,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_STACK,
)
_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid of a peer


class Unusable(Exception):
    """No zygote can be kept here, for a reason in words; one's own does as well, only slower."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A control socket to a zygote that is kept, and its process where it was started just now."""

    channel: socket.socket
    started: Started | None = None


def reach(framework: Framework) -> Reached:
    """A kept zygote for this framework in this environment, started if none is there.

    Raises: Unusable.
    """
    folder = server_folder()
    path = folder / (environment_key(framework) + SUFFIX)
    try:
        channel = _connected(path)
        if channel is not None:
            return Reached(channel)
        with _locked(folder):
            channel = _connected(path)  # another grader may have been quicker
            if channel is not None:
                return Reached(channel)
            path.unlink(missing_ok=True)
            return _started(framework, path)
    except OSError as error:
        raise Unusable(error.strerror or str(error)) from None


def server_folder() -> Path:
    """The folder of the sockets: the user's own, and closed to others.

    Raises: Unusable.
    """
    if not hasattr(socket, "SO_PEERCRED"):
        raise Unusable("only on Linux can a process be kept for later commands")
    import platformdirs

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # without a session it says so, and takes one below /tmp
        folder = platformdirs.user_runtime_path("tfmdrill", appauthor=False)
    try:
        for part in (folder.parent, folder):
            with contextlib.suppress(FileExistsError):
                part.mkdir(mode=0o700)
        found = folder.lstat()
    except OSError as error:
        raise Unusable(f"{folder}: {error.strerror}") from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise Unusable(f"{folder} isn't a folder of this user alone")
    return folder


def environment_key(framework: Framework) -> str:
    """Equal only where a zygote started now would be the same."""
    libraries = {Framework.TORCH: ("numpy", "torch"), Framework.NUMPY: ("numpy",)}
    files = [Path(sys.executable), *sorted(MAIN.parent.rglob("*.py"))]
    for name in libraries.get(framework, ()):
        files += _package_files(name)
    parts = [
        __version__,
        framework.value,
        sys.executable,
        sys.prefix,
        *python_folders(),
        *[f"{file} {_stamp(file)}" for file in files],
        # What a process passes on to what it starts: limits, and who its neighbours are.
        *[str(resource.getrlimit(kind)) for kind in INHERITED],
        *[_namespace(kind) for kind in ("mnt", "pid", "user", "net")],
        str(sorted(os.sched_getaffinity(0))),
        str(os.getpriority(os.PRIO_PROCESS, 0)),
    ]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def kept_zygotes() -> "Iterator[KeptZygote]":
    """Every zygote of this user that is kept, whatever version or environment it is of.

    Raises: Unusable where none can be.
    """
    from tfmdrill.model.machine import KeptZygote

    for path in _sockets():
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
    for path in _sockets():
        with contextlib.suppress(OSError, wire.WireError, Unusable):
            _told(path, "stop")
            stopped += 1
    return stopped


def _connected(path: Path) -> socket.socket | None:
    """A connection to the server behind this socket; None where none listens.

    Raises: OSError, Unusable where somebody else does.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise Unusable(f"{path} isn't a socket of this user alone")
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        channel.settimeout(CONNECT_S)
        channel.connect(str(path))
        size = _CREDENTIALS.size
        _, uid, _ = _CREDENTIALS.unpack(
            channel.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        )
    except ConnectionRefusedError:  # its server was killed
        channel.close()
        return None
    except BaseException:
        channel.close()
        raise
    if uid != os.geteuid():
        channel.close()
        raise Unusable(f"another user listens on {path}")
    return channel


def _started(framework: Framework, path: Path) -> Reached:
    """A new kept zygote behind this socket, which doesn't exist yet. Raises: OSError."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen(BACKLOG)
        channel, started = start_zygote(framework, listener=listener, idle_s=config.SERVER_IDLE_S)
    return Reached(channel, started)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One grader at a time sets up a socket. Raises: OSError, Unusable."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    fd = os.open(folder / "lock", flags, 0o600)
    try:
        for _ in range(LOCK_TRIES):
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(LOCK_AGAIN_S)
        else:
            raise Unusable("another grader holds the lock")
        yield
    finally:
        os.close(fd)


def _package_files(name: str) -> list[Path]:
    """What changes when a package is installed, upgraded or removed."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.origin:
        return []
    package = Path(spec.origin)
    return [package, package.with_name("version.py"), package.parents[1]]


def _stamp(path: Path) -> str:
    try:
        found = path.stat()
    except OSError:
        return "missing"
    return f"{found.st_dev} {found.st_ino} {found.st_size} {found.st_mtime_ns}"


def _namespace(kind: str) -> str:
    try:
        return str(Path(f"/proc/self/ns/{kind}").readlink())
    except OSError:
        return ""


def _sockets() -> list[Path]:
    return sorted(server_folder().glob(f"*{SUFFIX}"))


def _told(path: Path, op: str) -> dict[str, Any]:
    """What the server behind a socket answers. Raises: OSError, WireError."""
    channel = _connected(path)
    if channel is None:
        raise ConnectionRefusedError
    with channel:
        channel.settimeout(STATUS_S)
        framing.send_with_fds(channel, op)
        answer = framing.receive_with_fds(channel)
    if answer is None:
        raise ConnectionResetError
    return dict(answer[1])
