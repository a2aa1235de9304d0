# tfmdrill: attention-masks (numpy)
import math

import numpy as np


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    B, h, n, d_k = q.shape
    m = k.shape[2]
    out = np.zeros((B, h, n, v.shape[3]), dtype=q.dtype)
    for b in range(B):
        for head in range(h):
            for i in range(n):
                last = i + m - n if causal else m - 1
                keys = [j for j in range(last + 1) if key_mask is None or key_mask[b, j]]
                if not keys:
                    continue
                s = [float((q[b, head, i] * k[b, head, j]).sum()) / math.sqrt(d_k) for j in keys]
                e = [math.exp(x - max(s)) for x in s]
                for j, weight in zip(keys, e):
                    out[b, head, i] += weight / sum(e) * v[b, head, j]
    return out
