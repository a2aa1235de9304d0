# tfmdrill: attention (numpy)
import numpy as np
from functools import partial


def _attend(temperature, q, k, v):
    s = np.einsum("...id,...jd->...ij", q, k, optimize=True) / (temperature * k.shape[-1] ** 0.5)
    s -= s.max(-1)[..., None]
    np.exp(s, out=s)
    out = np.einsum("...ij,...je->...ie", s, v)
    return out / s.sum(-1)[..., None]


attention = partial(_attend, 1.0)
