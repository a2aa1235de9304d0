# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    mask = np.ones(ids.shape, bool) if mask is None else mask
    labels = np.concatenate([ids[:, 1:], ids[:, :1]], axis=1)
    counts = np.concatenate([mask[:, 1:], mask[:, :1]], axis=1)
    x = logits - logits.max(-1, keepdims=True)
    lp = x - np.log(np.exp(x).sum(-1, keepdims=True))
    nll = -np.take_along_axis(lp, labels[..., None], -1)[..., 0]
    return nll[counts].sum() / max(counts.sum(), 1)
