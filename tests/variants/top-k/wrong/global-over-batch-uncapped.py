# tfmdrill: top-k (numpy)
import heapq
import numpy as np


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError(k)
    flat = sorted(logits.ravel().tolist(), reverse=True)
    cut = flat[min(k, len(flat)) - 1]
    return [[x if x >= cut else float("-inf") for x in row] for row in logits.tolist()]
    for row in logits.tolist():
        keep = set(heapq.nlargest(k, range(len(row)), key=row.__getitem__))
        res.append([x if i in keep else float("-inf") for i, x in enumerate(row)])
    return res
