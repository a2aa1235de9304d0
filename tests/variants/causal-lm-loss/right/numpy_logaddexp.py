# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    nll, count = 0.0, 0
    B, n = ids.shape
    for b in range(B):
        for t in range(n - 1):
            if mask is not None and not mask[b, t + 1]:
                continue
            row = logits[b, t].astype(np.float64)
            nll += np.logaddexp.reduce(row) - row[ids[b, t + 1]]
            count += 1
    return float(nll / count) if count else 0.0
