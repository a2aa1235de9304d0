# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    rows = []
    for i in range(q.shape[-2]):
        s = (q[..., i : i + 1, :] * k).sum(-1) / k.shape[-1] ** 0.5  # (..., m)
        w = torch.softmax(s, -1)
        rows.append((w.unsqueeze(-1) * v).sum(-2))
    return torch.stack(rows, dim=-2)
