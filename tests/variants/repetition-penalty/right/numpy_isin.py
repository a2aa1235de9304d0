# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    V = logits.shape[1]
    seen = np.stack([np.isin(np.arange(V), row) for row in ids])
    factor = np.where(seen, np.where(logits > 0, 1 / penalty, penalty), 1.0)
    return (logits * factor).astype(logits.dtype)
