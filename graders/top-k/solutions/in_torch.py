# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    k = min(k, logits.shape[-1])
    threshold = torch.topk(logits, k, dim=-1).values[:, -1:]  # (B, 1)
    return logits.masked_fill(logits < threshold, float("-inf"))
