# tfmdrill: top-p (numpy)
import numpy as np


def top_p_filter(logits, p):
    if p >= 1.0:
        return logits
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probs = e / e.sum(axis=-1, keepdims=True)
    result = []
    for row, q in zip(logits, probs):
        mass = 0.0
        kept = np.full(len(row), -np.inf, dtype=row.dtype)
        for i in np.argsort(-q, kind="stable"):
            if mass >= p:
                break
            kept[i] = row[i]
            mass += q[i]
        result.append(kept)
    return np.stack(result)
