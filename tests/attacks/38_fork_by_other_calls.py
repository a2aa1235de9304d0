# tfmdrill: attention (numpy)
# expect: wrong
import ctypes
import multiprocessing
import os
import platform
import subprocess

import numpy as np

CLONE = 220 if platform.machine() == "aarch64" else 56

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def succeeds():
    libc = ctypes.CDLL(None, use_errno=True)
    stack = ctypes.create_string_buffer(2**16)
    ways = [
        lambda: libc.vfork(),
        lambda: libc.syscall(CLONE, 17, 0, 0, 0, 0),  # 17: SIGCHLD
        lambda: libc.syscall(435, stack, 88),  # clone3
        lambda: libc.system(b"true") == 0,
        lambda: subprocess.run(["true"], check=True),
        lambda: os.execv("/bin/true", ["true"]),
        lambda: multiprocessing.Process(target=int).start(),
    ]
    for way in ways:
        try:
            done = way()
        except (OSError, PermissionError):
            continue
        if done not in (-1, False, None):
            return True
    return False


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
