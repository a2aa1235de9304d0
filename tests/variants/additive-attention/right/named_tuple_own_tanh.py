# tfmdrill: additive-attention (numpy)
from typing import NamedTuple
import numpy as np


class Out(NamedTuple):
    context: np.ndarray
    weights: np.ndarray


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    z = 2.0 * (
        np.einsum("bd,da->ba", query, w_q)[:, None] + np.einsum("bmd,da->bma", keys, w_k)
    ).astype(np.float64)
    # tanh z = sign * (1 - e) / (1 + e), e = exp(-2|z|)
    e = np.exp(-abs(z))
    s = (np.sign(z) * (1 - e) / (1 + e)) @ v
    ok = np.ones(s.shape, bool) if key_mask is None else key_mask
    s = np.where(ok, s, -np.inf)
    top = np.max(s, axis=-1, keepdims=True, initial=-1e300)
    w = np.exp(s - top)
    w /= np.clip(w.sum(-1, keepdims=True), 1e-300, None)
    return Out(context=(w[:, None] @ keys)[:, 0], weights=w)
