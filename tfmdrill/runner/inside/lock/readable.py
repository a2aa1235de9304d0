"""What a child may read: Python and what its libraries need, minus everything denied.

Landlock can only allow, and an allowed folder is allowed with all below it. A folder above a
denied one is therefore replaced by its entries, level by level, along the way to the denied one.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

# Shared libraries, and the few files of the system that libc, OpenMP and torch look at. Nothing
# of /proc but the machine's description: no process's files, environment or command line.
_SYSTEM = (
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/lib",
    "/lib64",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/nix/store",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
)

# Of a prefix not the whole: `python -m venv .` makes the user's own folder one.
_OF_A_PREFIX = ("lib", "lib32", "lib64", "pyvenv.cfg")


def readable_paths(
    sys_path: Iterable[str], prefixes: Iterable[str], deny: Iterable[str]
) -> tuple[str, ...]:
    """The paths to allow for Python with this `sys.path` and these prefixes; links resolved.

    A denied path always wins over an allowed one at or above it. Below a denied folder only the
    installation itself stays readable (the libraries of a prefix, folders named site-packages on
    the path): people keep their virtual environment in the folder of their exercises.
    """
    denied = {_real(path) for path in deny}
    entries = [path for path in sys_path if path]
    allowed = {_real(path) for path in interpreter_folders(prefixes)}
    allowed |= {_real(path) for path in entries if is_package_folder(path)}
    for path in (*_SYSTEM, *entries):
        real = _real(path)
        if denied.isdisjoint(real.parents):
            allowed.add(real)
    kept: set[Path] = set()
    for real in allowed:
        kept.update(_without(real, denied))
    return tuple(sorted(str(path) for path in kept if kept.isdisjoint(path.parents)))


def interpreter_folders(prefixes: Iterable[str]) -> tuple[str, ...]:
    """The libraries below each prefix of a Python installation."""
    return tuple(str(Path(prefix, name)) for prefix in prefixes for name in _OF_A_PREFIX)


def is_package_folder(path: str) -> bool:
    """True for a folder that installers put packages in."""
    return Path(path).name in ("site-packages", "dist-packages")


def _real(path: str) -> Path:
    return Path(os.path.realpath(path))


def _without(path: Path, denied: set[Path]) -> Sequence[Path]:
    """The path if no denied one is at or below it, else those of its entries that are left."""
    if path in denied or not os.access(path, os.F_OK):
        return ()
    below = {folder for folder in denied if path in folder.parents}
    if not below:
        return (path,)
    try:
        # No links: a rule on one would allow its target, wherever that is.
        entries = [entry for entry in path.iterdir() if not entry.is_symlink()]
    except OSError:
        return ()
    return [left for entry in entries for left in _without(entry, below)]
