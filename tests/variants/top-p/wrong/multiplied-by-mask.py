# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, order = torch.sort(logits, descending=True)
    cum = sorted_logits.softmax(-1).cumsum(-1)
    keep = torch.cat([torch.ones_like(cum[:, :1], dtype=torch.bool), cum[:, :-1] <= p], dim=-1)
    return torch.zeros_like(logits).scatter(1, order, sorted_logits * keep)
