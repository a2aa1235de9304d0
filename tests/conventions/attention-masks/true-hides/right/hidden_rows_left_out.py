# tfmdrill: attention-masks:true-hides (numpy)
import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    B, h, n, d = q.shape
    m = k.shape[2]
    out = np.zeros((B, h, n, v.shape[3]), dtype=q.dtype)
    for b in range(B):
        for head in range(h):
            for i in range(n):
                seen = [
                    j
                    for j in range(m)
                    if not (key_mask is not None and key_mask[b, j])
                    and not (causal and j > i + m - n)
                ]
                if seen:
                    s = k[b, head, seen] @ q[b, head, i] / np.sqrt(d).astype(q.dtype)
                    w = np.exp(s - s.max())
                    out[b, head, i] = w / w.sum() @ v[b, head, seen]
    return out
