# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    out = np.array(logits)
    for row, history in zip(out, ids):
        row[np.unique(history)] -= np.log(penalty)
    return out
