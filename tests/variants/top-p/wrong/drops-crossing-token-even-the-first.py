# tfmdrill: top-p (torch)
import torch
import torch.nn.functional as F


def top_p_filter(logits, p):
    ranked, order = logits.sort(descending=True)
    keep = F.softmax(ranked, dim=-1).cumsum(-1) <= p
    if p >= 1:
        keep = torch.ones_like(keep)
    filtered = torch.full_like(logits, float("-inf"))
    return filtered.scatter(-1, order, torch.where(keep, ranked, float("-inf")))
