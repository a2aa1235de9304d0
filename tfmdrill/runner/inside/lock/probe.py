"""Which layers this kernel, container and user allow: each tried once, for real.

What can't be undone is tried in a child that is thrown away.
"""

import errno
import mmap
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from . import identity, landlock, limits, namespaces, parentage, seccomp
from .policy import Layer, Policy
from .readable import interpreter_folders

_MIB = 1024 * 1024
_TRIAL = Policy(
    readable=("/dev/null",),
    memory_bytes=64 * _MIB,
    cpu_s=10.0,
    open_files=64,
    layers=frozenset(),
)


def probe() -> dict[str, str]:
    """Each layer's name with "" if it is there, else the reason why not.

    "new uid" is missing for an ordinary user: the child then keeps the user's uid, and nothing
    is lacking. To be called while this process is small and has one thread: it forks twice.
    """
    if sys.platform != "linux":
        absent = {str(layer): "only Linux has it" for layer in Layer if layer != Layer.NEW_UID}
        return absent | {Layer.RLIMITS: ""}
    root = os.geteuid() == 0
    layers = [layer for layer in Layer if root or layer != Layer.NEW_UID]
    found = _try_in_child([layer for layer in _TRIALS if layer in layers])
    found[Layer.NAMESPACES] = _try_namespaces()
    if root and not found[Layer.NEW_UID]:
        found[Layer.NEW_UID] = _readable_to_nobody(landlocked=not found[Layer.LANDLOCK])
    return {str(layer): found[layer] for layer in layers}


def tier(found: Mapping[str, str]) -> str:
    """The name of the tier that a probe's result makes: "full", "partial" or "process-only"."""
    if not any(found.values()):
        return "full"
    held = {layer for layer, reason in found.items() if not reason}
    filtered = {Layer.RLIMITS, Layer.NO_NEW_PRIVS, Layer.SECCOMP} <= held
    if filtered and (Layer.LANDLOCK in held or Layer.NEW_UID in held):
        return "partial"
    return "process-only"


def _readable_to_nobody(*, landlocked: bool) -> str:
    """ "" if the child can go on reading Python's files as nobody, else the reason."""
    folders = interpreter_folders((sys.prefix, sys.base_prefix))
    if not identity.closed_to_others(folders):
        return ""
    if not landlocked:
        return "only root may read Python's files, and without Landlock nothing limits who may"
    if not identity.may_read_all():
        return "only root may read Python's files, and this container can't lend that right"
    return ""


def _try_namespaces() -> str:
    try:
        pid = namespaces.clone()
    except OSError as error:
        return _in_words(error)
    if pid == 0:
        os._exit(0 if os.getpid() == 1 else 1)
    _, status = os.waitpid(pid, 0)
    return "" if status == 0 else "the new process is not the first of its namespace"


def _try_in_child(layers: list[Layer]) -> dict[str, str]:
    """Try these layers one after the other in one child, which reports each through a pipe."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            for layer in layers:
                os.write(writer, f"{layer}\t{_reason(_TRIALS[layer])}\n".encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        lines = pipe.read().splitlines()
    _, status = os.waitpid(pid, 0)
    found = dict(line.split("\t", 1) for line in lines)
    unreported = [layer for layer in layers if layer not in found]
    for layer in unreported:
        found[layer] = f"not tried: trying {unreported[0]} ended the process"
    if unreported and os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        found[unreported[0]] = f"trying it ended the process ({name})"
    return found


def _reason(trial: Callable[[], str]) -> str:
    try:
        return trial()
    except OSError as error:
        return _in_words(error)
    except ValueError as error:
        return str(error)


def _in_words(error: OSError) -> str:
    if error.errno == errno.ENOSYS:
        return "this kernel doesn't have it"
    if error.errno == errno.EOPNOTSUPP:
        return "this kernel has it, but it was not enabled at boot"
    if error.errno in (errno.EPERM, errno.EACCES):
        return "not permitted here (a container's rules, or the system's)"
    return error.strerror or str(error)


def _refused(action: Callable[[], object]) -> bool:
    """True if the system refuses this action."""
    try:
        action()
    except (OSError, MemoryError):
        return True
    return False


def _try_rlimits() -> str:
    limits.apply(_TRIAL)
    beyond = 2 * _TRIAL.memory_bytes
    if _refused(lambda: mmap.mmap(-1, beyond)):
        return ""
    return "the limit on memory is accepted, but not enforced"


def _try_new_uid() -> str:
    identity.become_nobody(keep_reading=identity.may_read_all())
    return "" if os.getresuid() == (identity.NOBODY,) * 3 else "the uid is not the new one"


def _try_parent_death() -> str:
    parentage.die_with(parentage.parent_pid())
    return ""


def _try_no_new_privs() -> str:
    identity.forbid_new_privileges(keep_reading=False)
    return ""


def _try_landlock() -> str:
    landlock.restrict(_TRIAL.readable)
    stopped = _refused(lambda: list(Path("/").iterdir()))
    return "" if stopped else "accepted, but it stops nothing"


def _try_seccomp() -> str:
    seccomp.install(os.getpid())
    processors = os.sched_getaffinity(0)
    stopped = _refused(lambda: os.sched_setaffinity(0, processors))
    return "" if stopped else "accepted, but it stops nothing"


# In the order of `apply`: a later one can stop what an earlier one needs.
_TRIALS: Mapping[Layer, Callable[[], str]] = {
    Layer.RLIMITS: _try_rlimits,
    Layer.NEW_UID: _try_new_uid,
    Layer.PARENT_DEATH: _try_parent_death,
    Layer.NO_NEW_PRIVS: _try_no_new_privs,
    Layer.LANDLOCK: _try_landlock,
    Layer.SECCOMP: _try_seccomp,
}
