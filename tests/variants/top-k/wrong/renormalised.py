# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError("k < 1")
    values, indices = logits.topk(min(k, logits.shape[-1]), dim=-1)
    return torch.full_like(logits, float("-inf")).scatter(-1, indices, values.log_softmax(-1))
