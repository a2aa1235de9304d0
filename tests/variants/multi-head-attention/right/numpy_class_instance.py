# tfmdrill: multi-head-attention (numpy)
import numpy as np


class MultiHead:
    fill = -1e9

    @staticmethod
    def split(a, h):
        return np.ascontiguousarray(a.reshape(*a.shape[:2], h, -1).transpose(0, 2, 1, 3))

    def __call__(self, x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
        B, n, d = x.shape
        if d % n_heads != 0:
            raise ValueError("d % n_heads")
        # The projections are done by head: w_q as (h, d, d/h).
        by_head = lambda w: w.reshape(d, n_heads, -1).transpose(1, 0, 2)
        q, k, v = (x[:, None] @ by_head(w) for w in (w_q, w_k, w_v))
        s = q @ k.transpose(0, 1, 3, 2) * (d // n_heads) ** -0.5
        hidden = np.zeros((B, 1, n, n), dtype=bool)
        if causal:
            hidden[..., *np.triu_indices(n, 1)] = True
        if key_mask is not None:
            hidden |= np.logical_not(key_mask).reshape(B, 1, 1, n)
        s[np.broadcast_to(hidden, s.shape)] = self.fill
        p = np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True))
        p = np.where(hidden.all(-1, keepdims=True), np.zeros_like(p), p)
        o = np.asfortranarray((p @ v).transpose(0, 2, 1, 3).reshape(B * n, d) @ w_o)
        return o.reshape(B, n, d)


multi_head_attention = MultiHead()
