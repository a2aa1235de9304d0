import numpy as np


def attention_backward(q, k, v, grad_out):
    scale = q.shape[-1] ** -0.5
    scores = q @ k.swapaxes(-2, -1) * scale  # (..., n, m)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    dv = weights.swapaxes(-2, -1) @ grad_out
    d_weights = grad_out @ v.swapaxes(-2, -1)
    # The softmax's Jacobian is diag(p) - p p^T, for each query.
    row = (d_weights * weights).sum(axis=-1, keepdims=True)
    d_scores = weights * (d_weights - row) * scale
    return d_scores @ k, d_scores.swapaxes(-2, -1) @ q, dv
