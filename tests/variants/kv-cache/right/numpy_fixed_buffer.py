# tfmdrill: kv-cache (numpy)
"""A buffer for many tokens, filled in place; grown by the half when it is full."""
from functools import partial

import numpy as np


class KVCache:
    def __init__(self):
        self._buf, self._n = None, 0

    length = property(lambda self: self._n)

    def append(self, k, v):
        b, h, t, e = k.shape
        if self._buf is None:
            self._buf = np.empty((2, b, h, 16, e), dtype=k.dtype)
        need = self._n + t
        if need > self._buf.shape[3]:
            bigger = np.empty((2, b, h, need + need // 2, e), dtype=k.dtype)
            bigger[:, :, :, : self._n] = self._buf[:, :, :, : self._n]
            self._buf = bigger
        self._buf[0, :, :, self._n : need] = k
        self._buf[1, :, :, self._n : need] = v
        self._n = need
        return self._buf[0, :, :, :need], self._buf[1, :, :, :need]


def _step(names, x_t, params, cache, *, n_heads):
    b, _, d = x_t.shape
    e = d // n_heads
    q, k, v = (np.swapaxes((x_t @ params[n]).reshape(b, 1, n_heads, e), 1, 2) for n in names)
    keys, values = cache.append(k, v)
    scores = np.matmul(q * np.float32(1 / np.sqrt(e)), keys.swapaxes(2, 3))
    np.subtract(scores, scores.max(axis=-1, keepdims=True), out=scores)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return np.swapaxes(scores @ values, 1, 2).reshape(b, 1, d) @ params["w_o"]


decode_step = partial(_step, ("w_q", "w_k", "w_v"))
