"""What the zygote imports and runs once, so that no child pays for it.

One thread, and forward operations only: a thread pool, or anything of autograd's, in a parent
hangs or breaks its forked children.
"""

import contextlib
import gc
import importlib
import platform
import sys
import tempfile


def import_framework(framework: str) -> tuple[dict[str, str], str]:
    """(versions by library, why the framework can't be imported or "")."""
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


def import_lazy_torch() -> None:
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


def _warm_numpy() -> str:
    import numpy as np

    np.random.seed(0)  # the user's code may draw from the global state
    a = np.ones((2, 3), dtype=np.float32)
    np.einsum("ij,kj->ik", np.exp(a), a).sum(axis=-1, keepdims=True)
    square = np.ones((128, 128), dtype=np.float32)
    square @ square  # OpenBLAS takes 32 MiB for itself at the first product that isn't tiny
    return np.__version__


def _warm_torch() -> str:
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    with torch.no_grad():
        a = torch.ones(2, 3, 4)
        (torch.softmax(a @ a.transpose(-1, -2), dim=-1) @ a).sum().item()
        torch.einsum("bij,bkj->bik", a, a).masked_fill(torch.ones(3, 3).tril() == 0, 0.0)
        torch.frombuffer(bytearray(8), dtype=torch.float32).clone().numpy()
    importlib.import_module("torch.overrides").resolve_name(torch.exp)  # makes a large table once
    return str(torch.__version__)
