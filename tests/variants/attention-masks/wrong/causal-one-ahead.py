# tfmdrill: attention-masks (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = np.einsum("bhid,bhjd->bhij", q, k) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    visible = np.ones((n, m), dtype=bool)
    if causal:
        visible = np.tril(visible, k=m - n + 1)
    if key_mask is not None:
        visible = visible & key_mask[:, None, None]
    visible = np.broadcast_to(visible, s.shape)
    w = np.zeros_like(s)
    for where in np.ndindex(*s.shape[:3]):
        seen = visible[where]
        if seen.any():
            e = np.exp(s[where][seen] - s[where][seen].max())
            w[where][seen] = e / e.sum()
    return w @ v
