"""Top-k filtering of next-token logits.

Source: Fan et al. 2018, section 5.4.
"""

import numpy as np


def top_k_filter(logits, k):
    """logits (B, V) with all but the k largest of each row at -inf.

    k above V keeps everything. Raises ValueError for k below 1.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    n_kept = min(k, logits.shape[-1])
    ranked = -np.sort(-logits, axis=-1)  # (B, V), falling
    threshold = ranked[:, [n_kept - 1]]  # (B, 1)
    keep = logits >= threshold
    removed = -np.inf
    return np.where(keep, logits, removed)
