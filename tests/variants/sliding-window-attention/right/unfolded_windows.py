# tfmdrill: sliding-window-attention (torch)
import torch
import torch.nn.functional as F


def sliding_window_attention(q, k, v, *, window):
    """Keys and values padded in front and unfolded: (B, h, n, d, w) views."""
    if window < 1:
        raise ValueError("window < 1")
    n, d = q.shape[-2:]
    window = min(window, n)
    k = F.pad(k, (0, 0, window - 1, 0)).unfold(2, window, 1)
    v = F.pad(v, (0, 0, window - 1, 0)).unfold(2, window, 1)
    s = (q.unsqueeze(-2) @ k).squeeze(-2) / d**0.5
    real = torch.arange(window)[None] + torch.arange(n)[:, None] >= window - 1
    p = torch.softmax(s.masked_fill(~real, float("-inf")), dim=-1)
    return (v @ p.unsqueeze(-1)).squeeze(-1)
