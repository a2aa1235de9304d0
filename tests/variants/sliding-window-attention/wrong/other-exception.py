# tfmdrill: sliding-window-attention (torch)
import math

import torch


def sliding_window_attention(q, k, v, *, window):
    assert window > 0, "window must be at least 1"
    n, d = q.shape[2], q.shape[3]
    outputs = []
    for start in range(0, n, 128):
        end = min(start + 128, n)
        lo = max(0, start - window)
        hi = min(n, end + window)
        i = torch.arange(start, end).unsqueeze(1)
        j = torch.arange(lo, hi).unsqueeze(0)
        mask = (j <= i) & (j > i - window)
        scores = q[:, :, start:end] @ k[:, :, lo:hi].transpose(2, 3) / math.sqrt(d)
        scores = scores.masked_fill(~mask, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        outputs.append(weights @ v[:, :, lo:hi])
    return torch.cat(outputs, dim=2)
