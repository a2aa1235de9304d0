# tfmdrill: cross-attention (numpy)
import numpy as np


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    d = x.shape[2]
    if d % n_heads:
        raise ValueError
    dh = d // n_heads
    out = np.zeros_like(x)
    for b in range(x.shape[0]):
        Q, K, V = x[b] @ w_q, context[b] @ w_k, context[b] @ w_v
        for h in range(n_heads):
            c = slice(h * dh, h * dh + dh)
            S = Q[:, c] @ K[:, c].T / np.sqrt(dh)
            if context_mask is not None:
                S = S + (1.0 - context_mask[b]) * -1e9
            S = np.exp(S - S.max(1, keepdims=True))
            P = S / S.sum(1, keepdims=True)

            out[b][:, c] = P @ V[:, c]
    return out @ w_o
