import math

import torch

BLOCK = 128  # queries at a time


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError(f"window must be at least 1, got {window}")
    n, d = q.shape[-2:]
    blocks = []
    for start in range(0, n, BLOCK):
        stop = min(start + BLOCK, n)
        first = max(0, start - window + 1)  # the oldest key that the block sees
        keys, values = k[..., first:stop, :], v[..., first:stop, :]
        scores = q[..., start:stop, :] @ keys.transpose(-2, -1) / math.sqrt(d)
        distance = torch.arange(start, stop)[:, None] - torch.arange(first, stop)
        hidden = (distance < 0) | (distance >= window)
        scores = scores.masked_fill(hidden.to(q.device), float("-inf"))
        blocks.append(torch.softmax(scores, dim=-1) @ values)
    return torch.cat(blocks, dim=-2)
