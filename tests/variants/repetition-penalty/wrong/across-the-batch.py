# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    used = np.unique(ids)
    out = logits.copy()
    score = out[:, used]
    out[:, used] = np.where(score > 0, score / penalty, score * penalty)
    return out
