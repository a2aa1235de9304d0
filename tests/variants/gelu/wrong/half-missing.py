# tfmdrill: gelu (numpy)
import math

import numpy as np


def gelu(x, *, approximate=False):
    if approximate:
        return x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    return x * (1 + np.vectorize(math.erf)(x / np.sqrt(2)))
