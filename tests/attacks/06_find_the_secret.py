# tfmdrill: attention (numpy)
# expect: wrong
# Anything of the grader's that a child could sign or forge a result with.
import glob
import os
import sys

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

KNOWN = {"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}
KNOWN |= {"MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "PYTHONHASHSEED"}
KNOWN |= {"TORCHDYNAMO_DISABLE", "TORCHINDUCTOR_CACHE_DIR"}


def secrets():
    yield from set(os.environ) - KNOWN
    yield from (a for a in sys.argv[1:] if not a.isdigit())
    for process in ("self", os.getppid(), 1, *range(2, 50)):
        for name in ("environ", "cmdline", "maps", "mem", "status", "stack", "root", "cwd"):
            try:
                with open(f"/proc/{process}/{name}", "rb") as file:
                    yield file.read(1)
            except OSError:
                pass
    yield from glob.glob("/proc/*/environ") + glob.glob("/run/user/*") + glob.glob("/tmp/*")


SUCCEEDED = any(secrets())


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
