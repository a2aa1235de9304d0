import math

import torch


class KVCache:
    def __init__(self):
        self._k = self._v = None

    def append(self, k, v):
        if self._k is None:
            self._k, self._v = k, v
        else:
            self._k = torch.cat([self._k, k], dim=2)
            self._v = torch.cat([self._v, v], dim=2)
        return self._k, self._v

    @property
    def length(self):
        return 0 if self._k is None else self._k.shape[2]


def decode_step(x_t, params, cache, *, n_heads):
    batch, _, d_model = x_t.shape
    # One token: (B, 1, d) splits into (B, h, 1, d_head) without a transpose.
    q, k, v = (
        (x_t @ params[name]).view(batch, n_heads, 1, d_model // n_heads)
        for name in ("w_q", "w_k", "w_v")
    )
    k_all, v_all = cache.append(k, v)  # (B, h, m, d_head)
    scores = q @ k_all.transpose(-2, -1) / math.sqrt(d_model // n_heads)  # (B, h, 1, m)
    # No mask: the newest token may see everything that is in the cache.
    out = torch.softmax(scores, dim=-1) @ v_all
    return out.reshape(batch, 1, d_model) @ params["w_o"]
