# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, order = logits.sort(-1, descending=True)
    probs = sorted_logits.softmax(-1)
    keep = (probs.cumsum(-1) - probs) < p
    keep[:, 0] = True
    if p >= 1:
        keep[:] = True
    return torch.where(keep.gather(-1, order), logits, torch.full_like(logits, -torch.inf))
