# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    threshold = torch.topk(logits, k).values[:, -1:]
    return logits.masked_fill(logits < threshold, float("-inf"))
