# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    lp, idx = torch.log_softmax(logits.double(), -1).sort(dim=-1, descending=True)
    c = lp.exp().cumsum(-1)
    drop = (c - lp.exp() >= p) & (p < 1)
    drop[..., 0] = False
    lp = lp.masked_fill(drop, -torch.inf)
    lp = lp - lp.logsumexp(-1, keepdim=True)
    return torch.zeros_like(lp).scatter_(-1, idx, lp).float()
