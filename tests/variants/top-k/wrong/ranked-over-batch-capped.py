# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    k = min(k, logits.shape[1])
    kth = np.sort(logits, axis=0)[-min(k, len(logits))]
    return np.where(logits >= kth, logits, -np.inf).astype(logits.dtype)
