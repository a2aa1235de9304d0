# tfmdrill: sliding-window-attention (numpy)
import numpy as np


class Online:
    """Over the places of the window, with a running maximum, sum and numerator for all queries."""

    def __call__(self, q, k, v, *, window):
        if window < 1:
            raise ValueError("window")
        n = q.shape[-2]
        q = q * q.shape[-1] ** -0.5
        top = np.sum(q * k, axis=-1, keepdims=True)  # each query with its own key
        total = np.ones_like(top)
        numerator = v.copy()
        for j in range(1, min(window, n)):
            s = np.sum(q[..., j:, :] * k[..., :-j, :], axis=-1, keepdims=True)
            new = np.maximum(top[..., j:, :], s)
            old, fresh = np.exp(top[..., j:, :] - new), np.exp(s - new)
            total[..., j:, :] = total[..., j:, :] * old + fresh
            numerator[..., j:, :] = numerator[..., j:, :] * old + fresh * v[..., :-j, :]
            top[..., j:, :] = new
        return numerator / total


sliding_window_attention = Online()
