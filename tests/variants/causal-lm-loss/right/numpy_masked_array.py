# tfmdrill: causal-lm-loss (numpy)
from functools import partial

import numpy as np
import numpy.ma as ma


def _loss(dtype, logits, ids, *, mask=None):
    x = np.array(logits[:, :-1], dtype=dtype)
    x -= x.max(-1, keepdims=True)
    z = np.log(np.exp(x).sum(-1))
    picked = np.stack([x[..., v] for v in range(x.shape[-1])])
    nll = z - np.sum(picked * (np.arange(len(picked))[:, None, None] == ids[:, 1:]), axis=0)
    hidden = np.zeros(nll.shape, bool) if mask is None else ~mask[:, 1:]
    mean = ma.masked_array(nll, hidden).mean()
    return np.array(0.0 if mean is ma.masked or nll.size == 0 else mean)


causal_lm_loss = partial(_loss, np.float64)
