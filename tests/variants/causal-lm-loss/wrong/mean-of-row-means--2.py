# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    rows = []
    for b in range(len(ids)):
        losses = []
        for t in range(ids.shape[1] - 1):
            if mask is None or mask[b, t + 1]:
                x = logits[b, t] - logits[b, t].max()
                losses.append(np.log(np.exp(x).sum()) - x[ids[b, t + 1]])
        rows.append(np.mean(losses) if losses else 0.0)
    return np.mean(rows)
