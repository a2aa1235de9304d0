"""The process that imports the framework once and forks a locked child for each submission."""

import contextlib
import gc
import importlib
import os
import platform
import random
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

from . import child, framing, lock, wire


def serve(channel: socket.socket) -> None:
    """Set up as the first message says, say hello, then fork and reap until the grader is gone."""
    opening = framing.receive_with_fds(channel)
    if opening is None:
        return
    value = opening[1]
    sys.path += [entry for entry in value["python_path"] if entry not in sys.path]
    probed = lock.probe()  # before the imports: it forks
    sys.modules["tfmdrill"] = None  # type: ignore[assignment]  # an import says it isn't there
    versions, missing = _import_framework(value["framework"])
    if value["single_use"]:
        probed["namespaces"] = "a worker that serves once is not forked into namespaces of its own"
    setup = _setup(value, probed)
    gc.collect()
    gc.freeze()
    hello = {
        "probe": probed,
        "tier": lock.tier(probed),
        "versions": versions,
        "missing": missing,
    }
    framing.send_with_fds(channel, "hello", hello)
    children: set[int] = set()
    try:
        _loop(channel, setup, children, single_use=value["single_use"])
    finally:
        for pid in children:
            os.kill(pid, signal.SIGKILL)


def _setup(value: dict[str, Any], probed: dict[str, str]) -> child.Setup:
    package = Path(__file__).resolve().parents[2]
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    policy = lock.Policy(
        readable=lock.readable_paths(sys.path, sorted(prefixes), [str(package), *value["deny"]]),
        memory_bytes=value["memory_bytes"],
        cpu_s=value["cpu_s"],
        open_files=value["open_files"],
        layers=frozenset(layer for layer, why in probed.items() if not why),
    )
    return child.Setup(value["framework"], policy, wire.Caps(*value["caps"]))


def _loop(
    channel: socket.socket, setup: child.Setup, children: set[int], *, single_use: bool
) -> None:
    while (request := framing.receive_with_fds(channel)) is not None:
        op, value, fds = request
        if op == "reap":
            framing.send_with_fds(channel, "reaped", _reap(value, children))
            continue
        if value["lazy_torch"]:
            _import_lazy_torch()
        wanted = setup.with_memory(value["memory_bytes"])
        if single_use:
            framing.send_with_fds(channel, "forked", os.getpid())
            child.run(wanted, *fds)
        try:
            pid = lock.fork(wanted.policy)
        except (lock.LockFailed, OSError) as error:
            _close(fds)
            framing.send_with_fds(channel, "refused", str(error))
            continue
        if pid == 0:
            child.run(wanted, *fds)
        children.add(pid)
        _close(fds)
        framing.send_with_fds(channel, "forked", pid)


def _close(fds: list[int]) -> None:
    for fd in fds:
        os.close(fd)


def _reap(pid: int, children: set[int]) -> int | None:
    """The wait status of a child, or None where it hasn't ended."""
    reaped, status = os.waitpid(pid, os.WNOHANG)
    if not reaped:
        return None
    children.discard(pid)
    return status


def _import_framework(framework: str) -> tuple[dict[str, str], str]:
    """(versions by library, why the framework can't be imported or "")."""
    random.seed(0)
    # What torch imports on first use, under the lock, asks for the name of a folder to write
    # in; the search for one would fail, and with it that import, for good.
    tempfile.tempdir = "/nonexistent"
    versions = {"python": platform.python_version()}
    try:
        if framework in ("numpy", "torch"):
            versions["numpy"] = _warm_numpy()
        if framework == "torch":
            versions["torch"] = _warm_torch()
    except Exception as error:  # an install can be broken in any way
        return versions, f"{type(error).__name__}: {error}"[:2_000]
    return versions, ""


def _warm_numpy() -> str:
    import numpy as np

    np.random.seed(0)  # the user's code may draw from the global state
    a = np.ones((2, 3), dtype=np.float32)
    np.einsum("ij,kj->ik", np.exp(a), a).sum(axis=-1, keepdims=True)
    return np.__version__


def _warm_torch() -> str:
    """One thread, and forward operations only: what else a parent did would hang a forked child."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    with torch.no_grad():
        a = torch.ones(2, 3, 4)
        (torch.softmax(a @ a.transpose(-1, -2), dim=-1) @ a).sum().item()
        torch.einsum("bij,bkj->bik", a, a).masked_fill(torch.ones(3, 3).tril() == 0, 0.0)
        torch.frombuffer(bytearray(8), dtype=torch.float32).clone().numpy()
    return str(torch.__version__)


def _import_lazy_torch() -> None:
    """What torch.optim, checkpoint, func and compile import on first use: seconds of CPU time.

    Once here rather than in each child, where it would count as the user's.
    """
    if "torch._dynamo" in sys.modules:
        return
    with contextlib.suppress(Exception):  # a child that needs it will say what is wrong
        importlib.import_module("torch._dynamo")
        importlib.import_module("torch.utils.checkpoint")
        gc.collect()
        gc.freeze()
