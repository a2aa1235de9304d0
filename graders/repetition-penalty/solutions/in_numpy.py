# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    score = np.take_along_axis(logits, ids, axis=1)  # (B, n)
    out = logits.copy()
    np.put_along_axis(out, ids, np.where(score > 0, score / penalty, score * penalty), axis=1)
    return out
