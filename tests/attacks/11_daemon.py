# tfmdrill: attention (numpy)
# expect: wrong
# Would outlive the grade and rewrite its results.
import os

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def attention(q, k, v):
    for split in (os.fork, lambda: os.posix_spawn("/bin/sh", ["sh", "-c", "sleep 1000"], {})):
        try:
            if split() == 0:
                os.setsid()
                if os.fork() == 0:
                    while True:
                        pass
                os._exit(0)
            return right(q, k, v)
        except OSError:
            pass
    return None
