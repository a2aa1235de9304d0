# tfmdrill: attention (numpy)
import functools

import numpy as np


def returns_input_dtype(f):
    @functools.wraps(f)
    def wrapped(q, k, v):
        return f(*(a.astype(np.float32) for a in (q, k, v))).astype(q.dtype)

    return wrapped


@returns_input_dtype
def attention(q, k, v):
    scores = np.float32(k.shape[-1] ** -0.5) * (q @ k.swapaxes(-1, -2))
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ v
