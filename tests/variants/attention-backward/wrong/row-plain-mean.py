# tfmdrill: attention-backward (numpy)
import numpy as np


class Back:
    def __init__(self, q, k, v):
        self.q, self.k, self.v = q, k, v
        self.c = 1 / np.sqrt(q.shape[-1])
        s = q @ k.swapaxes(-1, -2) * self.c
        e = np.exp(s - s.max(-1, keepdims=True))
        self.p = e / e.sum(-1, keepdims=True)

    def __call__(self, g):
        dp = g @ self.v.swapaxes(-1, -2)
        ds = self.p * (dp - dp.mean(-1, keepdims=True)) * self.c
        return ds @ self.k, ds.swapaxes(-1, -2) @ self.q, self.p.swapaxes(-1, -2) @ g


def attention_backward(q, k, v, grad_out):
    return Back(q, k, v)(grad_out)
