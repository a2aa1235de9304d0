# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return np.argmax(logits, -1)
    p = np.exp(logits - logits.max(-1, keepdims=True))
    p = p / p.sum(-1, keepdims=True) / temperature
    ids = []
    for row, x in zip(p, u):
        total, chosen = 0.0, 0
        for i, q in enumerate(row):
            if q > 0:
                total += q
                chosen = i
                if total > x:
                    break
        ids.append(chosen)
    return np.array(ids)
