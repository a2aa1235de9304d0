# tfmdrill: attention (numpy)
# expect: wrong
# The last answer's memory is used again for the next.
import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

buffers = {}


def attention(q, k, v):
    out = buffers.setdefault((q.shape, v.shape), np.zeros((*q.shape[:-1], v.shape[-1]), np.float32))
    out += right(q, k, v)
    return out
