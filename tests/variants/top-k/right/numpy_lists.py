# tfmdrill: top-k (numpy)
import math


def top_k_filter(logits, k):
    if k < 1:
        raise ValueError(f"{k} tokens can't be kept")
    out = []
    for row in logits:
        cut = sorted(map(float, row), reverse=True)[:k][-1]
        out.append([float(v) if v >= cut else -math.inf for v in row])
    return out
