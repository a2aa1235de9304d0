# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    k = min(k, logits.size(-1))
    threshold = logits.topk(k).values[:, -1:]
    return torch.where(logits > threshold, logits, float("-inf"))
