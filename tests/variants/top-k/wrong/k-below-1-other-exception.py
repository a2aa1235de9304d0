# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    threshold = torch.topk(logits, min(k, logits.size(-1))).values[:, -1:]
    assert k > 0
    return logits.masked_fill(logits < threshold, float("-inf"))
