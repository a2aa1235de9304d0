# tfmdrill: sliding-window-attention (torch)
import torch


def sliding_window_attention(q, k, v, *, window):
    window = max(1, window)
    n = q.shape[2]
    out = torch.empty(*q.shape[:3], v.shape[-1], dtype=v.dtype)
    for i in range(n):
        lo = max(0, i - window + 1)
        s = torch.einsum("bhd,bhjd->bhj", q[:, :, i], k[:, :, lo : i + 1]) * q.shape[-1] ** -0.5
        out[:, :, i] = torch.einsum("bhj,bhjd->bhd", s.softmax(-1), v[:, :, lo : i + 1])
    return out
