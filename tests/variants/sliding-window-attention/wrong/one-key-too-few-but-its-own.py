# tfmdrill: sliding-window-attention (torch)
import torch


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("w")
    n = q.shape[2]
    o = []
    for i in range(n):
        lo = max(0, min(i, i - window + 2))
        s = q[:, :, i : i + 1] @ k[:, :, lo : i + 1].mT / q.shape[-1] ** 0.5
        o.append(s.softmax(-1) @ v[:, :, lo : i + 1])
    return torch.cat(o, 2)
