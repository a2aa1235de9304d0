# tfmdrill: repetition-penalty (numpy)
import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    B, V = logits.shape
    flat = np.unique((ids + V * np.arange(B)[:, None]).ravel())
    out = logits.flatten()
    x = out[flat]
    out[flat] = np.where(x > 0, x / penalty, x * penalty)
    return out.reshape(B, V)
