"""Landlock: the child reads what is listed and nothing else, and writes nowhere.

Source: Linux Documentation/userspace-api/landlock.rst; constants of include/uapi/linux/landlock.h.
"""

import ctypes
import os
import stat
import struct
from collections.abc import Sequence
from pathlib import Path

from .readable import is_package_folder
from .syscalls import call

_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3

# Rights over files by the ABI that brought them: the first 13, then refer (2), truncate (3) and
# ioctl on devices (5). Rights over TCP bind and connect (4), scopes over abstract Unix sockets and
# signals (6), a flag of the last call (7).
_FILES_1 = (1 << 13) - 1
_FILES_2 = 1 << 13
_FILES_3 = 1 << 14
_FILES_5 = 1 << 15
_TCP_4 = 0b11
_SCOPES_6 = 0b11
_QUIET_7 = 1  # not every refusal goes to the machine's audit log, which anyone could flood


def abi() -> int:
    """The version of Landlock in this kernel, 1 or more. Raises: OSError where it has none."""
    return call("landlock_create_ruleset", 0, 0, _VERSION_FLAG)


def handled(version: int) -> tuple[int, int, int]:
    """The rights over (files, TCP, scopes) that a ruleset of this ABI can refuse."""
    files = _FILES_1
    for since, right in ((2, _FILES_2), (3, _FILES_3), (5, _FILES_5)):
        files |= right if version >= since else 0
    return files, _TCP_4 if version >= 4 else 0, _SCOPES_6 if version >= 6 else 0


def restrict(readable: Sequence[str]) -> None:
    """Refuse this process every file right but reading what is at or below `readable`, for good.

    A path that is gone or can't be reached is passed over: it stays refused. Needs no-new-privs.
    Raises: OSError where the kernel refuses.
    """
    version = abi()
    # Kernels older than a field demand only that it is zero.
    attributes = struct.pack("=QQQ", *handled(version))
    ruleset = call("landlock_create_ruleset", _buffer(attributes), len(attributes), 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ_FILE | _READ_DIR)
        for folder in _package_folders(readable):
            _allow(ruleset, folder, _READ_DIR)
        call("landlock_restrict_self", ruleset, _QUIET_7 if version >= 7 else 0)
    finally:
        os.close(ruleset)


def _package_folders(readable: Sequence[str]) -> list[str]:
    """The site-packages of which only some entries are readable: they may be listed.

    Imports and `importlib.metadata` look for a package by listing the folder it is in. Names of
    refused files below can then be listed too, never read.
    """
    parents = {str(Path(path).parent) for path in readable} - set(readable)
    return sorted(parent for parent in parents if is_package_folder(parent))


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= ~_READ_DIR  # invalid on a file
        rule = struct.pack("=Qi", rights, place)
        call("landlock_add_rule", ruleset, _RULE_PATH_BENEATH, _buffer(rule), 0)
    finally:
        os.close(place)


def _buffer(data: bytes) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(data, len(data))
