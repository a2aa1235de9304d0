# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    """log sum exp of each logit's gap to the target's."""
    B, n, V = logits.shape
    weight = np.ones((B, n - 1), logits.dtype)
    if mask is not None:
        weight *= mask[:, 1:]
    target = np.take_along_axis(logits[:, :-1], ids[:, 1:, np.newaxis], 2)
    gaps = logits[:, :-1] - target
    top = np.maximum(gaps.max(-1), 0)
    nll = top + np.log(np.exp(gaps - top[..., None]).sum(-1))
    return np.einsum("bt,bt->", nll, weight) / np.maximum(weight.sum(), 1)
