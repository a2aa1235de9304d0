# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    x = logits[:, :-1] - logits[:, :-1].max(-1, keepdims=True)
    lp = x - np.log(np.exp(x).sum(-1, keepdims=True))
    nll = -np.take_along_axis(lp, ids[:, 1:, None], -1)[..., 0]
    if mask is None:
        return nll.mean() if nll.size else 0.0
    both = np.logical_and(mask[:, :-1], mask[:, 1:])
    return (nll * both).sum() / max(1, both.sum())
