# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k > 0:
        threshold = torch.topk(logits, min(k, logits.size(-1)))[0][..., -1, None]
        logits = logits.masked_fill(logits < threshold, float("-inf"))
    return logits
