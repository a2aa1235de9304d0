# tfmdrill: sliding-window-attention (numpy)
import numpy as np


def sliding_window_attention(q, k, v, *, window):
    if not window >= 1:
        raise ValueError(window)
    out = np.empty(v.shape, dtype=np.result_type(q, v))
    root = q.shape[-1] ** 0.5
    for i in range(q.shape[2]):
        a = max(i - window + 1, 0)
        s = (k[:, :, a : i + 1] @ q[:, :, i, :, None])[..., 0] / root
        e = np.exp(s - s.max(-1, keepdims=True))
        e /= e.sum(-1, keepdims=True)
        out[:, :, i] = (e[..., None, :] @ v[:, :, a : i + 1])[..., 0, :]
    return out
