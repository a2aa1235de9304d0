# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1:
        return logits
    sorted_logits, order = torch.sort(logits, descending=True)
    remove = torch.cumsum(sorted_logits, dim=-1) > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    return logits.masked_fill(remove.scatter(1, order, remove), float("-inf"))
