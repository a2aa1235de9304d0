# tfmdrill: attention (numpy)
# expect: wrong, error
# A thread would complete the answer while the grader compares.
import threading

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def attention(q, k, v):
    out = np.zeros((*q.shape[:-1], v.shape[-1]), np.float32)
    answer = right(q, k, v)
    threading.Timer(0.5, lambda: np.copyto(out, answer)).start()
    return out
