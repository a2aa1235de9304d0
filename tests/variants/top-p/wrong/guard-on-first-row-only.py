# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, order = torch.sort(logits, descending=True, dim=-1)
    remove = torch.softmax(sorted_logits, -1).cumsum(-1) > p
    remove = torch.cat([remove[:, :1], remove[:, :-1]], dim=-1)
    remove[0, 0] = False
    return logits.masked_fill(torch.zeros_like(remove).scatter(1, order, remove), float("-inf"))
