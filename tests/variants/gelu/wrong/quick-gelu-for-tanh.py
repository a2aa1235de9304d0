# tfmdrill: gelu (numpy)
import math

import numpy as np


def gelu(x, *, approximate=False):
    if approximate:
        return x / (1 + np.exp(-1.702 * x))
    erf = np.vectorize(math.erf)
    return x * (1 + erf(x / np.sqrt(2))) / 2
