# tfmdrill: sliding-window-attention (torch)
import torch
import torch.nn.functional as F


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    k = F.pad(k, (0, 0, window - 1, 0)).unfold(2, window, 1)  # (B, h, n, d, w)
    v = F.pad(v, (0, 0, window - 1, 0)).unfold(2, window, 1)
    s = torch.einsum("bhnd,bhndw->bhnw", q, k) / q.shape[-1] ** 0.5
    return torch.einsum("bhnw,bhndw->bhnd", s.softmax(-1), v)
