# tfmdrill: attention-backward (numpy)
from functools import partial

import numpy as np


def _backward(center, q, k, v, grad_out):
    root = np.sqrt(q.shape[-1], dtype=q.dtype)
    s = np.matmul(q, np.moveaxis(k, -1, -2)) / root
    p = np.exp(s - s.max(axis=-1, keepdims=True))
    p = p / p.sum(axis=-1, keepdims=True)
    dp = np.matmul(grad_out, np.moveaxis(v, -1, -2))
    ds = center(p, dp) / root
    return (
        np.matmul(ds, k),
        np.matmul(np.moveaxis(ds, -1, -2), q),
        np.matmul(np.moveaxis(p, -1, -2), grad_out),
    )


def _centered(p, dp):
    mean = np.average(dp, axis=-1, weights=p)
    return (dp - np.expand_dims(mean, -1)) * p


attention_backward = partial(_backward, _centered)
