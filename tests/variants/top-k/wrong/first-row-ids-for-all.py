# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    V = logits.shape[-1]
    if k >= V:
        return logits.copy()
    idx = np.argpartition(-logits[0], k - 1)[:k]
    out = np.full_like(logits, -np.inf)
    out[:, idx] = logits[:, idx]
    return out
