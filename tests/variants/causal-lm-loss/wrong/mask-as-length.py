# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    n = ids.shape[1]
    total, count = 0.0, 0
    for b in range(len(ids)):
        length = n if mask is None else int(mask[b].sum())
        for t in range(length - 1):
            x = logits[b, t].astype(np.float64)
            total += np.logaddexp.reduce(x) - x[ids[b, t + 1]]
            count += 1
    return float(total / count) if count else 0.0
