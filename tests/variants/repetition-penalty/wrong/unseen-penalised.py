# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    fresh = np.ones(logits.shape, dtype=bool)
    np.put_along_axis(fresh, ids, False, axis=1)
    out = logits.copy()
    out[fresh & (logits > 0)] /= penalty
    out[fresh & (logits < 0)] *= penalty
    return out
