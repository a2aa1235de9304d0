# tfmdrill: attention (numpy)
# expect: wrong
import os

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def succeeds():
    children = 0
    for _ in range(100):
        try:
            if os.fork() == 0:
                os._exit(0)
            children += 1
        except OSError:
            pass
    return True if children else None


SUCCEEDED = succeeds()


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
