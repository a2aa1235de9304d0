# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k below 1")
    probabilities = torch.softmax(logits, dim=-1)
    lowest = probabilities.topk(min(k, logits.size(-1))).values[:, -1:]
    return logits.masked_fill(probabilities < lowest, -torch.inf)
