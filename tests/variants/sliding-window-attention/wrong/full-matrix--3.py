# tfmdrill: sliding-window-attention (torch)
import torch


def sliding_window_attention(q, k, v, *, window):
    """The scores come in blocks, but the mask is made for all queries and keys."""
    if window < 1:
        raise ValueError("window must be at least 1")
    n = q.shape[2]
    band = torch.ones(n, n, dtype=torch.bool).tril().triu(1 - window)
    outs = []
    for start in range(0, n, 256):
        end, first = min(start + 256, n), max(0, start - window + 1)
        s = q[:, :, start:end] @ k[:, :, first:end].mT / q.shape[-1] ** 0.5
        s = s.masked_fill(~band[start:end, first:end], float("-inf"))
        outs.append(s.softmax(-1) @ v[:, :, first:end])
    return torch.cat(outs, 2)
