# tfmdrill: attention (numpy)
# expect: wrong
# An array with the right answer, anywhere in this process's memory that Python knows of.
import gc

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def attention(q, k, v):
    want = right(q, k, v)
    gc.unfreeze()
    for thing in gc.get_objects():
        values = list(thing.values()) if type(thing) is dict else [thing]
        values += thing if type(thing) in (list, tuple) else []
        for value in values:
            if type(value) is np.ndarray and value is not want and value.shape == want.shape:
                if np.allclose(value, want, atol=1e-5):
                    return want
            if type(value) in (str, bytes) and 200 < len(value) < 10**6:
                needle = "def gradient_cases" if type(value) is str else b"kind = \"numeric\""
                if needle in value:
                    return want
    return None
