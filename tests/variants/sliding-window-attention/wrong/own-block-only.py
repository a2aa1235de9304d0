# tfmdrill: sliding-window-attention (torch)
import torch


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    outs = []
    for qb, kb, vb in zip(q.split(window, 2), k.split(window, 2), v.split(window, 2)):
        s = qb @ kb.mT / q.shape[-1] ** 0.5
        s = s.masked_fill(torch.ones(s.shape[-2:], dtype=torch.bool).triu(1), float("-inf"))
        outs.append(s.softmax(-1) @ vb)
    return torch.cat(outs, 2)
