# tfmdrill: temperature-sampling (numpy)
import numpy as np


def softmax(x):
    x = np.exp(x - x.max(-1)[:, None])
    return x / x.sum(-1)[:, None]


def sample(logits, u, *, temperature):
    if temperature == 0:
        return np.argsort(-logits, axis=-1, kind="stable")[:, 0]
    p = softmax(logits / np.float32(temperature))
    triangle = np.tri(p.shape[1]).T
    sums = np.einsum("bv,vw->bw", p, triangle)
    hit = sums > u[:, None]
    possible = np.where(p > 0, np.arange(p.shape[1]), -1).max(-1)
    return np.where(hit.any(-1), hit.argmax(-1), possible)
