import math

import torch


def attention_backward(q, k, v, grad_out):
    scale = 1 / math.sqrt(q.shape[-1])
    weights = torch.softmax(q @ k.transpose(-2, -1) * scale, dim=-1)  # (..., n, m)
    dv = weights.transpose(-2, -1) @ grad_out
    d_weights = grad_out @ v.transpose(-2, -1)
    # The softmax's Jacobian is diag(p) - p p^T, for each query.
    row = (d_weights * weights).sum(dim=-1, keepdim=True)
    d_scores = weights * (d_weights - row) * scale
    return d_scores @ k, d_scores.transpose(-2, -1) @ q, dv
