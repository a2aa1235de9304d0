# tfmdrill: grouped-query-attention (numpy)
from functools import partial

import numpy as np


def attend(dtype, q, k, v, *, causal=False):
    q, k, v = (np.asarray(a, dtype) for a in (q, k, v))
    if q.shape[1] % k.shape[1]:
        raise ValueError("groups")
    k, v = (np.kron(a.transpose(0, 2, 3, 1), np.ones(q.shape[1] // a.shape[1])).transpose(0, 3, 1, 2) for a in (k, v))
    s = np.matmul(q, k.swapaxes(-1, -2)) / q.shape[-1] ** 0.5
    keep = np.ones(s.shape[-2:], bool)
    if causal:
        keep = np.subtract.outer(np.arange(s.shape[-2]), np.arange(s.shape[-1])) >= s.shape[-2] - s.shape[-1]
    top = s.max(-1, keepdims=True, where=keep, initial=-1e300)
    e = np.where(keep, np.exp(np.minimum(s - top, 0)), 0)
    return e @ v / np.maximum(e.sum(-1, keepdims=True), 1e-300)


grouped_query_attention = partial(attend, np.float64)
