# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    k = min(k, logits.shape[-1])
    threshold = np.sort(logits, axis=-1)[:, -k]
    return np.where(logits < threshold[:, None], np.float32(-1e9), logits)
