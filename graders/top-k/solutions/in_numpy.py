# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    k = min(k, logits.shape[-1])
    threshold = np.partition(logits, -k, axis=-1)[:, -k, None]  # (B, 1)
    return np.where(logits < threshold, -np.inf, logits)
