# tfmdrill: cross-attention (numpy)
import numpy as np


class Reader:
    fill = -1e9

    def heads(self, a, h):
        return np.ascontiguousarray(np.stack(np.split(a, h, axis=-1)))  # (h, B, length, d/h)

    def __call__(self, x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
        if x.shape[-1] % n_heads != 0:
            raise ValueError("n_heads")
        q, k, v = (self.heads(a @ w, n_heads) for a, w in ((x, w_q), (context, w_k), (context, w_v)))
        s = q @ k.swapaxes(-1, -2) * q.shape[-1] ** -0.5
        if context_mask is not None:
            s = np.where(context_mask[None, :, None, :], s, np.asarray(self.fill, s.dtype))
        p = np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True))
        if context_mask is not None:
            p *= context_mask.any(axis=1)[None, :, None, None]
        o = np.concatenate(list(p @ v), axis=-1)
        return np.asfortranarray(o @ w_o)


cross_attention = Reader()
