"""Processes that outlive a command: their sockets lie in one folder, the user's alone.

A socket's name is a digest of what its process was started with and of the files that it runs, so
a command of another version or environment finds none. Both ends ask the kernel who the other is.
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
from collections.abc import Iterable, Iterator
from pathlib import Path

from tfmdrill import __version__, config

BACKLOG = 16
CONNECT_S = 2.0
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
    """No process can be kept here, for a reason in words; one's own does as well, only slower."""


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


def environment_digest(files: Iterable[Path], *parts: str) -> str:
    """Equal only where a process started now, that runs these files, would be the same."""
    all_parts = [
        __version__,
        *parts,
        sys.executable,
        sys.prefix,
        *config.python_folders(),
        *[f"{file} {stamp(file)}" for file in (Path(sys.executable), *files)],
        # What a process passes on to what it starts: limits, and who its neighbours are.
        *[str(resource.getrlimit(kind)) for kind in INHERITED],
        *[_namespace(kind) for kind in ("mnt", "pid", "user", "net")],
        str(sorted(os.sched_getaffinity(0))),
        str(os.getpriority(os.PRIO_PROCESS, 0)),
    ]
    return hashlib.sha256("\0".join(all_parts).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def connected(path: Path) -> socket.socket | None:
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


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One command at a time sets up a socket. Raises: OSError, Unusable."""
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
            raise Unusable("another command holds the lock")
        yield
    finally:
        os.close(fd)


@contextlib.contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    """A socket that listens there, for this user alone; the path doesn't exist yet.

    Raises: OSError.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen(BACKLOG)
        yield listener


def kept_sockets(suffix: str) -> list[Path]:
    """The sockets of one sort, whether or not anybody listens. Raises: Unusable."""
    return sorted(server_folder().glob(f"*{suffix}"))


def sweep() -> None:
    """Remove the sockets of processes that were killed. Raises: OSError, Unusable."""
    folder = server_folder()
    with locked(folder):  # so none is about to listen
        for path in folder.iterdir():
            if path.is_socket():
                channel = connected(path)
                if channel is None:
                    path.unlink(missing_ok=True)
                else:
                    channel.close()


def package_files(name: str) -> list[Path]:
    """What changes when a package is installed, upgraded or removed."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.origin:
        return []
    package = Path(spec.origin)
    return [package, package.with_name("version.py"), package.parents[1]]


def stamp(path: Path) -> str:
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
