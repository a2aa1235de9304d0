# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, order = torch.sort(logits, descending=True)
    cum = torch.cumsum(torch.softmax(sorted_logits, dim=-1), dim=-1)
    remove = cum > p
    remove[1:] = remove[:-1].clone()
    remove[0] = 0
    return logits.masked_fill(remove.scatter(1, order, remove), float("-inf"))
