# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    return torch.topk(logits, min(k, logits.size(-1))).values
