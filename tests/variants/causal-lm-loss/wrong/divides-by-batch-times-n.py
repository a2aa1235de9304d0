# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    B, n, V = logits.shape
    total = 0.0
    for t in range(n - 1):
        x = logits[:, t] - logits[:, t].max(1, keepdims=True)
        nll = np.log(np.exp(x).sum(1)) - x[np.arange(B), ids[:, t + 1]]
        if mask is not None:
            nll = nll * mask[:, t + 1]
        total += nll.sum()
    return total / (B * n)
