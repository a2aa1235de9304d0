# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    values, _ = torch.topk(logits, min(k, logits.size(-1)))
    logits[logits < values[:, -1:]] = float("-inf")
    return logits
