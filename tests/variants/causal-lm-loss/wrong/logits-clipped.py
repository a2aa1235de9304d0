# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    z = np.clip(logits[:, :-1].astype(float), -80, 80)
    nll = np.log(np.exp(z).sum(-1)) - np.take_along_axis(z, ids[:, 1:, None], -1)[..., 0]
    m = np.ones(nll.shape) if mask is None else mask[:, 1:]
    return (nll * m).sum() / max(m.sum(), 1)
