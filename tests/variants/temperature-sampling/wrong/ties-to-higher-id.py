# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return np.argsort(logits, axis=-1, kind="stable")[:, -1]
    scaled = logits / temperature
    cdf = np.exp(scaled - scaled.max(-1, keepdims=True)).cumsum(-1)
    return ((cdf / cdf[:, -1:]) <= u[:, None]).sum(-1)
