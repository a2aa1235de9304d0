# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    """Sorted upwards, compared with p instead of 1 - p."""
    if p >= 1:
        return logits
    values, index = torch.sort(logits, dim=-1)
    remove = values.softmax(-1).cumsum(-1) <= p
    remove[:, -1] = False
    return logits.masked_fill(remove.scatter(1, index, remove), float("-inf"))
