# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1.0:
        return logits.clone()
    best, ids = logits.topk(min(50, logits.shape[-1]))
    share = best.softmax(-1)
    keep = share.cumsum(-1) - share < p
    keep[:, 0] = True
    best = best.masked_fill(~keep, -torch.inf)
    return torch.full_like(logits, -torch.inf).scatter(1, ids, best)
