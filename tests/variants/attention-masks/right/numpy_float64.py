# tfmdrill: attention-masks (numpy)
import numpy as np


class Attention:
    lowest = -1e30

    def __call__(self, q, k, v, *, causal=False, key_mask=None):
        q, k, v = (a.astype(np.float64) for a in (q, k, v))
        s = q @ k.transpose(0, 1, 3, 2) * q.shape[-1] ** -0.5
        m = s.shape[-1]
        mask = np.tri(*s.shape[-2:], m - s.shape[-2], dtype=bool) if causal else np.ones(s.shape[-2:], dtype=bool)
        mask = np.broadcast_to(mask, s.shape) if key_mask is None else mask & key_mask.reshape(-1, 1, 1, m)
        s = np.where(mask, s, self.lowest)
        w = np.exp(s - np.logaddexp.reduce(s, axis=-1)[..., None])
        w = w * mask.any(axis=-1)[..., None]
        return np.ascontiguousarray((w @ v).transpose(3, 2, 1, 0)).transpose(3, 2, 1, 0)


masked_attention = Attention()
