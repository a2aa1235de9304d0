# tfmdrill: attention (numpy)
# expect: wrong
# float16 in the place of float32.
import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def attention(q, k, v):
    return right(*(x.astype(np.float16) for x in (q, k, v)))
