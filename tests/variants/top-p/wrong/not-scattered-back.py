# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, _ = torch.sort(logits, descending=True)
    probs = torch.softmax(sorted_logits, dim=-1)
    remove = torch.cumsum(probs, dim=-1) > p
    remove[:, 1:] = remove[:, :-1].clone()
    remove[:, 0] = False
    return logits.masked_fill(remove, float("-inf"))
