# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    values, index = torch.topk(logits, min(k, logits.size(-1)))
    return torch.zeros_like(logits).scatter(-1, index, values)
