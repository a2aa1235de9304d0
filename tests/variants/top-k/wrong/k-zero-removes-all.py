# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 0:
        raise ValueError("k below 1")
    bigger = (logits[:, None, :] > logits[:, :, None]).sum(-1)
    return logits.masked_fill(bigger >= k, -torch.inf)
