# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1.0:
        return logits.clone()
    probabilities = logits.softmax(-1)
    best, ids = probabilities.topk(min(50, logits.shape[-1]))
    keep = (best.cumsum(-1) - best) < p
    keep[:, 0] = True
    nucleus = torch.zeros_like(logits, dtype=torch.bool).scatter(1, ids, keep)
    return logits.masked_fill(~nucleus, -torch.inf)
