# tfmdrill: attention (numpy)
# expect: wrong
# Right until the calls that only look at the rest come.
import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

calls = 0


def attention(q, k, v):
    global calls
    calls += 1
    return right(q, k, v) if calls < 18 else q
