# tfmdrill: sliding-window-attention (numpy)
import numpy as np


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    q *= q.shape[-1] ** -0.5
    out = np.empty_like(v)
    for i in range(q.shape[2]):
        a = max(i - window + 1, 0)
        s = np.einsum("bhd,bhjd->bhj", q[:, :, i], k[:, :, a : i + 1])
        e = np.exp(s - s.max(-1, keepdims=True))
        out[:, :, i] = np.einsum("bhj,bhjd->bhd", e / e.sum(-1, keepdims=True), v[:, :, a : i + 1])
    return out
