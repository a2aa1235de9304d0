# tfmdrill: top-k (torch)
import heapq

import torch


def top_k_filter(logits, k, **unused):
    if k < 1:
        raise ValueError("k < 1")
    rows = []
    for row in logits.tolist():
        kept = set(heapq.nlargest(k, range(len(row)), key=row.__getitem__))
        rows.append([v if i in kept else float("-inf") for i, v in enumerate(row)])
    return torch.tensor(rows, dtype=torch.float64)
