# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    k = min(k, logits.shape[-1])
    ranked = np.sort(logits, axis=-1)[:, ::-1]
    threshold = ranked[:, k][:, None]
    return np.where(logits >= threshold, logits, -np.inf)
