"""Who the child is to the kernel: nobody, without privileges, with no way back to any."""

import errno
import os
import stat
import struct
from collections.abc import Iterable
from ctypes import create_string_buffer
from pathlib import Path

from .syscalls import call, prctl

NOBODY = 65534

_PR_SET_KEEPCAPS = 8
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38

# Read any file and enter any folder. Landlock still decides which files.
_CAP_DAC_READ_SEARCH = 2
_CAPABILITIES = 64  # as many as the kernel's two words can hold
_CAPABILITY_VERSION = 0x20080522


def may_read_all() -> bool:
    """True if this process holds the capability to read any file; False where nobody can say."""
    header = create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION, 0), 8)
    data = create_string_buffer(24)
    try:
        call("capget", header, data)
    except OSError:
        return False
    permitted = int(struct.unpack("=6I", data.raw)[1])
    return bool(permitted >> _CAP_DAC_READ_SEARCH & 1)


def closed_to_others(paths: Iterable[str]) -> bool:
    """True if one of these paths, or a folder on the way, is closed to a stranger's uid."""
    targets = [Path(text) for text in paths]
    ways = {parent for target in targets for parent in target.parents}
    return any(_lacks(target, stat.S_IROTH) for target in targets) or any(
        _lacks(way, 0) for way in ways
    )


def _lacks(place: Path, wanted: int) -> bool:
    """True if others lack these mode bits, or may not enter a folder; False for nothing there."""
    try:
        mode = place.stat().st_mode
    except OSError:
        return False
    if stat.S_ISDIR(mode):
        wanted |= stat.S_IXOTH
    return mode & wanted != wanted


def become_nobody(*, keep_reading: bool) -> None:
    """Give up root: no groups, uid and gid of nobody, no capability.

    With `keep_reading`, the one to read any file stays, for an interpreter below a folder that
    only root may enter; only where Landlock says which files those are. Raises: OSError.
    """
    _drop_bounding_set()
    prctl(_PR_SET_KEEPCAPS, int(keep_reading))
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    _set_capabilities(1 << _CAP_DAC_READ_SEARCH if keep_reading else 0)


def forbid_new_privileges(*, keep_reading: bool) -> None:
    """Give up every capability but that one, and those of programs to come; the filters need it.

    An ordinary user has capabilities too, in a user namespace of its own. Raises: OSError.
    """
    _set_capabilities(1 << _CAP_DAC_READ_SEARCH if keep_reading else 0)
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def _drop_bounding_set() -> None:
    for capability in range(_CAPABILITIES):
        try:
            prctl(_PR_CAPBSET_DROP, capability)
        except OSError as error:
            if capability > 0 and error.errno == errno.EINVAL:
                return  # past the last one of this kernel
            raise


def _set_capabilities(kept: int) -> None:
    """Make `kept` the effective and permitted set; nothing is inheritable, so nothing ambient."""
    header = create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION, 0), 8)
    low, high = kept & 0xFFFFFFFF, kept >> 32
    # two words of each set: effective, permitted, inheritable
    data = create_string_buffer(struct.pack("=6I", low, low, 0, high, high, 0), 24)
    call("capset", header, data)
