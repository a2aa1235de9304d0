# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    if k <= 0:
        raise ValueError("k must be >= 1")
    work = logits.clone()
    out = torch.full_like(logits, -torch.inf)
    rows = torch.arange(len(logits))
    for _ in range(min(k, logits.shape[1])):
        j = work.argmax(1)
        out[rows, j] = logits[rows, j]
        work[rows, j] = -torch.inf
        if torch.isinf(work).all():
            break
    return out
