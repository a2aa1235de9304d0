# tfmdrill: causal-lm-loss (numpy)
import numpy as np


class Loss:
    eps = 1e-12

    def probs(self, z):
        e = np.exp(z - z.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    def __call__(self, logits, ids, mask):
        p = self.probs(logits[:, :-1])
        B, n = ids.shape
        picked = p[np.arange(B)[:, None], np.arange(n - 1)[None], ids[:, 1:]]
        nll = -np.log(picked + self.eps)
        w = np.ones_like(nll) if mask is None else mask[:, 1:].astype(nll.dtype)
        return (nll * w).sum() / max(w.sum(), 1)


def causal_lm_loss(logits, ids, *, mask=None):
    return Loss()(logits, ids, mask)
