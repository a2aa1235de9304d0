# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    k = min(k, logits.shape[-1])
    cut = np.sort(logits, axis=-1)[0][-k]
    return np.where(logits >= cut, logits, -np.inf)
