# tfmdrill: gelu (numpy)
import math

import numpy as np


def one(v, approximate):
    if approximate:
        return 0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)))
    return 0.5 * v * math.erfc(-v / math.sqrt(2))


def gelu(x, *, approximate=False):
    return np.array([one(v, approximate) for v in x.ravel().tolist()]).reshape(x.shape)
