# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    out = np.sort(logits, axis=-1)[:, ::-1].copy()
    out[:, k:] = -np.inf
    return out
