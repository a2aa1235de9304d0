# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    k = max(1, min(k, logits.size(-1)))
    threshold = torch.topk(logits, k)[0][..., -1, None]
    return logits.masked_fill(logits < threshold, float("-inf"))
