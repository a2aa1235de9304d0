# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    z = logits[:, :-1]
    counts = np.ones(ids.shape, bool)[:, 1:] if mask is None else mask[:, 1:]
    if not counts.any():
        return 0.0
    z = z - z.max()
    log_p = z - np.log(np.exp(z).sum(-1, keepdims=True))
    nll = -np.take_along_axis(log_p, ids[:, 1:, None], -1)[..., 0]
    return float(nll[counts].mean())
