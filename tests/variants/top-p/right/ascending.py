# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    """From the tail upwards: remove while the tail's mass is at most 1 - p."""
    if p >= 1:
        return logits + 0.0
    values, index = torch.sort(logits, dim=-1, descending=False)
    tail = values.double().softmax(-1).cumsum(-1)
    drop = tail <= 1 - p
    drop[:, -1] = False
    mask = torch.empty_like(drop)
    mask.scatter_(1, index, drop)
    return torch.where(mask, torch.tensor(float("-inf"), dtype=logits.dtype), logits)
