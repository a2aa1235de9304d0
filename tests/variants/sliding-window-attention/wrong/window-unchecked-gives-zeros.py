# tfmdrill: sliding-window-attention (torch)
import torch


def sliding_window_attention(q, k, v, *, window):
    n = q.shape[2]
    out = []
    for i in range(n):
        lo = max(0, i - window + 1)
        s = (q[:, :, i : i + 1] @ k[:, :, lo : i + 1].mT) / q.shape[-1] ** 0.5
        out.append(torch.softmax(s, -1) @ v[:, :, lo : i + 1])
    return torch.cat(out, 2)
