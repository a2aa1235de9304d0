# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k <= 0:
        raise ValueError("k")
    values, indices = logits.topk(min(k, logits.size(1)), sorted=False)
    return torch.full_like(logits, -torch.inf).scatter(1, indices, values)
