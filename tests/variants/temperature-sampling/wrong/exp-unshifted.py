# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    weight = np.exp(logits / temperature)
    cdf = weight.cumsum(-1)
    cdf = cdf / cdf[:, -1:]
    return (cdf <= u[:, None]).sum(-1)
