# tfmdrill: layer-norm (numpy)
import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    d = x.shape[-1]
    centring = np.eye(d, dtype=x.dtype) - np.ones((d, d), dtype=x.dtype) / d
    c = (x - x[..., :1]) @ centring
    v = np.einsum("...i,...i->...", c, c)[..., None] / d
    return c / np.sqrt(v + eps) * gamma + beta
