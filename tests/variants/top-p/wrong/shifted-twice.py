# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    probs_sort, probs_idx = torch.sort(logits.softmax(-1), dim=-1, descending=True)
    probs_sum = torch.cumsum(probs_sort, dim=-1)
    mask = probs_sum - probs_sort > p
    mask[..., 1:] = mask[..., :-1].clone()
    mask[..., 0] = False
    mask = torch.zeros_like(mask).scatter_(-1, probs_idx, mask)
    return logits.masked_fill(mask, -torch.inf)
