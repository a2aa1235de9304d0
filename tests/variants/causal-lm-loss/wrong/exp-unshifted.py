# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    mask = np.ones_like(ids, bool) if mask is None else mask
    x = logits[:, :-1]
    lp = x - np.log(np.exp(x).sum(-1, keepdims=True))
    nll = -np.take_along_axis(lp, ids[:, 1:, None], -1)[..., 0]
    keep = mask[:, 1:]
    return nll[keep].sum() / max(keep.sum(), 1)
