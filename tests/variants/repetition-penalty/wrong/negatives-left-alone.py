# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    out = logits.copy()
    for b in range(len(ids)):
        for i in set(ids[b]):
            if out[b, i] > 0:
                out[b, i] /= penalty
    return out
