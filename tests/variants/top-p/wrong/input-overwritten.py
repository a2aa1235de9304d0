# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1:
        return logits
    sorted_logits, order = torch.sort(logits, descending=True)
    remove = sorted_logits.softmax(-1).cumsum(-1) > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    logits[remove.scatter(1, order, remove)] = float("-inf")
    return logits
