# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k below 1")
    values, ids = logits.topk(min(k, logits.size(-1)))
    out = torch.zeros_like(logits).scatter(1, ids, values)
    out[out == 0] = -torch.inf
    return out
