# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1:
        return logits
    probs = torch.softmax(logits, dim=-1)
    floor = p * probs.max(dim=-1, keepdim=True).values
    return logits.masked_fill(probs < floor, float("-inf"))
