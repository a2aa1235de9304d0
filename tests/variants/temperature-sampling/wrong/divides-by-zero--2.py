# tfmdrill: temperature-sampling (numpy)
import math


def sample(logits, u, *, temperature):
    out = []
    for row, x in zip(logits.tolist(), u.tolist()):
        top = max(row)
        w = [math.exp((v - top) / temperature) for v in row]
        total, chosen = 0.0, 0
        for i, q in enumerate(w):
            total += q / sum(w)
            if q > 0:
                chosen = i
            if total > x:
                break
        out.append(chosen)
    return out
