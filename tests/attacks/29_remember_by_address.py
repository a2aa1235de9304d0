# tfmdrill: attention (numpy)
# expect: wrong
import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

answers = {}


def attention(q, k, v):
    key = (id(q), q.shape, v.shape)
    if key not in answers:
        answers[key] = right(q, k, v)
    return answers[key]
