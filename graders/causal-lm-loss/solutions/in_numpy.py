# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = np.ones_like(ids, dtype=bool)
    scoring, counts = logits[:, :-1], mask[:, 1:]
    scoring = scoring - scoring.max(axis=-1, keepdims=True)
    log_p = scoring - np.log(np.exp(scoring).sum(axis=-1, keepdims=True))
    nll = -np.take_along_axis(log_p, ids[:, 1:, None], axis=-1)[..., 0]  # (B, n - 1)
    return (nll * counts).sum() / max(counts.sum(), 1)
