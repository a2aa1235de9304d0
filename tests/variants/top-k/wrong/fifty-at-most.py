# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k below 1")
    values, ids = logits.topk(min(k, 50, logits.size(-1)), dim=-1)
    return torch.full_like(logits, -torch.inf).scatter(-1, ids, values)
