# tfmdrill: causal-lm-loss (numpy)
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    z = logits[:, :-1].astype(float)
    lp = z - np.logaddexp.reduce(z, axis=-1, keepdims=True)
    nll = -np.take_along_axis(lp, ids[:, 1:, None], -1)[..., 0] / np.log(2)
    m = np.ones(nll.shape) if mask is None else mask[:, 1:]
    return (nll * m).sum() / max(m.sum(), 1)
