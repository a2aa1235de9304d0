# tfmdrill: causal-lm-loss (numpy)
import math
import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    terms = []
    for b, (L, I) in enumerate(zip(logits.tolist(), ids.tolist())):
        for t, (row, nxt) in enumerate(zip(L, I[1:])):
            if mask is None or bool(mask[b][t + 1]):
                top = max(row)
                terms.append(top + math.log(math.fsum(math.exp(r - top) for r in row)) - row[nxt])
    print(len(terms))
    return math.fsum(terms) / len(terms) if terms else 0.0
