# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, sorted_idx = torch.sort(logits, dim=-1, descending=True)
    cum = torch.softmax(sorted_logits, dim=-1).cumsum(dim=-1)
    remove = cum > p
    remove[:, 0] = False
    return logits.masked_fill(remove.scatter(1, sorted_idx, remove), float("-inf"))
