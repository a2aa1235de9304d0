# tfmdrill: flash-attention (numpy)
import numpy as np
from numpy import exp, inf, maximum


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size too small")
    shape, n, m = q.shape[:-2], q.shape[-2], k.shape[-2]
    q, k, v = (x.reshape(-1, *x.shape[-2:]).copy() for x in (q, k, v))
    q *= q.shape[-1] ** -0.5
    M = np.full(q.shape[:2], -inf, q.dtype)
    L = np.zeros(q.shape[:2], q.dtype)
    O = np.zeros((*q.shape[:2], v.shape[-1]), q.dtype)
    i = np.arange(n)
    j0 = 0
    while j0 < m:
        j1 = min(m, j0 + block_size)
        S = q @ k[:, j0:j1].transpose(0, 2, 1)
        if causal:
            S[:, (i[:, None] + m - n) < np.arange(j0, j1)] = -inf
        new = maximum(M, S.max(2))
        new_or_0 = np.where(new > -inf, new, 0).astype(q.dtype)
        S -= new_or_0[..., None]
        exp(S, out=S)
        M -= new_or_0
        exp(M, out=M)
        L *= M
        L += S.sum(2)
        O *= M[..., None]
        O += S @ v[:, j0:j1]
        M = new
        j0 = j1
    O /= np.where(L > 0, L, 1)[..., None]
    return O.reshape(*shape, n, -1)
