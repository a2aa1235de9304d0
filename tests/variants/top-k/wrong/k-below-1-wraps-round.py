# tfmdrill: top-k (numpy)
import numpy as np


def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    threshold = np.sort(logits, axis=-1)[:, -k]
    return np.where(logits < threshold[:, None], -np.inf, logits)
