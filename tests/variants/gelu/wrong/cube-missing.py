# tfmdrill: gelu (numpy)
import math

import numpy as np


def gelu(x, *, approximate=False):
    if approximate:
        return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * x))
    return 0.5 * x * (1 + np.vectorize(math.erf)(x / np.sqrt(2)))
