# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    ranked, order = torch.sort(logits, descending=True, dim=-1)
    cumulative = torch.softmax(ranked, dim=-1).cumsum(dim=-1)
    remove = cumulative > p
    remove[:, 1:] = remove[:, :-1].clone()
    remove[:, 0] = False
    return logits.masked_fill(torch.zeros_like(remove).scatter(-1, order, remove), float("-inf"))
