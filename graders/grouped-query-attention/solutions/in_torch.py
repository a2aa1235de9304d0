import math

import torch


def grouped_query_attention(q, k, v, *, causal=False):
    B, h_q, n, d = q.shape
    h_kv, m = k.shape[1:3]
    if h_q % h_kv != 0:
        raise ValueError(f"h_q = {h_q} is not a multiple of h_kv = {h_kv}")
    q = q.reshape(B, h_kv, h_q // h_kv, n, d)
    k, v = k.unsqueeze(2), v.unsqueeze(2)  # (B, h_kv, 1, m, d) broadcasts over the group
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)  # (B, h_kv, g, n, m)
    allowed = torch.ones(n, m, dtype=torch.bool, device=q.device)
    if causal:
        allowed = allowed.tril(m - n)  # the last query sees the last key
    # The lowest finite number instead of -inf: an empty row then has no NaN, forward or backward.
    scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1).masked_fill(~allowed, 0.0)
    return (weights @ v).reshape(B, h_q, n, d)
