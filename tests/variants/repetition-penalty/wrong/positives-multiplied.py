# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    out = logits.copy()
    for b in range(len(ids)):
        used = np.unique(ids[b])
        out[b, used] *= penalty
    return out
