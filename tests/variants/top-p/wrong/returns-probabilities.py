# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    probs_sort, probs_idx = torch.sort(torch.softmax(logits, dim=-1), dim=-1, descending=True)
    mask = probs_sort.cumsum(-1) - probs_sort > p
    mask[:, 0] = False
    probs_sort[mask] = 0.0
    probs_sort = probs_sort / probs_sort.sum(dim=-1, keepdim=True)
    return torch.zeros_like(logits).scatter(-1, probs_idx, probs_sort)
