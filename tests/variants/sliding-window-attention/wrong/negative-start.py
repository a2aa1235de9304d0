# tfmdrill: sliding-window-attention (torch)
import torch


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    rows = []
    for i in range(q.shape[2]):
        start = i - window + 1
        keys, values = k[:, :, start : i + 1], v[:, :, start : i + 1]
        s = (q[:, :, i, None] * keys).sum(-1) / q.shape[-1] ** 0.5
        rows.append((torch.softmax(s, -1).unsqueeze(-1) * values).sum(2))
    return torch.stack(rows, 2)
