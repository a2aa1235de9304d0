# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k")
    rank = logits.argsort(dim=-1, descending=True).argsort(dim=-1)
    return logits.masked_fill(rank > k, float("-inf"))
