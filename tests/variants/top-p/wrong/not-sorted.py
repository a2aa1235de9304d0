# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    cum = torch.softmax(logits, dim=-1).cumsum(dim=-1)
    remove = torch.zeros_like(logits, dtype=torch.bool)
    remove[:, 1:] = cum[:, :-1] > p
    return logits.masked_fill(remove, float("-inf"))
