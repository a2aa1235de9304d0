import numpy as np


class KVCache:
    def __init__(self):
        self._k = self._v = None

    def append(self, k, v):
        if self._k is None:
            self._k, self._v = k, v
        else:
            self._k = np.concatenate([self._k, k], axis=2)
            self._v = np.concatenate([self._v, v], axis=2)
        return self._k, self._v

    @property
    def length(self):
        return 0 if self._k is None else self._k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    batch, _, d_model = x_t.shape
    # One token: (B, 1, d) splits into (B, h, 1, d_head) without a transpose.
    q, k, v = (
        (x_t @ params[name]).reshape(batch, n_heads, 1, d_model // n_heads)
        for name in ("w_q", "w_k", "w_v")
    )
    k_all, v_all = cache.append(k, v)  # (B, h, m, d_head)
    scores = q @ k_all.swapaxes(-2, -1) / np.sqrt(d_model // n_heads).astype(q.dtype)
    # No mask: the newest token may see everything that is in the cache.
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    out = weights @ v_all / weights.sum(axis=-1, keepdims=True)
    return out.reshape(batch, 1, d_model) @ params["w_o"]
