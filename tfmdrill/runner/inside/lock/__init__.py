"""The kernel's side of the wall: a child that can compute, read Python's libraries, and no more.

In the zygote: `probe` once, before anything heavy is imported, then `fork` for each submission.
In the child: `apply`, before any of the user's code.
"""

import contextlib
import os
from collections.abc import Callable

from . import identity, landlock, limits, namespaces, parentage, seccomp
from .policy import Layer, LockFailed, Policy
from .probe import probe, tier
from .readable import readable_paths

__all__ = ["Layer", "LockFailed", "Policy", "apply", "fork", "probe", "readable_paths", "tier"]


def fork(policy: Policy) -> int:
    """Fork this single-threaded process: 0 in the child, the child's pid in the parent.

    Raises: LockFailed, in the parent only.
    """
    zygote = parentage.own_pid() if Layer.PARENT_DEATH in policy.layers else 0
    if Layer.NAMESPACES in policy.layers:
        try:
            pid = namespaces.clone()
        except OSError as error:
            raise LockFailed(Layer.NAMESPACES, str(error)) from error
    else:
        pid = os.fork()
    if pid == 0 and Layer.PARENT_DEATH in policy.layers:
        # A failure shows again in `apply`: an exception here would come out of the zygote's loop.
        with contextlib.suppress(OSError):
            parentage.die_with(zygote)
    return pid


def apply(policy: Policy) -> None:
    """Lock this process down, for good. Its descriptors are the caller's business.

    Raises: LockFailed, and then no code of the user may run here.
    """
    parent = parentage.parent_pid() if Layer.PARENT_DEATH in policy.layers else 0
    keep_reading = (
        {Layer.NEW_UID, Layer.LANDLOCK} <= policy.layers
        and identity.closed_to_others(policy.readable)
        and identity.may_read_all()
    )
    steps: list[tuple[str, Callable[[], None]]] = [
        (Layer.RLIMITS, lambda: limits.apply(policy)),
        (Layer.NEW_UID, lambda: identity.become_nobody(keep_reading=keep_reading)),
        # after the uid: changing that undoes it
        (Layer.PARENT_DEATH, lambda: parentage.die_with(parent)),
        (Layer.NO_NEW_PRIVS, lambda: identity.forbid_new_privileges(keep_reading=keep_reading)),
        (Layer.LANDLOCK, lambda: landlock.restrict(policy.readable)),
        (Layer.SECCOMP, lambda: seccomp.install(os.getpid())),
    ]
    _take("session", parentage.own_session)
    for layer, step in steps:
        if layer in policy.layers:
            _take(layer, step)


def _take(layer: str, step: Callable[[], None]) -> None:
    try:
        step()
    except (OSError, ValueError) as error:
        raise LockFailed(layer, str(error)) from error
