# tfmdrill: attention (numpy)
# expect: wrong
# /proc/self/fd gives new descriptions of the pipes, even of those that were closed for writing.
import os

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def succeeds():
    for fd in (*range(16), "thread"):
        for folder in ("/proc/self/fd", "/dev/fd", "/proc/thread-self/fd"):
            try:
                os.close(os.open(f"{folder}/{fd}", os.O_RDWR))
                return True
            except OSError:
                pass
    return False


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
