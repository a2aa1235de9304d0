# tfmdrill: attention-backward (numpy)
import numpy as np


def attention_backward(q, k, v, grad_out):
    c = 1 / np.sqrt(q.shape[-1])
    s = np.einsum("...id,...jd->...ij", q, k) * c
    p = np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True))
    dp = np.einsum("...iv,...jv->...ij", grad_out, v)
    ds = p * (dp - np.einsum("...ij,...ij->...i", p, dp)[..., None])
    dq = np.einsum("...ij,...jd->...id", ds, k) * c
    dk = np.einsum("...ij,...id->...jd", ds, q) * c
    dv = np.einsum("...ij,...iv->...jv", p, grad_out)
    return tuple(a.astype(q.dtype) for a in (dq, dk, dv))
