# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    s, i = logits.sort(-1, descending=True)
    pr = s.double().softmax(-1)
    drop = pr.cumsum(-1) - pr >= p
    if p >= 1:
        drop[:] = False
    drop[:, :2] = False
    return logits.masked_fill(torch.zeros_like(drop).scatter(1, i, drop), -torch.inf)
