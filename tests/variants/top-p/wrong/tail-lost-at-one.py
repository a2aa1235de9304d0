# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, order = torch.sort(logits, dim=-1, descending=True)
    probs = torch.softmax(sorted_logits, dim=-1)
    remove = (probs.cumsum(-1) - probs) >= p
    remove[..., 0] = False
    return logits.masked_fill(remove.scatter(1, order, remove), float("-inf"))
