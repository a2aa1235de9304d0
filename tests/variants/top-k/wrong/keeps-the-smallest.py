# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    k = min(k, logits.size(-1))
    threshold = torch.sort(logits, dim=-1).values[:, k - 1 : k]
    return logits.masked_fill(logits > threshold, float("-inf"))
